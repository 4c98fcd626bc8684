"""Handles time that runs out. A process looks for rooms where something is due: players who have used most of their
time are marked as reminded, for `notices` to tell them; for a side whose time is up, the caretaker answers. That is a
move like any other, at the position of the question: if the player answers in the last second, the ledger takes
whichever comes first.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from random import SystemRandom

import structlog

from app.base.clock import now
from app.base.time_limit import OverBudget
from app.jobs.bots import chosen
from app.jobs.heartbeat import Heart
from app.model.clocks.hands import told_of
from app.model.refusals import Accepted
from app.model.senders import CLOCK
from app.rooms.move import Move
from app.rooms.move_timing import late
from app.rooms.room import Room
from app.rooms.rooms import Rooms
from app.rooms.tenures import vacate
from app.store.games.clocks import ClockStore
from app.store.games.rooms import RoomGone
from engine.core.choice import Choice
from engine.core.game import first_answer
from engine.core.refusal import Stale
from engine.core.state import Side
from engine.core.undo import kind_of

AGAIN = timedelta(minutes=5)
"""When to try again where nothing could be done."""

log = structlog.get_logger(__name__)


class Ringing:
    def __init__(self, rooms: Rooms, heart: Heart) -> None:
        self.rooms, self.heart = rooms, heart
        self.store = ClockStore(rooms.store.database)

    async def ring(self) -> None:
        """Handle everything that is due."""
        await self.heart.in_time()
        for key in await self.store.due(now()):
            room = await self.rooms.get(key)
            done = await room.finish(self.ring_at(room)) if isinstance(room, Room) else False
            if not done:
                log.error("nothing can be done where time ran out", room=key)
                await self.store.put_off(key, now() + AGAIN)

    async def ring_at(self, room: Room) -> bool:
        """Handle what is due in a room; return whether nothing is due there any more."""
        try:
            await room.refresh()
            while side := next(late(room), None):
                if not await self.answer(room, side):
                    return False
            async with room.lock:
                await self.remind(room)
        except RoomGone:
            self.rooms.forget(room.key)
            return True
        return not room.clock or not room.clock.due_at or room.clock.due_at > now()

    async def answer(self, room: Room, side: Side) -> bool:
        """Answer for a side whose time is up; return whether that, or the player's own answer, is recorded."""
        key = f"{room.epoch}.{room.sequence}.{side}"
        for choice in answers(room, side):
            answer = await room.play(Move(side, choice, key, room.sequence, CLOCK))
            if isinstance(answer, Accepted):
                log.info("time ran out", room=room.key, side=side, sequence=room.sequence)
                await given_up(room, side)
            if isinstance(answer, Accepted | Stale):
                return True
            log.error(
                "caretaker was refused", room=room.key, side=side, refusal=answer.key, key=key, kind=kind_of(choice)
            )
        return False

    async def remind(self, room: Room) -> None:
        at = now()
        if room.clock and told_of(room.clock, at) is not room.clock:
            await self.store.wind(room.id, lambda clock, _: told_of(clock, at))
            await room.follower.catch_up(own=True)


def answers(room: Room, side: Side) -> Iterator[Choice]:
    """Yield the caretaker's answer and, in case it fails, the first legal one."""
    for caretaker in (room.game.caretaker, first_answer):
        try:
            yield chosen(room, side, caretaker, SystemRandom())
        except (Exception, OverBudget):
            log.exception("caretaker failed", room=room.key, side=side, sequence=room.sequence)


async def given_up(room: Room, side: Side) -> None:
    """Offer the seat of a side to others after as many timeouts in a row as the table allows."""
    async with room.lock:
        clock = room.clock
        if clock is None or clock.hands[side].misses < clock.terms.misses:
            return
        refusal = await vacate(room, side, "timed_out")
    if not refusal:
        log.info("a seat is offered", room=room.key, side=side, misses=clock.hands[side].misses)
