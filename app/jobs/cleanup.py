"""Deletes what has expired: unused sessions, dead links, guests who never played, old mails and notices, and requests
that will not be sent again. `Sweeping.run` works in the background.
"""

from __future__ import annotations

import asyncio

import structlog

from app.base.clock import now
from app.base.tasks import over_and_over
from app.store.messages.deliveries import DeliveryStore
from app.store.messages.mail_outbox import MailStore
from app.store.messages.notices import NoticeStore
from app.store.people.attempts import TryStore
from app.store.people.factors import FactorStore
from app.store.people.people import PeopleStore
from app.store.people.request_keys import RequestStore

FIRST_SECONDS = 60.0
EVERY_SECONDS = 3600.0

log = structlog.get_logger(__name__)


class Sweeping:
    def __init__(
        self, *stores: PeopleStore | MailStore | NoticeStore | DeliveryStore | RequestStore | TryStore | FactorStore
    ) -> None:
        self.stores = stores

    async def run(self) -> None:
        """Sweep for as long as the process lives, but not while it starts, when others need the database."""
        await asyncio.sleep(FIRST_SECONDS)
        await over_and_over(self.sweep, EVERY_SECONDS, "not swept")

    async def sweep(self) -> None:
        for store in self.stores:
            await store.sweep(now())
