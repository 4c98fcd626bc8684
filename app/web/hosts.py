"""Where a request comes from, as limits count it."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address, ip_network

from starlette.types import Scope


def host_in(scope: Scope) -> str:
    """Return the address of the visitor: behind a trusted proxy, the one that the proxy names."""
    client = scope.get("client")
    return client[0] if client else ""


class Networks:
    """Addresses and networks, separated by commas; `*` is all of them."""

    def __init__(self, named: str = "") -> None:
        names = [*filter(None, map(str.strip, named.split(",")))]
        self.all = "*" in names
        self.networks = [ip_network(one, strict=False) for one in names if one != "*"]
        self.contains = lru_cache(maxsize=1_000)(self.look)

    def __contains__(self, host: object) -> bool:
        return self.contains(str(host))

    def look(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return self.all
        return self.all or any(address in network for network in self.networks)
