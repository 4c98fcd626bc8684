"""Counts games as they end: stores their results and updates the ratings. `Counting.run` works in the background of
every process; a game is counted once, by whichever process, and ratings follow the order in which the games ended.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog

from app.base.failures import StoreUnavailable
from app.base.time_limit import OverBudget, budget
from app.model.results.outcome import VOID, Ended, Outcome, outcome
from app.rooms.loading import decode_position
from app.rooms.room import Room
from app.rooms.rooms import Rooms
from app.store.ratings.results import Over, ResultStore
from engine.core import registry
from engine.core.game import AnyGame

RESCAN_SECONDS = 60.0
"""The interval of looking for games that ended at another process, or while none ran."""

log = structlog.get_logger(__name__)


class Counting:
    def __init__(self, rooms: Rooms) -> None:
        self.results = ResultStore(rooms.store.database)
        self.ended = asyncio.Event()
        rooms.observers.append(self.notice)

    def notice(self, room: Room, _own: bool = True) -> None:
        """Count a changed room if its game is over."""
        if room.status == "finished":
            self.ended.set()

    async def run(self) -> None:
        """Count for as long as the process lives."""
        while True:
            self.ended.clear()
            try:
                await self.count_all()
            except StoreUnavailable as error:
                log.warning("not counted", error=str(error))
            with suppress(TimeoutError):
                async with asyncio.timeout(RESCAN_SECONDS):
                    await self.ended.wait()

    async def count_all(self) -> None:
        """Count all games that are not counted yet, in the order of their ends."""
        for room in await self.results.finished(registry.games(), uncounted=True):
            if over := await self.results.over(room):
                await self.results.count(read(registry.game(over.game), over))


def read(game: AnyGame, over: Over) -> Outcome:
    """Return the result of a game; a void or unreadable one has no result but the reason."""
    if over.void:
        return void(over, VOID)
    try:
        with budget():
            return outcome(game, ended(game, over))
    except (Exception, OverBudget):
        log.exception("a game can't be counted", room=over.key)
        return void(over, "unreadable")


def ended(game: AnyGame, over: Over) -> Ended:
    return Ended(
        room=over.room,
        began_at=over.began_at,
        ended_at=over.ended_at,
        sitters=over.sitters,
        rated=over.rated,
        opening=decode_position(game, over.opening),
        last=decode_position(game, over.last),
        log=over.log,
        timed=over.timed,
    )


def void(over: Over, why: str) -> Outcome:
    return Outcome(
        room=over.room,
        game=over.game,
        players=len(over.sitters),
        began_at=over.began_at,
        ended_at=over.ended_at,
        turns=0,
        decisions=0,
        people=False,
        rated=False,
        void=why,
    )
