"""How much time each side has, as programs are told it: in answers of the API, and over a table's feed; and by when
somebody has to answer, as recaps and letters say it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import msgspec
from msgspec import Struct

from app.clocks.reckoning import Clock
from engine.core.state import Side


class SideTime(Struct, frozen=True):
    """The time of a side, in seconds, as it was when it began to be waited for (`since`), or else is. `free` is for the
    decision it is asked for, `left` its bank or reserve; `due` is when both are gone. `misses`: time-outs in a row."""

    left: float
    free: float
    since: datetime | None
    due: datetime | None
    misses: int


class Time(Struct, frozen=True):
    """How much time each side has; `paused` says since when all clocks stand."""

    paused: datetime | None
    sides: dict[str, SideTime]


def due(clock: Clock | None, sides: Iterable[Side]) -> datetime | None:
    """By when one of these has to answer, while the clock goes."""
    hands = clock.hands if clock and not clock.paused else {}
    return min((hand.due for side in sides if (hand := hands.get(side)) and hand.due), default=None)


def told(clock: Clock | None) -> Time | None:
    if clock is None:
        return None
    sides = {side: msgspec.convert(hand, SideTime, from_attributes=True) for side, hand in clock.hands.items()}
    return Time(clock.paused, sides)
