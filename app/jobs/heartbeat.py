"""Each process's heartbeat into the database. It synchronises the process's clock with the database's, and finds
outages, in which no process was running. Everything due in an outage is postponed before anything is done about it; if
the database's clock was set back, the clocks of games follow the new one and keep the time that was left. The
timeouts and rooms await `in_time`.
"""

from __future__ import annotations

import asyncio
import time
from datetime import datetime, timedelta

import structlog

from app.base.clock import Followed, followed, now
from app.base.tasks import over_and_over
from app.model.clocks.hands import excuse_outage
from app.store.db.database import Database
from app.store.games.clocks import ClockStore
from app.store.ops.heartbeats import Outage, OutageStore

BEAT_SECONDS = 10.0
LONGEST = timedelta(seconds=60)
"""If no process beats for longer than this, that is an outage."""
GRACE = timedelta(seconds=60)
"""The time that people get to come back."""

log = structlog.get_logger(__name__)


class Heart:
    def __init__(self, database: Database) -> None:
        self.store, self.clocks = OutageStore(database), ClockStore(database)
        self.beaten = now() - 2 * LONGEST
        self.beating_since: datetime | None = None
        """The time of the first beat: before it this process goes by the clock of its machine."""
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
        await self.clocks.wind_all(lambda clock, hours: excuse_outage(clock, outage.began_at, outage.ended_at, hours))
        await self.store.excuse(outage.id)

    async def in_time(self) -> None:
        """Beat if the last beat is long ago: a process that may have slept through an outage must not act on clocks."""
        if now() - self.beaten > LONGEST:
            async with self.beating:
                if now() - self.beaten > LONGEST:
                    await self.beat()

    async def run(self) -> None:
        """Beat for as long as the process lives."""
        await over_and_over(self.beat, BEAT_SECONDS, "no beat")
