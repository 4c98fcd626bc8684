"""Bots play their seats at a human pace, through the same `play` as everyone else. They decide on a position dealt
again as their side may know it: a bot cannot look into the hands of others.

One driver runs in each process. It starts from what the store says is due, so nothing is lost when a process ends;
where two processes play the same seat, the request key accepts one answer.
"""

from __future__ import annotations

import asyncio
from random import Random, SystemRandom

import msgspec
import structlog

from app.base.failures import StoreUnavailable
from app.base.time_limit import OverBudget, budget
from app.model.refusals import Accepted, Answer, RequestKeyReused
from app.model.senders import BOT
from app.rooms.move import read_move
from app.rooms.room import Room
from app.rooms.rooms import Rooms
from app.rooms.standing_orders import run_on
from app.rooms.votes import voting_on_position
from app.store.games.rooms import RoomGone
from engine.core import door
from engine.core.choice import Choice
from engine.core.game import Bot
from engine.core.refusal import Malformed, Stale
from engine.core.state import Side
from engine.core.undo import kind_of

RESCAN_SECONDS = 5.0
IN_STRIDE = 3
"""How much faster a bot answers that goes on with its own turn: other players can follow it and need not wait long."""

log = structlog.get_logger(__name__)


class Bots:
    def __init__(self, rooms: Rooms, pace: float) -> None:
        self.rooms, self.pace = rooms, pace
        self.chance = SystemRandom()
        self.playing: dict[str, asyncio.Task[None]] = {}
        rooms.observers.append(self.notice)

    def notice(self, room: Room, _own: bool = True) -> None:
        """Start playing if the changed room waits for a bot."""
        if room.key not in self.playing and self.due(room):
            task = asyncio.create_task(self.play(room))
            self.playing[room.key] = task
            task.add_done_callback(lambda _: self.playing.pop(room.key, None))

    def due(self, room: Room) -> Side | None:
        """Return the side for which a bot has to answer, None if there is none. A table of bots alone pauses while
        nobody watches, a lesson plays its own moves, and bots wait while the table votes on going back."""
        if not room.seating.bots:
            return None
        alone = all(seat.bot for seat in room.seating.seats)
        if room.lesson or voting_on_position(room) or (alone and not self.rooms.watched(room)):
            return None
        return next((side for side in (*room.waiting, *room.awaited) if side in room.seating.bots), None)

    async def run(self) -> None:
        """Play whatever is due for as long as the process lives, including what ended processes left behind."""
        try:
            while True:
                await self.scan()
                await asyncio.sleep(RESCAN_SECONDS)
        except asyncio.CancelledError:
            self.rest()
            raise

    def rest(self) -> None:
        """Stop at the end of the process: bots that are thinking give no answer, and no others begin."""
        self.rooms.observers.remove(self.notice)
        for task in self.playing.values():
            task.cancel()

    async def scan(self) -> None:
        try:
            for key in await self.rooms.store.with_bots_due():
                room = await self.rooms.get(key)
                if isinstance(room, Room):
                    self.notice(room)
                    if not self.due(room):
                        await room.finish(run_on(room))
        except StoreUnavailable as error:
            log.warning("bots wait for the store", error=str(error))

    async def play(self, room: Room) -> None:
        while side := self.due(room):
            head = room.head
            await asyncio.sleep(self.pause(room, side))
            if room.head == head and not await self.answer(room, side):
                return

    def pause(self, room: Room, side: Side) -> float:
        """Return how long the bot thinks."""
        goes_on = room.log and room.log[-1].side == side
        return self.pace / IN_STRIDE if goes_on else self.pace

    async def answer(self, room: Room, side: Side) -> bool:
        """Give one answer; return whether it makes sense to go on at once."""
        kind = room.seating.bots[side]
        key = f"{room.epoch}.{room.sequence}.{side}"
        try:
            choice = self.choice(room, side, room.game.bots.get(kind, room.game.caretaker))
            answer = await play(room, side, choice, key)
        except StoreUnavailable as error:
            log.warning("bot waits for the store", room=room.key, error=str(error))
            return False
        except RoomGone:
            self.rooms.forget(room.key)
            return False
        except (Exception, OverBudget):
            log.exception("bot failed", room=room.key, side=side, bot=kind, sequence=room.sequence)
            return await self.take_care(room, side, key)
        if isinstance(answer, Accepted | Stale | RequestKeyReused):
            return True
        log.error(
            "bot was refused", room=room.key, side=side, bot=kind, refusal=answer.key, key=key, kind=kind_of(choice)
        )
        return await self.take_care(room, side, key)

    async def take_care(self, room: Room, side: Side, key: str) -> bool:
        """Let the caretaker answer for a bot that cannot."""
        try:
            choice = self.choice(room, side, room.game.caretaker)
            answer = await play(room, side, choice, f"{key}.care")
        except (Exception, OverBudget):
            log.exception("caretaker failed", room=room.key, side=side, sequence=room.sequence)
            return False
        return isinstance(answer, Accepted)

    def choice(self, room: Room, side: Side, bot: Bot) -> Choice:
        return chosen(room, side, bot, self.chance)


async def play(room: Room, side: Side, choice: Choice, key: str) -> Answer:
    """Play a bot's choice. It is read as if it came from elsewhere, so that a bot's nonsense is refused."""
    move = read_move(room.game, side, msgspec.json.encode(choice), key, room.sequence, BOT)
    return move if isinstance(move, Malformed) else await room.play(move)


def chosen(room: Room, side: Side, bot: Bot, chance: Random) -> Choice:
    """Let a bot choose, from the position as its side may know it."""
    with budget():
        known = room.game.redeal(room.position, side, chance)
        asked = door.waiting(room.game, known)
        return bot(known, side, asked[side] if side in asked else room.game.out_of_turn.awaited(known)[side], chance)
