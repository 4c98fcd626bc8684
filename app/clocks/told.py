"""Tells programs how much time each side has, through the API and a table's feed; and finds the deadlines that recaps
and mails tell.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import msgspec
from msgspec import Struct

from app.clocks.reckoning import Clock
from engine.core.state import Side


class SideTime(Struct, frozen=True):
    """The time of a side in seconds, as it was when the side began to decide (`since`), or as it is now. `free` is for
    the decision, `left` its bank or reserve; `due` is when both are gone. `misses`: timeouts in a row."""

    left: float
    free: float
    since: datetime | None
    due: datetime | None
    misses: int


class Time(Struct, frozen=True):
    """How much time each side has; `paused` is since when all clocks are stopped."""

    paused: datetime | None
    sides: dict[str, SideTime]


def due(clock: Clock | None, sides: Iterable[Side]) -> datetime | None:
    """Return the deadline by which the first of these sides has to answer, while the clock runs."""
    hands = clock.hands if clock and not clock.paused else {}
    return min((hand.due for side in sides if (hand := hands.get(side)) and hand.due), default=None)


def told(clock: Clock | None) -> Time | None:
    if clock is None:
        return None
    sides = {side: msgspec.convert(hand, SideTime, from_attributes=True) for side, hand in clock.hands.items()}
    return Time(clock.paused, sides)
