"""What is of no use any more is forgotten: sessions that nobody used for long, links that lead nowhere, mails that were
sent a while ago. `Sweeping.run` is work in the background.
"""

from __future__ import annotations

import asyncio

import structlog

from app.clock import now
from app.store.database import StoreUnavailable
from app.store.mails import MailStore
from app.store.people import PeopleStore

EVERY_SECONDS = 3600.0

log = structlog.get_logger(__name__)


class Sweeping:
    def __init__(self, people: PeopleStore, mails: MailStore) -> None:
        self.people, self.mails = people, mails

    async def run(self) -> None:
        """For as long as the process lives."""
        while True:
            try:
                await self.sweep()
            except StoreUnavailable as error:
                log.warning("not swept", error=str(error))
            await asyncio.sleep(EVERY_SECONDS)

    async def sweep(self) -> None:
        await self.people.sweep(now())
        await self.mails.sweep(now())
