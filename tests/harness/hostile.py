"""One guest who does everything that a visitor should not, as fast as the site allows, and forty honest ones who bring
records.

They run in a process of their own, `python -m tests.harness.hostile`, with an Errand as JSON on its standard input. It
writes a line once all of them have begun, and a Done when its input ends.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cache
from itertools import count
from random import Random

import msgspec
from msgspec import Struct

from app.ending import end
from tests.harness.acting import until

Visit = Callable[["Visitor"], Awaitable[None]]
PATIENCE = 30.0
BREATH = 0.02
"""Seconds between two requests of one connection: the machine also runs the site."""
HONEST_PAUSE = 1.0
MEGABYTE = 1024 * 1024
FILLER = b'{"record": [' + b"{}," * (2 * MEGABYTE // 3 - 40) + b"{}]}"
"""Made once, because these visitors use the same processors as the site."""
GONE = (OSError, EOFError, TimeoutError, ValueError)


class Guest(Struct, frozen=True):
    """A named guest and the address they come from."""

    host: str
    headers: dict[str, str]


class Errand(Struct, frozen=True):
    """The hostile errand and its target."""

    kind: str
    port: int
    guests: list[Guest]
    """The hostile guest, or forty honest ones."""
    tables: list[str]
    record: str
    """A record that is played through."""


class Done(Struct, frozen=True):
    """How often each answer was given; `closed` stands for none."""

    answers: dict[str, int]
    spent: float
    """Seconds of processor time, without start-up."""


class Visitor:
    """One connection of one guest, reopened whenever it is closed."""

    def __init__(self, errand: Errand, guest: Guest, number: int, told: Counter[str]) -> None:
        self.errand, self.guest, self.told, self.chance = errand, guest, told, Random(number)
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self.reader is None or self.writer is None or self.writer.is_closing() or self.reader.at_eof():
            await self.leave()
            here = (self.guest.host, 0)
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.errand.port, local_addr=here)
        return self.reader, self.writer

    async def leave(self) -> None:
        writer, self.reader, self.writer = self.writer, None, None
        if writer:
            writer.transport.abort()  # do not wait for what is left to be sent
            with suppress(*GONE):
                await writer.wait_closed()

    def head(self, method: str, path: str, length: int = 0, kind: str = "application/json") -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.errand.port}"]
        lines += [f"{name}: {text}" for name, text in self.guest.headers.items()]
        lines += [f"Content-Type: {kind}", f"Content-Length: {length}"] if method == "POST" else []
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    async def ask(self, method: str, path: str, body: bytes = b"") -> int:
        """Send a request, read the whole answer and return its status."""
        reader, writer = await self.connect()
        writer.write(self.head(method, path, len(body)))
        writer.write(body)
        async with asyncio.timeout(PATIENCE):
            await writer.drain()
            return await self.answer(reader)

    async def answer(self, reader: asyncio.StreamReader) -> int:
        head = await reader.readuntil(b"\r\n\r\n")
        status = int(head.split(b" ", 2)[1])
        self.told[str(status)] += 1
        lines = dict(line.split(b": ", 1) for line in head.lower().split(b"\r\n")[1:] if b": " in line)
        if b"content-length" in lines:
            await reader.readexactly(int(lines[b"content-length"]))
        else:
            await self.leave()
        return status

    async def go_on(self, visit: Visit) -> None:
        while True:
            try:
                await visit(self)
            except GONE:
                self.told["closed"] += 1
                await self.leave()
            await asyncio.sleep(BREATH)


async def heavy_import(visitor: Visitor) -> None:
    """Send two megabytes of what takes longest to read."""
    await visitor.ask("POST", "/api/v1/boards", visitor.chance.choice((FILLER, carried(visitor.errand.record))))


async def honest_import(visitor: Visitor) -> None:
    await visitor.ask("POST", "/api/v1/boards", carried(visitor.errand.record))
    await asyncio.sleep(HONEST_PAUSE)


@cache
def carried(record: str) -> bytes:
    return b'{"record": %s}' % record.encode()


async def half_a_body(visitor: Visitor) -> None:
    """Send half of a file or of a form, and then nothing."""
    path, size = visitor.chance.choice((("/api/v1/boards", 2 * MEGABYTE), ("/guest", 60_000)))
    reader, writer = await visitor.connect()
    kind = "application/json" if "api" in path else "application/x-www-form-urlencoded"
    writer.write(visitor.head("POST", path, size, kind) + b" " * (size // 2))
    async with asyncio.timeout(PATIENCE):
        await visitor.answer(reader)
    await visitor.leave()


async def expensive_page(visitor: Visitor) -> None:
    table, step = visitor.chance.choice(visitor.errand.tables), visitor.chance.randrange(100)
    pages = ("/api/docs", f"/tables/{table}/at/{step}", f"/tables/{table}/dice", "/", "/rules/versailles", "/mine")
    await visitor.ask("GET", visitor.chance.choice(pages))


async def idle_connection(visitor: Visitor) -> None:
    reader, writer = await visitor.connect()
    writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
    async with asyncio.timeout(PATIENCE):
        await visitor.answer(reader)
    await visitor.leave()


RUBBISH = (
    b"\x00\xff\x16\x03\x01" * 200,
    b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20_000,
    b"POST /api/v1/boards HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /%ff%fe/../..//x HTTP/1.1\r\nHost: \xff\r\n\r\n",
)


async def rubbish(visitor: Visitor) -> None:
    """Send what no browser sends, over connections of its own, or invalid JSON."""
    if visitor.chance.random() < 0.5:
        await visitor.ask("POST", f"/api/v1/tables/{visitor.errand.tables[0]}/act", b"[" * 16_000)
        return
    reader, writer = await visitor.connect()
    writer.write(visitor.chance.choice(RUBBISH))
    writer.write_eof()
    async with asyncio.timeout(PATIENCE):
        await visitor.answer(reader)
    await visitor.leave()


KINDS: dict[str, tuple[Visit, int]] = {
    "imports": (heavy_import, 80),
    "halves": (half_a_body, 150),
    "pages": (expensive_page, 80),
    "connections": (idle_connection, 400),
    "rubbish": (rubbish, 40),
    "honest": (honest_import, 40),
}
"""For each kind of visitor, its function and its number of connections."""


async def carry_out(errand: Errand) -> Done:
    visit, connections = KINDS[errand.kind]
    told, before = Counter[str](), time.process_time()
    guests = (errand.guests[number % len(errand.guests)] for number in count())
    visitors = [Visitor(errand, next(guests), number, told) for number in range(connections)]
    tasks = [asyncio.create_task(one.go_on(visit)) for one in visitors]
    with suppress(TimeoutError):
        await until(lambda: bool(told), PATIENCE)
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)
    await end(tasks)
    await asyncio.gather(*(one.leave() for one in visitors))
    return Done(dict(told), time.process_time() - before)


if __name__ == "__main__":
    wanted = msgspec.json.decode(sys.stdin.readline(), type=Errand)
    sys.stdout.write(json.dumps(msgspec.to_builtins(asyncio.run(carry_out(wanted)))))
