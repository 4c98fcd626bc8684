"""The secrets of the site for push services and for unsubscribe links. The first process that needs one makes it and
stores it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from urllib.parse import urlencode

from app.features.notifications import web_push as push
from app.store.messages.deliveries import DeliveryStore

PUSH_KEY, LINKS_KEY = "push", "links"


class Keys:
    def __init__(self, store: DeliveryStore, site: str) -> None:
        self.store, self.site = store, site
        self.known: dict[str, str] = {}

    async def push(self) -> str:
        return await self.key(PUSH_KEY, push.new_key())

    async def push_public(self) -> str:
        """Return the public key that browsers get, so that only this site can write to them."""
        return push.b64(push.public(push.private(await self.push())))

    async def stop_address(self, person: int) -> str:
        """Return the address of the page on which this person, and nobody else, unsubscribes."""
        return f"{self.site}/unsubscribe?{urlencode({'who': person, 'key': await self.mark(person)})}"

    async def is_stopping(self, person: int, mark: str) -> bool:
        return hmac.compare_digest(mark.encode(), (await self.mark(person)).encode())

    async def mark(self, person: int) -> str:
        secret = await self.key(LINKS_KEY, secrets.token_urlsafe(32))
        return hmac.new(secret.encode(), b"no mail for %d" % person, hashlib.sha256).hexdigest()

    async def key(self, name: str, new: str) -> str:
        if name not in self.known:
            self.known[name] = await self.store.key(name, new)
        return self.known[name]
