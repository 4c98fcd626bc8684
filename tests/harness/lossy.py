"""A proxy to Redis that loses some of the published messages and nothing else: requests and replies of a process go
through, but some of the messages on its subscriptions do not.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random
from urllib.parse import urlsplit

SHARE = 0.1
BULK, LISTS, MAP = b"$=!", b"*>~", b"%"
"""Kinds of frames of the Redis protocol, by their first byte: followed by a number of bytes, of frames, or of pairs of
frames. All others are a single line."""
MESSAGE = b"\r\n$7\r\nmessage\r\n"


@asynccontextmanager
async def losing(url: str, chance: Random) -> AsyncIterator[str]:
    """Yield the address at which a Redis loses messages."""
    there = urlsplit(url)

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            back, forth = await asyncio.open_connection(there.hostname, there.port)
            try:
                await asyncio.gather(copied(reader, forth), thinned(back, writer, chance))
            finally:
                forth.close()
        writer.close()

    server = await asyncio.start_server(carry, "127.0.0.1", 0)
    try:
        yield there._replace(netloc=f"127.0.0.1:{server.sockets[0].getsockname()[1]}").geturl()
    finally:
        server.close()


async def copied(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while some := await reader.read(65536):
        writer.write(some)
        await writer.drain()
    raise ConnectionResetError("one end has gone: so does the other")


async def thinned(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, chance: Random) -> None:
    while True:
        told = await frame(reader)
        if MESSAGE not in told[:32] or chance.random() >= SHARE:
            writer.write(told)
            await writer.drain()


async def frame(reader: asyncio.StreamReader) -> bytes:
    """Read the next frame, including the frames inside it."""
    line = await reader.readuntil(b"\r\n")
    kind, said = line[:1], line[1:-2]
    if kind in BULK and int(said) >= 0:
        return line + await reader.readexactly(int(said) + 2)
    if kind in LISTS or kind in MAP:
        inside = int(said) * (2 if kind in MAP else 1)
        return line + b"".join([await frame(reader) for _ in range(inside)])
    return line
