"""The subjects of a line of the log: the sides that it names, and the game's topics that it belongs to. The filters of
the log and the recap use them, for any game.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from engine.core.journal import Entry
from engine.core.sides import Side, sides_in
from engine.core.topics import Topic


class Told(Protocol):
    """A choice in the log, or one of its lines."""

    @property
    def side(self) -> str: ...
    @property
    def news(self) -> Sequence[Entry]: ...


def sides_named(entry: Entry, sides: Collection[Side]) -> list[Side]:
    """Return the sides that an entry names, at any depth. It goes by the types of the fields, since a place may have
    the name of a side."""
    named = sides_in(entry)
    return [side for side in sides if side in named]


def sides_of_line(told: Told, sides: Collection[Side]) -> list[Side]:
    """Return the sides that a line names and the side that acted."""
    found = {side for entry in told.news for side in sides_named(entry, sides)} | {told.side}
    return [side for side in sides if side in found]


def topics_of_line(told: Told, topics: Sequence[Topic]) -> list[int]:
    """Return the numbers of a line's topics in the order of the game, counted from 1."""
    return [number for number, topic in enumerate(topics, 1) if any(map(topic.has, told.news))]
