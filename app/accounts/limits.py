"""How often something may be tried: a bucket of tries for each address, account or recipient, that fills up again by
and by. `Tries` guards passwords, new people and letters, and is counted for all processes together; `Limits` keeps one
process from being kept busy, and is counted in its memory. Called by whoever has something that can be tried.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from fastapi import HTTPException
from msgspec import Struct

from app.clock import now
from app.store.tries import TryStore

KEPT = 20_000
"""Buckets that a process remembers; the one longest unused is the first to be forgotten."""


class Limit(Struct, frozen=True):
    """So many at once, and one more after each so many seconds."""

    name: str
    at_once: int
    seconds: float


GUESTS = Limit("guests", 60, 2)
LOGINS_FROM = Limit("logins from", 30, 10)
LOGINS_TO = Limit("logins to", 10, 60)
ACCOUNTS = Limit("accounts", 10, 120)
MAILS_FROM = Limit("mails from", 10, 120)
MAILS_TO = Limit("mails to", 4, 900)
INVITING = Limit("inviting", 20, 120)
"""Notices that somebody's invitations cause."""
ASKED = Limit("asked", 4, 900)
"""Notices of invitations that somebody gets."""
CALLS = Limit("calls", 600, 0.05)
"""Calls of the API by one person, or from one address without a token."""
CODES = Limit("codes", 10, 60)
"""Tries at a code of a second factor: three of a million fit at a time."""
SECRETS = Limit("secrets", 10, 30)
"""Tries at a password by somebody who is signed in."""


class TooMany(HTTPException):
    """Try again after so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(429, headers={"Retry-After": str(math.ceil(seconds))})


class Bucket:
    """The tries that are left to somebody."""

    __slots__ = ("left", "limit", "since")

    def __init__(self, limit: Limit) -> None:
        self.limit, self.left, self.since = limit, float(limit.at_once), time.monotonic()

    def wait(self) -> float:
        """Take one try if there is one; else how many seconds until there is."""
        now = time.monotonic()
        self.left = min(self.limit.at_once, self.left + (now - self.since) / self.limit.seconds)
        self.since = now
        if self.left < 1:
            return (1 - self.left) * self.limit.seconds
        self.left -= 1
        return 0.0


class Limits:
    """Of one process."""

    def __init__(self) -> None:
        self.buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def take(self, limit: Limit, whose: str) -> None:
        """One try. Raises TooMany."""
        wait = self.wait(limit, whose)
        if wait > 0:
            raise TooMany(wait)

    def wait(self, limit: Limit, whose: str) -> float:
        """Take one try if there is one; else how many seconds until there is."""
        key = (limit.name, whose)
        bucket = self.buckets.pop(key, None) or Bucket(limit)
        self.buckets[key] = bucket
        if len(self.buckets) > KEPT:
            self.buckets.popitem(last=False)
        return bucket.wait()


class Tries:
    """Of all processes over one database. What is too much for this one alone is refused without asking there: a flood
    ends here."""

    def __init__(self, store: TryStore) -> None:
        self.here, self.store = Limits(), store

    async def take(self, limit: Limit, whose: str) -> None:
        """One try. Raises TooMany, StoreUnavailable."""
        wait = await self.wait(limit, whose)
        if wait > 0:
            raise TooMany(wait)

    async def wait(self, limit: Limit, whose: str) -> float:
        """Take one try if there is one; else how many seconds until there is. Raises StoreUnavailable."""
        wait = self.here.wait(limit, whose)
        return wait or await self.store.take(mark_of(limit, whose), limit.at_once, limit.seconds, now())


def mark_of(limit: Limit, whose: str) -> str:
    """What is stored: it says neither an address nor a token."""
    return hashlib.sha256(f"{limit.name}\0{whose}".encode()).hexdigest()


@lru_cache(1_000)
def neighbourhood(host: str) -> str:
    """Whom an address stands for: of IPv6, one house has them all up to the 64th bit. Each request asks several times,
    and reading an address takes 4 µs."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return str(IPv6Address(int(address) >> 64 << 64)) if isinstance(address, IPv6Address) else host
