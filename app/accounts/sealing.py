"""Secrets that are read again but should stand in no copy of the database: encrypted by HORLOGE_SECRET, or by a key
that the site makes itself and keeps beside it, which is no more than keeping it out of sight.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Awaitable, Callable

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

KEY = "factors"
"""The name of the site's own key in the store."""

KeyOf = Callable[[str, str], Awaitable[str]]


class Unsealable(Exception):
    """It was encrypted by another HORLOGE_SECRET than the one that is set now."""


class Sealing:
    """`key_of` gives the site's own key, as it was made first."""

    def __init__(self, secret: str, key_of: KeyOf) -> None:
        self.secret, self.key_of = secret, key_of
        self.boxes: MultiFernet | None = None

    async def opened(self) -> MultiFernet:
        """Seals by HORLOGE_SECRET where it is set; opens also what was sealed before that was."""
        if self.boxes is None:
            own = await self.key_of(KEY, secrets.token_urlsafe(32))
            self.boxes = MultiFernet([box(one) for one in (self.secret, own) if one])
        return self.boxes

    async def seal(self, plain: bytes) -> str:
        return (await self.opened()).encrypt(plain).decode()

    async def unseal(self, sealed: str) -> bytes:
        """Raise Unsealable if no key fits."""
        try:
            return (await self.opened()).decrypt(sealed)
        except InvalidToken as error:
            raise Unsealable from error


def box(secret: str) -> Fernet:
    key = HKDF(SHA256(), 32, salt=None, info=b"horloge factors").derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(key))
