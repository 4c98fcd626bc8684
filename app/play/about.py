"""The subjects of a line of the log: the sides that it names, and the game's topics that it belongs to. The log's
filters go by it, and the recap; both for any game.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from app.rooms.loading import Told
from engine.core.journal import Entry
from engine.core.sides import Side, sides_in
from engine.core.topics import Topic


def sides_named(entry: Entry, sides: Collection[Side]) -> list[Side]:
    """The sides that an entry names, wherever and however deep: by the types of its fields, since a place may be called
    like a side."""
    named = sides_in(entry)
    return [side for side in sides if side in named]


def sides_of_line(told: Told, sides: Collection[Side]) -> list[Side]:
    """Who acted, and whom it names."""
    found = {side for entry in told.news for side in sides_named(entry, sides)} | {told.side}
    return [side for side in sides if side in found]


def topics_of_line(told: Told, topics: Sequence[Topic]) -> list[int]:
    """By their numbers in the order of the game, from 1."""
    return [number for number, topic in enumerate(topics, 1) if any(map(topic.has, told.news))]
