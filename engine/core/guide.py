"""A guided first game: a record that teaches one thing at a time. A game's Game names it; app/rooms/lesson.py plays it.

At each stop the learner is told something, and then makes the choice that the record has next; where that is another
side's, they only read on. Everything up to the next stop follows by itself. The words of a stop are
`guide.<game>.<name>.title` and `guide.<game>.<name>.text`.
"""

from __future__ import annotations

from msgspec import Struct

from engine.core.choice import Choice
from engine.core.state import Side


class Stop(Struct, frozen=True):
    """After so many entries of the record the learner is told this."""

    after: int
    name: str
    show: tuple[str, ...] = ()
    """What it speaks of: ids on the table's page, the most important first."""
    also: tuple[Choice, ...] = ()
    """What the learner may choose here besides what the record has; what follows must be legal all the same."""


class Guide(Struct, frozen=True):
    """`record` is a file in the game's folder; `side` is the learner's. The last stop is after the last entry."""

    record: str
    side: Side
    stops: tuple[Stop, ...]
