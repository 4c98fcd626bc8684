"""A guided first game: a record that teaches one thing at a time. A game's Game names it; app/rooms/lesson.py plays it.

At each stop the learner reads a text and then makes the choice that the record has next; where that belongs to another
side, they only read on. Everything up to the next stop follows by itself. The texts of a stop are
`guide.<game>.<name>.title` and `guide.<game>.<name>.text`.
"""

from __future__ import annotations

from msgspec import Struct

from engine.core.choice import Choice
from engine.core.state import Side


class Stop(Struct, frozen=True):
    """A stop of the lesson after this many entries of the record."""

    after: int
    name: str
    show: tuple[str, ...] = ()
    """The subjects of the text: ids on the table's page, the most important first."""
    also: tuple[Choice, ...] = ()
    """Choices that the learner may make here besides the record's; what follows must be legal all the same."""


class Guide(Struct, frozen=True):
    """A guide. `record` is a file in the game's folder; `side` is the learner's. The last stop is after the last
    entry."""

    record: str
    side: Side
    stops: tuple[Stop, ...]
