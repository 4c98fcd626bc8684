"""Rate limits: a bucket of attempts for each address, account or recipient, which fills up again over time. `Tries`
limits passwords, new people and mails, and counts for all processes together; `Limits` keeps one process from being
overloaded, and counts in its memory.
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
"""How many buckets a process remembers; the least recently used goes first."""


class Limit(Struct, frozen=True):
    """How many attempts at once, and the seconds after which one more is available."""

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
"""Notices that a person's invitations cause."""
ASKED = Limit("asked", 4, 900)
"""Notices of invitations that a person gets."""
CALLS = Limit("calls", 600, 0.05)
"""Calls of the API by one person, or from one address without a token."""
CODES = Limit("codes", 10, 60)
"""Attempts at a code of a second factor: at any time three in a million are valid."""
SECRETS = Limit("secrets", 10, 30)
"""Attempts at a password by a signed-in person."""


class TooMany(HTTPException):
    """There were too many attempts; the answer says when to try again."""

    def __init__(self, seconds: float) -> None:
        super().__init__(429, headers={"Retry-After": str(math.ceil(seconds))})


class Bucket:
    """The remaining attempts of one address, account or recipient."""

    __slots__ = ("left", "limit", "since")

    def __init__(self, limit: Limit) -> None:
        self.limit, self.left, self.since = limit, float(limit.at_once), time.monotonic()

    def wait(self) -> float:
        """Take one attempt and return 0, or return the seconds until one is available."""
        now = time.monotonic()
        self.left = min(self.limit.at_once, self.left + (now - self.since) / self.limit.seconds)
        self.since = now
        if self.left < 1:
            return (1 - self.left) * self.limit.seconds
        self.left -= 1
        return 0.0


class Limits:
    """The rate limits of one process."""

    def __init__(self) -> None:
        self.buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def take(self, limit: Limit, whose: str) -> None:
        """Take one attempt. Raises TooMany."""
        wait = self.wait(limit, whose)
        if wait > 0:
            raise TooMany(wait)

    def wait(self, limit: Limit, whose: str) -> float:
        """Take one attempt and return 0, or return the seconds until one is available."""
        key = (limit.name, whose)
        bucket = self.buckets.pop(key, None) or Bucket(limit)
        self.buckets[key] = bucket
        if len(self.buckets) > KEPT:
            self.buckets.popitem(last=False)
        return bucket.wait()


class Tries:
    """The rate limits of all processes with the same database. Attempts beyond the limit in this process alone are
    refused without asking the database: a flood stops here."""

    def __init__(self, store: TryStore) -> None:
        self.here, self.store = Limits(), store

    async def take(self, limit: Limit, whose: str) -> None:
        """Take one attempt. Raises TooMany and StoreUnavailable."""
        wait = await self.wait(limit, whose)
        if wait > 0:
            raise TooMany(wait)

    async def wait(self, limit: Limit, whose: str) -> float:
        """Take one attempt and return 0, or return the seconds until one is available. Raises StoreUnavailable."""
        wait = self.here.wait(limit, whose)
        return wait or await self.store.take(mark_of(limit, whose), limit.at_once, limit.seconds, now())


def mark_of(limit: Limit, whose: str) -> str:
    """Return the stored name of a bucket, from which neither an address nor a token can be read."""
    return hashlib.sha256(f"{limit.name}\0{whose}".encode()).hexdigest()


@lru_cache(1_000)
def neighbourhood(host: str) -> str:
    """Return the network that an address stands for: in IPv6, one house has all addresses below the first 64 bits. It
    is cached because each request asks several times, and parsing an address takes 4 µs."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return str(IPv6Address(int(address) >> 64 << 64)) if isinstance(address, IPv6Address) else host
