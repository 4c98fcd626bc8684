"""The only way out to addresses that people typed or browsers gave: nothing else in the site connects to them.
Notifications use it to check an address when it is entered and to post to it later.

An address is resolved once, everything it resolves to must be public, and the connection goes to exactly that: so the
second answer of a name server cannot lead it to an internal address. Redirects are not followed, and all waits are
short.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator, Mapping
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from app.base.numbers import number_in

LONGEST = 500
"""Characters of an address."""
RESOLVE_SECONDS, TOTAL_SECONDS = 4.0, 10.0
HEAD = 16 * 1024
"""Bytes of an answer's status and headers; what follows is not read."""
LOWEST_PORT = 1024
HTTPS = 443
TRANSLATED = IPv6Network("64:ff9b::/96")
"""IPv4 addresses as IPv6-only networks reach them (NAT64)."""

UNICAST = IPv6Network("2000::/3")
"""The only IPv6 addresses that are given to anyone on the open internet."""

Address = IPv4Address | IPv6Address


class Forbidden(ValueError):
    """Nothing is sent there. `reason` is a key: `address`, `scheme`, `port`, `name` or `private`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Unanswered(OSError):
    """The address cannot be reached, or does not speak like a web server."""


class Answer(NamedTuple):
    status: int
    wait: float
    """Seconds to wait before a retry, if the other end asked for it; else 0."""


class Place(NamedTuple):
    """The parts of an address."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def name(self) -> str:
        """The host as a request's Host header names it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (HTTPS if self.secure else 80) else f"{host}:{self.port}"


async def judge(url: str, local: bool = False) -> None:
    """Check that an address may be sent to. Raises Forbidden. `local` allows this machine, for trying things out."""
    place = taken_apart(url, local)
    await resolve(place, local)


async def post(url: str, body: bytes, headers: Mapping[str, str], local: bool = False) -> Answer:
    """Post to an address. Raises Forbidden and Unanswered."""
    place = taken_apart(url, local)
    try:
        async with asyncio.timeout(TOTAL_SECONDS):
            return await exchange(place, await resolve(place, local), request(place, body, headers))
    except Forbidden as error:
        if error.reason == "name":  # name servers come back, too
            raise Unanswered("its name is not known") from error
        raise
    except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError) as error:
        raise Unanswered(str(error) or type(error).__name__) from error


def taken_apart(url: str, local: bool) -> Place:
    """Split an address. Raises Forbidden if it is none, or of a kind that is not used."""
    if not url.isascii() or not url.isprintable() or " " in url or len(url) > LONGEST:
        raise Forbidden("address")
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError as error:
        raise Forbidden("address") from error
    if not host or "@" in parts.netloc or "%" in host:
        raise Forbidden("address")
    if parts.scheme != "https" and not (local and parts.scheme == "http"):
        raise Forbidden("scheme")
    secure = parts.scheme == "https"
    port = port or (HTTPS if secure else 80)
    if port != HTTPS and port < LOWEST_PORT and not local:
        raise Forbidden("port")
    return Place(secure, host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


async def resolve(place: Place, local: bool) -> list[Address]:
    """Return the addresses that a name resolves to. Raises Forbidden if any of them is not public."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(RESOLVE_SECONDS):
            found = await loop.getaddrinfo(place.host, place.port, proto=6)
    except (OSError, UnicodeError, TimeoutError) as error:
        raise Forbidden("name") from error
    addresses = [ip_address(str(where[4][0]).partition("%")[0]) for where in found]
    here = local and all(address.is_loopback for address in addresses)
    if not addresses or not (here or (place.secure and all(map(is_public, addresses)))):
        raise Forbidden("private" if addresses else "name")
    return list(dict.fromkeys(addresses))


def is_public(address: Address) -> bool:
    """Tell whether an address, and every address embedded in it, is on the open internet."""
    return all(is_open(one) for one in embedded_addresses(address))


def is_open(address: Address) -> bool:
    among = isinstance(address, IPv4Address) or address in UNICAST
    return among and address.is_global and not address.is_multicast and not address.is_reserved


def embedded_addresses(address: Address) -> Iterator[Address]:
    """Yield the address, or those that are embedded in it."""
    if isinstance(address, IPv4Address):
        yield address
        return
    inner = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in TRANSLATED:
        inner.append(IPv4Address(int(address) & 0xFFFFFFFF))
    carried = [one for one in inner if one is not None]
    yield from carried or [address]


def request(place: Place, body: bytes, headers: Mapping[str, str]) -> bytes:
    given = {"Host": place.name, "User-Agent": "Horloge", "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"POST {place.path} HTTP/1.1", *(f"{name}: {text}" for name, text in (given | dict(headers)).items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


async def exchange(place: Place, addresses: list[Address], message: bytes) -> Answer:
    """Return the answer of the first of these addresses that accepts the connection."""
    reader, writer = await connect(place, addresses)
    try:
        writer.write(message)
        await writer.drain()
        while True:
            answer = understood(await reader.readuntil(b"\r\n\r\n"))
            if answer.status >= 200:
                return answer
    finally:
        writer.transport.abort()


async def connect(place: Place, addresses: list[Address]) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    trouble: Exception = Unanswered("nobody is there")
    for address in addresses:
        try:
            return await asyncio.open_connection(
                str(address),
                place.port,
                limit=HEAD,
                ssl=trusted_context() if place.secure else None,
                server_hostname=place.host if place.secure else None,
            )
        except OSError as error:
            trouble = error
    raise trouble


@cache
def trusted_context() -> ssl.SSLContext:
    """Return a context that checks certificates and their names."""
    return ssl.create_default_context()


def understood(head: bytes) -> Answer:
    first, *rest = head.decode("latin-1").split("\r\n")
    version, _, status = first.partition(" ")
    if not version.startswith("HTTP/1.") or not status[:3].isdigit():
        raise Unanswered("that is no web server")
    found = {name.strip().lower(): text.strip() for name, _, text in (line.partition(":") for line in rest)}
    wait = found.get("retry-after", "")
    return Answer(int(status[:3]), float(number_in(wait, 6) or 0))
