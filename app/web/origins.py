"""Origins as browsers send them: scheme, host and port. Only a page of this very origin may send a form or open a
socket.
"""

from __future__ import annotations

import re
from ipaddress import IPv6Address
from urllib.parse import urlsplit

from msgspec import Struct
from starlette.requests import HTTPConnection

SYNTAX = re.compile(r"(https?)://([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?", re.ASCII | re.IGNORECASE)
"""A browser sends no path and no final slash, and names in their ASCII form."""
PORTS = {"http": 80, "https": 443}
AS_HTTP = {"http": "http", "ws": "http", "https": "https", "wss": "https"}


class Origin(Struct, frozen=True):
    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + ("" if self.port == PORTS[self.scheme] else f":{self.port}")


def origin_of(text: str) -> Origin | None:
    """Return the origin that a header names; None if it is anything else, including `null`."""
    found = SYNTAX.fullmatch(text)
    if found is None:
        return None
    scheme, host, port = found[1].lower(), plain_host(found[2].lower()), int(found[3] or PORTS[found[1].lower()])
    return Origin(scheme, host, port) if host and port < 65_536 else None


def plain_host(host: str) -> str:
    """Return a host without brackets and in its shortest form; empty if it is none."""
    try:
        return str(IPv6Address(host[1:-1])) if host.startswith("[") else host
    except ValueError:
        return ""


def origin_of_site(address: str) -> Origin | None:
    """Return the origin of a configured address; an international name is converted as browsers do."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    try:
        named = f"[{host}]" if ":" in host else host.encode("idna").decode()
    except UnicodeError:
        return None
    return origin_of(f"{parts.scheme}://{named}" + (f":{parts.port}" if parts.port else ""))


def origin_asked_for(visit: HTTPConnection) -> Origin | None:
    """Return the origin that this request asked for, by its Host header; None if that is invalid."""
    return origin_of(f"{AS_HTTP[visit.scope['scheme']]}://{visit.headers.get('host', '')}")


def same_origin(visit: HTTPConnection, address: str) -> bool:
    """Tell whether a page of ours sent it: the only origin that the browser names is the site's own."""
    said = visit.headers.getlist("origin")
    ours = origin_of_site(address) if address else origin_asked_for(visit)
    return ours is not None and len(said) == 1 and origin_of(said[0]) == ours
