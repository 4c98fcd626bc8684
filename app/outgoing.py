"""The one way out to addresses that people typed or browsers gave: nothing else here connects to them. Called by
app.notices, to judge an address when it is given and to post to it later.

An address is resolved once, everything it resolves to must be public, and the connection goes to just that: so the
second answer of a name server can't make it lead inside. Nothing is followed elsewhere, nobody is waited for long.
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
"""Bytes that an answer's status and headers may have; of what follows nothing is read."""
LOWEST_PORT = 1024
HTTPS = 443
TRANSLATED = IPv6Network("64:ff9b::/96")
"""Addresses of the older kind, as networks that have only newer ones reach them."""

UNICAST = IPv6Network("2000::/3")
"""Of the newer kind, nothing else is given to anybody on the open internet."""

Address = IPv4Address | IPv6Address


class Forbidden(ValueError):
    """Nothing is sent there. `reason` is a key: `address`, `scheme`, `port`, `name` or `private`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Unanswered(OSError):
    """Whoever is there can't be reached, or does not speak as a web server does."""


class Answer(NamedTuple):
    status: int
    wait: float
    """Seconds to wait before trying again, if the other end said so; else 0."""


class Place(NamedTuple):
    """An address taken apart."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def name(self) -> str:
        """As it is called in a request."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (HTTPS if self.secure else 80) else f"{host}:{self.port}"


async def judge(url: str, local: bool = False) -> None:
    """Whether something may be sent there. Raises Forbidden. `local`: this machine may be sent to, for trying out."""
    place = taken_apart(url, local)
    await resolved(place, local)


async def post(url: str, body: bytes, headers: Mapping[str, str], local: bool = False) -> Answer:
    """Raises Forbidden, or Unanswered."""
    place = taken_apart(url, local)
    try:
        async with asyncio.timeout(TOTAL_SECONDS):
            return await exchanged(place, await resolved(place, local), request(place, body, headers))
    except Forbidden as error:
        if error.reason == "name":  # name servers come back, too
            raise Unanswered("its name is not known") from error
        raise
    except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError) as error:
        raise Unanswered(str(error) or type(error).__name__) from error


def taken_apart(url: str, local: bool) -> Place:
    """Raises Forbidden for what is no address, or none that we would use."""
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


async def resolved(place: Place, local: bool) -> list[Address]:
    """What its name stands for. Raises Forbidden if any of it is not public."""
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
    """Whether it is on the open internet, and so is every address that is wrapped up in it."""
    return all(is_open(one) for one in unwrapped(address))


def is_open(address: Address) -> bool:
    among = isinstance(address, IPv4Address) or address in UNICAST
    return among and address.is_global and not address.is_multicast and not address.is_reserved


def unwrapped(address: Address) -> Iterator[Address]:
    """The address, or those that it only carries."""
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


async def exchanged(place: Place, addresses: list[Address], message: bytes) -> Answer:
    """What the first of these addresses answers that takes the connection."""
    reader, writer = await connected(place, addresses)
    try:
        writer.write(message)
        await writer.drain()
        while True:
            answer = understood(await reader.readuntil(b"\r\n\r\n"))
            if answer.status >= 200:
                return answer
    finally:
        writer.transport.abort()


async def connected(place: Place, addresses: list[Address]) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    trouble: Exception = Unanswered("nobody is there")
    for address in addresses:
        try:
            return await asyncio.open_connection(
                str(address),
                place.port,
                limit=HEAD,
                ssl=trusted() if place.secure else None,
                server_hostname=place.host if place.secure else None,
            )
        except OSError as error:
            trouble = error
    raise trouble


@cache
def trusted() -> ssl.SSLContext:
    """Certificates are checked, and the name that they are for."""
    return ssl.create_default_context()


def understood(head: bytes) -> Answer:
    first, *rest = head.decode("latin-1").split("\r\n")
    version, _, status = first.partition(" ")
    if not version.startswith("HTTP/1.") or not status[:3].isdigit():
        raise Unanswered("that is no web server")
    found = {name.strip().lower(): text.strip() for name, _, text in (line.partition(":") for line in rest)}
    wait = found.get("retry-after", "")
    return Answer(int(status[:3]), float(number_in(wait, 6) or 0))
