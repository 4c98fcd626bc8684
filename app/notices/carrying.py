"""Sends deliveries (parcels) to browsers and webhooks, retries those that are not accepted, and gives up in the end. A
delivery may arrive twice, under the same id, but is never lost. It works in the background of each process.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta

import structlog

from app import outgoing
from app.clock import now
from app.notices import hooks, push
from app.notices.keys import Keys
from app.notices.messages import read
from app.outgoing import Answer, Forbidden, Unanswered
from app.settings import Settings
from app.store.parcels import PUSH, Parcel, ParcelStore

AT_ONCE = 20
CLAIMED = timedelta(minutes=2)
"""When a claimed delivery has been sent, or its process has died."""
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=20), timedelta(hours=2)
TRIES = 10
GONE = {404, 410}
"""The statuses of push services for a browser that has unsubscribed."""
LATER = {408, 425, 429}

log = structlog.get_logger(__name__)


class Carrier:
    def __init__(self, settings: Settings, store: ParcelStore, keys: Keys) -> None:
        self.settings, self.store, self.keys = settings, store, keys

    async def work(self) -> bool:
        """Send all deliveries that are due at the same time; return whether there may be more."""
        at = now()
        due = await self.store.claim(AT_ONCE, at, at + CLAIMED)
        await asyncio.gather(*map(self.deliver, due))
        return len(due) == AT_ONCE

    async def deliver(self, parcel: Parcel) -> None:
        body, headers = await self.shaped(parcel)
        try:
            answer = await outgoing.post(parcel.receiver.address, body, headers, self.settings.local_hooks)
        except Forbidden as error:
            await self.give_up(parcel, f"forbidden: {error.reason}")
        except Unanswered as error:
            await self.put_off(parcel, str(error))
        else:
            await self.answered(parcel, answer)

    async def shaped(self, parcel: Parcel) -> tuple[bytes, dict[str, str]]:
        message, to, seconds = read(parcel.text), parcel.receiver, int(now().timestamp())
        if to.shape == PUSH:
            subject = self.settings.contact
            return push.shaped(message, to.address, to.secret, await self.keys.push(), subject, seconds)
        return hooks.shaped(message, to.shape, to.secret, seconds)

    async def answered(self, parcel: Parcel, answer: Answer) -> None:
        if 200 <= answer.status < 300:
            await self.store.sent(parcel, now())
            log.info("parcel sent", parcel=parcel.id, shape=parcel.receiver.shape)
        elif parcel.receiver.shape == PUSH and answer.status in GONE:
            await self.store.remove(parcel.receiver.person, number=parcel.receiver.id)
            log.info("a browser takes no more", parcel=parcel.id, receiver=parcel.receiver.id)
        elif answer.status >= 500 or answer.status in LATER:
            await self.put_off(parcel, f"answer {answer.status}", answer.wait)
        else:
            await self.give_up(parcel, f"answer {answer.status}")

    async def put_off(self, parcel: Parcel, trouble: str, wait: float = 0) -> None:
        if parcel.tries >= TRIES:
            await self.give_up(parcel, trouble)
            return
        pause = max(FIRST_WAIT * 2 ** (parcel.tries - 1), timedelta(seconds=wait))
        await self.store.failed(parcel, trouble, now() + min(LONGEST_WAIT, pause))
        log.warning(
            "parcel put off", parcel=parcel.id, shape=parcel.receiver.shape, trouble=trouble, tries=parcel.tries
        )

    async def give_up(self, parcel: Parcel, trouble: str) -> None:
        await self.store.failed(parcel, trouble, None)
        log.error("parcel given up", parcel=parcel.id, shape=parcel.receiver.shape, trouble=trouble, tries=parcel.tries)
