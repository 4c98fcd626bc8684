"""Encrypts secrets that have to be read again but should not be in plain text in copies of the database: by
HORLOGE_SECRET, or by a key that the site makes and keeps in the same database, which is no more than keeping them out
of sight.
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
    """It was encrypted with another HORLOGE_SECRET than the present one."""


class Sealing:
    """Encrypts and decrypts; `key_of` returns the site's own key, as it was first made."""

    def __init__(self, secret: str, key_of: KeyOf) -> None:
        self.secret, self.key_of = secret, key_of
        self.boxes: MultiFernet | None = None

    async def opened(self) -> MultiFernet:
        """Return the keys: the first encrypts, HORLOGE_SECRET if it is set; all decrypt, also what is older than that
        setting."""
        if self.boxes is None:
            own = await self.key_of(KEY, secrets.token_urlsafe(32))
            self.boxes = MultiFernet([box(one) for one in (self.secret, own) if one])
        return self.boxes

    async def seal(self, plain: bytes) -> str:
        return (await self.opened()).encrypt(plain).decode()

    async def unseal(self, sealed: str) -> bytes:
        """Decrypt a secret. Raises Unsealable if no key fits."""
        try:
            return (await self.opened()).decrypt(sealed)
        except InvalidToken as error:
            raise Unsealable from error


def box(secret: str) -> Fernet:
    key = HKDF(SHA256(), 32, salt=None, info=b"horloge factors").derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(key))
