"""The heart of a process: it beats into the database, sets our clock by its, and finds out when nobody was there to
play. What was due in such an outage is put off before anything is done about it; where the database's clock was set
back, the clocks of games go by the new one and keep what was left. `ringing` and rooms ask `in_time`.
"""

from __future__ import annotations

import asyncio
import time
from datetime import datetime, timedelta

import structlog

from app.background import over_and_over
from app.clock import Followed, followed, now
from app.clocks.reckoning import excused
from app.store.clocks import ClockStore
from app.store.database import Database
from app.store.outages import Outage, OutageStore

BEAT_SECONDS = 10.0
LONGEST = timedelta(seconds=60)
"""Without a beat of anybody for longer than this, there was an outage."""
GRACE = timedelta(seconds=60)
"""People need a moment to come back."""

log = structlog.get_logger(__name__)


class Heart:
    def __init__(self, database: Database) -> None:
        self.store, self.clocks = OutageStore(database), ClockStore(database)
        self.beaten = now() - 2 * LONGEST
        self.beating_since: datetime | None = None
        """When it beat first: before that this process goes by the clock of its machine."""
        self.beating = asyncio.Lock()

    async def beat(self) -> None:
        asked = time.monotonic()
        shown = await self.store.time()
        unsure = timedelta(seconds=(time.monotonic() - asked) / 2)
        seen, before = Followed(shown + unsure), followed() if self.beating_since else None
        at, back = await self.store.beat(seen, unsure, before, LONGEST, GRACE)
        self.beating_since = self.beating_since or at
        if followed.follow(seen, back):
            log.warning("the database's clock was set back", seconds=back)
            await self.clocks.tell_anew()
        for outage in await self.store.unexcused():
            await self.excuse(outage)
        self.beaten = at

    async def excuse(self, outage: Outage) -> None:
        log.warning("nobody could play", began_at=str(outage.began_at), ended_at=str(outage.ended_at))
        await self.clocks.wind_all(lambda clock, hours: excused(clock, outage.began_at, outage.ended_at, hours))
        await self.store.excuse(outage.id)

    async def in_time(self) -> None:
        """Nothing that clocks decide is done by a process that may have slept through an outage."""
        if now() - self.beaten > LONGEST:
            async with self.beating:
                if now() - self.beaten > LONGEST:
                    await self.beat()

    async def run(self) -> None:
        """For as long as the process lives."""
        await over_and_over(self.beat, BEAT_SECONDS, "no beat")
