"""The recap: what has happened since a person's last visit, in groups: entries that name them, some of the game's
topics, the rest, and seats that changed hands. It holds the entries that the person may read, in order, for pages and
mails of any game.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from app.play.about import sides_named
from app.play.handed import Handed
from app.rooms.loading import Told
from engine.core.journal import Entry, seen
from engine.core.state import Side
from engine.core.topics import Topic


class Happened(Struct, frozen=True):
    """An entry, and the step at which it was told."""

    sequence: int
    entry: Entry


class Group(Struct, frozen=True):
    """A group of entries. `name` is "mine", "rest", or the key of a topic."""

    name: str
    happened: tuple[Happened, ...]
    topic: bool = False


class Recap(Struct, frozen=True):
    mine: tuple[Happened, ...] = ()
    topics: dict[str, tuple[Happened, ...]] = {}
    """By the keys of the topics that form groups of recaps."""
    rest: tuple[Happened, ...] = ()
    seats: tuple[Handed, ...] = ()

    @property
    def first(self) -> int:
        """The first step of the recap."""
        steps = [it.sequence for group in self.groups for it in group.happened]
        return min(steps + [one.sequence for one in self.seats], default=0)

    @property
    def groups(self) -> list[Group]:
        """The groups that are not empty."""
        by_topic = [Group(key, happened, topic=True) for key, happened in self.topics.items()]
        found = [Group("mine", self.mine), *by_topic, Group("rest", self.rest)]
        return [group for group in found if group.happened]


def recap(
    told: Iterable[Told], own: tuple[Side, ...], seats: tuple[Handed, ...] = (), topics: Iterable[Topic] = ()
) -> Recap:
    """Return the recap of a log for the players of these sides; a spectator has none."""
    mine: list[Happened] = []
    by_topic: dict[Topic, list[Happened]] = {topic: [] for topic in topics if topic.recap}
    rest: list[Happened] = []
    for line in told:
        for entry in readable(line.news, own):
            of_topic = next((found for topic, found in by_topic.items() if topic.has(entry)), rest)
            group = mine if sides_named(entry, own) else of_topic
            group.append(Happened(line.sequence, entry))
    return Recap(tuple(mine), {topic.key: tuple(found) for topic, found in by_topic.items()}, tuple(rest), seats)


def readable(news: list[Entry], own: tuple[Side, ...]) -> list[Entry]:
    """Return the news as the one of one's sides may read it that may read most of it."""
    readings = [seen(news, side) for side in own or (None,)]
    return max(readings, key=len)
