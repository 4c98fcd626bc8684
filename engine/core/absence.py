"""The entry that tells that a player was away too long and was answered for. Rooms tell it, whatever the game."""

from __future__ import annotations

from engine.core.journal import Entry
from engine.core.state import Side


class TimedOut(Entry, frozen=True):
    """A side's time was up: the caretaker answered for it."""

    side: Side
