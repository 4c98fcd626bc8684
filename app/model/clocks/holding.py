"""Stops, starts and extends a clock. Hosts, votes and admins do it by these rules; who may is said where they ask."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

import msgspec
from msgspec import Struct

from app.model.clocks.hands import Calendars, Clock, extend_time, pause_clock, resume_clock
from app.model.refusals import ClockGoes, ClockStands, NoClock
from engine.core.naming import snake
from engine.core.refusal import Refusal


class Holding(Struct, frozen=True):
    """`pause` stops all time until `resume`, while players may still move; `extend` gives the sides that have to decide
    so many more minutes for the decision."""

    do: Literal["pause", "resume", "extend"]
    minutes: int = 0

    def why_not(self, clock: Clock | None) -> Refusal | None:
        """Return why this cannot be done to the clock as it is, None if it can."""
        if clock is None:
            return NoClock()
        match self.do:
            case "pause":
                return ClockStands() if clock.paused else None
            case "resume":
                return None if clock.paused else ClockGoes()
            case "extend":
                return None

    def done(self, clock: Clock, at: datetime, hours: Calendars) -> Clock:
        match self.do:
            case "pause":
                return pause_clock(clock, at, hours)
            case "resume":
                return resume_clock(clock, at, hours)
            case "extend":
                return extend_time(clock, timedelta(minutes=self.minutes), at, hours)


def holding_of(asked: Struct) -> Holding:
    """Return what is asked for: votes and admin actions call theirs `Pause`, `Resume` and `Extend` too."""
    return msgspec.convert({"do": snake(type(asked).__name__), **msgspec.structs.asdict(asked)}, Holding)
