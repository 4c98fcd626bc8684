"""Stops, starts and extends the clocks of a table, for the host and for votes. Each is one transaction on the room's
row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.base.clock import now
from app.model.clocks.holding import Holding
from app.model.refusals import NotYourClock
from app.store.people.people import Person
from engine.core.refusal import GameOver, Refusal

if TYPE_CHECKING:
    from app.rooms.room import Room

LONGER = {"live": (1, 5, 10, 30), "days": (60, 360, 720, 1_440, 2_880, 4_320)}
"""The minutes that the host may add at once: in a live game, and by web."""
LONGER["hour"] = LONGER["days"]
MOST = 14 * 24 * 60
"""The maximum of minutes added at once."""


def may_hold(room: Room, person: Person | None) -> bool:
    """Tell whether a person may stop and extend the clocks without a vote: the host, if the table's terms allow it."""
    host = room.table.host if room.table else None
    return bool(room.clock and room.clock.terms.host_holds and person and person.id == host)


async def held_by(room: Room, person: Person, wanted: Holding) -> Refusal | None:
    """Do what a person wants, if they may do it without a vote."""
    if room.clock and not may_hold(room, person):
        return NotYourClock()
    return await hold(room, wanted)


async def hold(room: Room, wanted: Holding) -> Refusal | None:
    return await room.finish(holding(room, wanted))


async def holding(room: Room, wanted: Holding) -> Refusal | None:
    async with room.lock:
        await room.follower.catch_up()
        over = room.clock and room.status != "playing"
        refusal = GameOver() if over else wanted.why_not(room.clock)
        if refusal is None:
            await wind(room, wanted)
        return refusal


async def wind(room: Room, wanted: Holding) -> None:
    """Change the clock and announce it. The caller holds the room's lock."""
    at = now()
    await room.follower.clocks.wind(room.id, lambda clock, hours: wanted.done(clock, at, hours))
    await room.follower.catch_up(own=True)
