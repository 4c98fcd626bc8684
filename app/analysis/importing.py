"""Plays imported records through in a worker process: one at a time in each server process, while a few wait for their
turn. `begun_by` asks for it, and cancels it when the visitor goes away.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from fastapi import HTTPException
from structlog import get_logger

from app.accounts.limits import TooMany, neighbourhood
from app.analysis.reading import Played, Unfit, played
from app.base.worker import Worker, WorkerDied

WAITING, EACH = 40, 4
"""Imports that a process accepts at once, and those of one address among them: one at work, the others waiting."""
PATIENCE = 20.0
"""Seconds that an import waits for its turn."""
LONGEST = 60.0
"""Seconds after which the worker is killed: it ends by itself long before that, unless the machine is busy."""
AGAIN = 5.0

log = get_logger(__name__)


class Imports:
    """The imports of one process. `games` are modules of further games."""

    def __init__(self, games: list[str]) -> None:
        self.games, self.worker = tuple(games), Worker()
        self.taken = Counter[str]()
        self.turn = asyncio.Lock()

    async def play(self, raw: bytes, host: str, inside: bool = False) -> Played:
        """Play a record, or the one `inside` a call. Raises Unfit, Twice and TooMany."""
        whose = neighbourhood(host)
        if self.taken.total() >= WAITING or self.taken[whose] >= EACH:
            raise TooMany(AGAIN)
        self.taken[whose] += 1
        try:
            return await self.in_turn(raw, inside)
        finally:
            self.taken[whose] -= 1
            self.taken += Counter()  # forgets addresses without imports

    async def in_turn(self, raw: bytes, inside: bool) -> Played:
        try:
            async with asyncio.timeout(PATIENCE):
                await self.turn.acquire()
        except TimeoutError:
            raise TooMany(AGAIN) from None
        try:
            return await self.worker.run(LONGEST, played, raw, self.games, inside)
        except TimeoutError as error:
            raise Unfit("$", "it takes too long to play", "slow") from error
        except WorkerDied as error:
            log.exception("the worker died of a record")
            raise HTTPException(503, headers={"Retry-After": str(round(AGAIN))}) from error
        finally:
            self.turn.release()

    async def close(self) -> None:
        await self.worker.close()
