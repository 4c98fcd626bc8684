"""Buckets of attempts, which fill up again over time, and the addresses that share one."""

from __future__ import annotations

import time
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from msgspec import Struct


class Limit(Struct, frozen=True):
    """How many attempts at once, and the seconds after which one more is available."""

    name: str
    at_once: int
    seconds: float


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


@lru_cache(1_000)
def neighbourhood(host: str) -> str:
    """Return the network that an address stands for: in IPv6, one house has all addresses below the first 64 bits. It
    is cached because each request asks several times, and parsing an address takes 4 µs."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return str(IPv6Address(int(address) >> 64 << 64)) if isinstance(address, IPv6Address) else host
