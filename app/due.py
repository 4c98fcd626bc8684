"""The scheduler of background work. One query per second finds out which kinds of work are due; it wakes the jobs for
those kinds, so that an idle process asks nothing more and nothing waits for long.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from app.background import Work, over_and_over
from app.clock import now
from app.notices.noticing import SETTLES
from app.rooms.caring import STAYING
from app.store.database import Database
from app.store.due import DueStore, Kind

LOOK_SECONDS = 1.0


class Due:
    def __init__(self, database: Database) -> None:
        self.store = DueStore(database, STAYING)
        self.bells: list[tuple[frozenset[Kind], asyncio.Event]] = []

    async def run(self) -> None:
        """Look for due work for as long as the process lives."""
        await over_and_over(self.look, LOOK_SECONDS, "nobody knows what is due")

    async def look(self) -> None:
        at = now()
        due = await self.store.due(at, at - SETTLES)
        for kinds, bell in self.bells:
            if kinds & due:
                bell.set()

    def calls(self, round_of_it: Callable[[], Awaitable[bool | None]], *kinds: Kind) -> Work:
        """Return a job that runs a round whenever any of these kinds is due, and another at once if the round returns
        that there may be more to do. Work that cannot be done now is found due again."""
        bell = asyncio.Event()
        self.bells.append((frozenset(kinds), bell))

        async def when_called() -> None:
            await bell.wait()
            bell.clear()
            while await round_of_it():
                pass

        return partial(over_and_over, when_called, 0.0, f"{' and '.join(kinds)} wait for the store")
