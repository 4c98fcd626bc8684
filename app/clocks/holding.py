"""Stops, starts and extends the clocks of a table, for the host and for votes. Each is one transaction on the room's
row.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from app.clock import now
from app.clocks import reckoning
from app.clocks.reckoning import Clock
from app.rooms.answers import ClockGoes, ClockStands, NoClock, NotYourClock
from app.store.clocks import Change
from app.store.people import Person
from engine.core.refusal import GameOver, Refusal

if TYPE_CHECKING:
    from app.rooms.room import Room

LONGER = {"live": (1, 5, 10, 30), "days": (60, 360, 720, 1_440, 2_880, 4_320)}
"""The minutes that the host may add at once: in a live game, and by web."""
LONGER["hour"] = LONGER["days"]
MOST = 14 * 24 * 60
"""The maximum of minutes added at once."""
WhyNot = Callable[[Clock | None], Refusal | None]
"""Returns why this cannot be done to the clock as it is, None if it can."""


def may_hold(room: Room, person: Person | None) -> bool:
    """Tell whether a person may stop and extend the clocks without a vote: the host, if the table's terms allow it."""
    host = room.table.host if room.table else None
    return bool(room.clock and room.clock.terms.host_holds and person and person.id == host)


class Holding(Struct, frozen=True):
    """The action of the host: `pause`, `resume` or `extend`, and by how many minutes."""

    do: Literal["pause", "resume", "extend"]
    minutes: int = 0


async def held_by(room: Room, person: Person, wanted: Holding) -> Refusal | None:
    """Do what a person wants, if they may do it without a vote."""
    if room.clock and not may_hold(room, person):
        return NotYourClock()
    match wanted.do:
        case "pause":
            return await pause(room)
        case "resume":
            return await resume(room)
        case "extend":
            return await extend(room, timedelta(minutes=wanted.minutes))


def pausing() -> Change:
    """Return a change that stops all time until `resuming`; players may still move."""
    at = now()
    return lambda clock, hours: reckoning.paused(clock, at, hours)


def resuming() -> Change:
    at = now()
    return lambda clock, hours: reckoning.resumed(clock, at, hours)


def extending(by: timedelta) -> Change:
    """Return a change that gives the sides that have to decide this much more time for the decision."""
    at = now()
    return lambda clock, hours: reckoning.extended(clock, by, at, hours)


def not_paused(clock: Clock | None) -> Refusal | None:
    """Return why the clock cannot be stopped."""
    return (ClockStands() if clock.paused else None) if clock else NoClock()


def not_resumed(clock: Clock | None) -> Refusal | None:
    return (None if clock.paused else ClockGoes()) if clock else NoClock()


def not_extended(clock: Clock | None) -> Refusal | None:
    return None if clock else NoClock()


async def pause(room: Room) -> Refusal | None:
    return await hold(room, pausing(), not_paused)


async def resume(room: Room) -> Refusal | None:
    return await hold(room, resuming(), not_resumed)


async def extend(room: Room, by: timedelta) -> Refusal | None:
    return await hold(room, extending(by), not_extended)


async def hold(room: Room, change: Change, why_not: WhyNot) -> Refusal | None:
    return await room.finish(holding(room, change, why_not))


async def holding(room: Room, change: Change, why_not: WhyNot) -> Refusal | None:
    async with room.lock:
        await room.catch_up()
        over = room.clock and room.status != "playing"
        refusal = GameOver() if over else why_not(room.clock)
        if refusal is None:
            await wind(room, change)
        return refusal


async def wind(room: Room, change: Change) -> None:
    """Change the clock and announce it. The caller holds the room's lock."""
    await room.clocks.wind(room.id, change)
    await room.catch_up(own=True)
