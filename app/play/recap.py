"""What happened since somebody's last visit, in three groups: what touches them, deals, the rest; and the seats that
changed hands. Made from the entries that they may read, in the order told; pages show it, and letters. Any game's.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from app.play.about import sides_named
from app.play.handed import Handed
from app.rooms.loading import Told
from engine.core.journal import DEAL, Entry, seen
from engine.core.state import Side


class Happened(Struct, frozen=True):
    """An entry, and the step at which it was told."""

    sequence: int
    entry: Entry


GROUPS = ("mine", "deals", "rest")


class Recap(Struct, frozen=True):
    mine: tuple[Happened, ...] = ()
    deals: tuple[Happened, ...] = ()
    rest: tuple[Happened, ...] = ()
    seats: tuple[Handed, ...] = ()

    @property
    def first(self) -> int:
        """The step at which the first of it was told."""
        steps = [it.sequence for _, happened in self.groups for it in happened] + [one.sequence for one in self.seats]
        return min(steps, default=0)

    @property
    def groups(self) -> list[tuple[str, tuple[Happened, ...]]]:
        """Those in which there is something."""
        return [(name, getattr(self, name)) for name in GROUPS if getattr(self, name)]


def recap(told: Iterable[Told], own: tuple[Side, ...], seats: tuple[Handed, ...] = ()) -> Recap:
    """Of all that was told, what may be read by whoever plays these sides; for a spectator they are none."""
    groups: dict[str, list[Happened]] = {name: [] for name in GROUPS}
    for line in told:
        for entry in readable(line.news, own):
            group = "mine" if sides_named(entry, own) else "deals" if entry.topic == DEAL else "rest"
            groups[group].append(Happened(line.sequence, entry))
    return Recap(**{name: tuple(happened) for name, happened in groups.items()}, seats=seats)


def readable(news: list[Entry], own: tuple[Side, ...]) -> list[Entry]:
    """As the first of one's sides may read it that may read most of it."""
    readings = [seen(news, side) for side in own or (None,)]
    return max(readings, key=len)
