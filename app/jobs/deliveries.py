"""Sends deliveries to browsers and webhooks, retries those that are not accepted, and gives up in the end. A
delivery may arrive twice, under the same id, but is never lost. It works in the background of each process.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta

import structlog

from app.base.clock import now
from app.features.notifications import web_push as push
from app.features.notifications import webhooks as hooks
from app.features.notifications.messages import read
from app.features.notifications.site_keys import Keys
from app.settings import Settings
from app.store.messages.deliveries import PUSH, Delivery, DeliveryStore
from app.web import safe_http as outgoing
from app.web.safe_http import Answer, Forbidden, Unanswered

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
    def __init__(self, settings: Settings, store: DeliveryStore, keys: Keys) -> None:
        self.settings, self.store, self.keys = settings, store, keys

    async def work(self) -> bool:
        """Send all deliveries that are due at the same time; return whether there may be more."""
        at = now()
        due = await self.store.claim(AT_ONCE, at, at + CLAIMED)
        await asyncio.gather(*map(self.deliver, due))
        return len(due) == AT_ONCE

    async def deliver(self, delivery: Delivery) -> None:
        body, headers = await self.body_and_headers(delivery)
        try:
            answer = await outgoing.post(delivery.receiver.address, body, headers, self.settings.local_hooks)
        except Forbidden as error:
            await self.give_up(delivery, f"forbidden: {error.reason}")
        except Unanswered as error:
            await self.retry_later(delivery, str(error))
        else:
            await self.handle_answer(delivery, answer)

    async def body_and_headers(self, delivery: Delivery) -> tuple[bytes, dict[str, str]]:
        message, to, seconds = read(delivery.text), delivery.receiver, int(now().timestamp())
        if to.shape == PUSH:
            subject = self.settings.contact
            return push.encrypted_post(message, to.address, to.secret, await self.keys.push(), subject, seconds)
        return hooks.signed_post(message, to.shape, to.secret, seconds)

    async def handle_answer(self, delivery: Delivery, answer: Answer) -> None:
        if 200 <= answer.status < 300:
            await self.store.sent(delivery, now())
            log.info("parcel sent", delivery=delivery.id, shape=delivery.receiver.shape)
        elif delivery.receiver.shape == PUSH and answer.status in GONE:
            await self.store.remove(delivery.receiver.person, number=delivery.receiver.id)
            log.info("a browser takes no more", delivery=delivery.id, receiver=delivery.receiver.id)
        elif answer.status >= 500 or answer.status in LATER:
            await self.retry_later(delivery, f"answer {answer.status}", answer.wait)
        else:
            await self.give_up(delivery, f"answer {answer.status}")

    async def retry_later(self, delivery: Delivery, trouble: str, wait: float = 0) -> None:
        if delivery.tries >= TRIES:
            await self.give_up(delivery, trouble)
            return
        pause = max(FIRST_WAIT * 2 ** (delivery.tries - 1), timedelta(seconds=wait))
        await self.store.failed(delivery, trouble, now() + min(LONGEST_WAIT, pause))
        log.warning(
            "parcel put off", delivery=delivery.id, shape=delivery.receiver.shape, trouble=trouble, tries=delivery.tries
        )

    async def give_up(self, delivery: Delivery, trouble: str) -> None:
        await self.store.failed(delivery, trouble, None)
        log.error(
            "parcel given up",
            delivery=delivery.id,
            shape=delivery.receiver.shape,
            trouble=trouble,
            tries=delivery.tries,
        )
