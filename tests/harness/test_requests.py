"""A client that is cancelled during a request, at whichever moment, leaves no socket open: a worker has died, and so
have all the connections that it held.
"""

from __future__ import annotations

import asyncio
import gc
import socket
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import httpx2

from app.ending import end
from tests.harness.requests import Requests

OK = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"
AT_ONCE = 5
TURNS = 40
"""More turns of the loop than a request takes."""


class Worker:
    """Answers as many requests at once as are expected, and keeps their connections until it dies. It uses bare
    sockets: those it closes are closed, so whatever is left open belongs to its clients."""

    def __init__(self, listening: socket.socket) -> None:
        self.listening, self.address = listening, f"http://127.0.0.1:{listening.getsockname()[1]}/"
        self.lines: dict[asyncio.Task[None], socket.socket] = {}
        self.asked, self.all_ask = 0, asyncio.Event()

    async def listen(self) -> None:
        while True:
            line, _ = await asyncio.get_running_loop().sock_accept(self.listening)
            self.lines[asyncio.create_task(self.serve(line))] = line

    async def serve(self, line: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while await loop.sock_recv(line, 65_536):
                self.asked += 1
                if self.asked == AT_ONCE:
                    self.all_ask.set()
                await self.all_ask.wait()
                await loop.sock_sendall(line, OK)

    async def dies(self) -> None:
        await end(self.lines)
        for line in self.lines.values():
            line.close()
        self.lines.clear()


@asynccontextmanager
async def worker() -> AsyncIterator[Worker]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        made = Worker(listening)
        work = asyncio.create_task(made.listen())
        try:
            yield made
        finally:
            await end([work])
            await made.dies()


async def broken_off(http: httpx2.AsyncClient | Requests, turns: int) -> None:
    """Make some requests, kill their connections, and cancel another request after this many turns of the loop."""
    async with worker() as made:
        await asyncio.gather(*(http.get(made.address) for _ in range(AT_ONCE)))
        await made.dies()
        asking = asyncio.create_task(http.get(made.address))
        for _ in range(turns):
            await asyncio.sleep(0)
        asking.cancel()
        with suppress(asyncio.CancelledError, httpx2.HTTPError):
            await asking


async def left_open(http: httpx2.AsyncClient | Requests, turns: int) -> int:
    """Count the sockets that the garbage collector has to close."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", ResourceWarning)
        await broken_off(http, turns)
        if isinstance(http, httpx2.AsyncClient):
            await http.aclose()
        for _ in range(3):
            await asyncio.sleep(0)
        gc.collect()
    return sum("unclosed transport" in str(one.message) for one in told)


async def test_who_is_broken_off_while_they_ask_leaves_no_socket_open() -> None:
    assert {turns: left for turns in range(TURNS) if (left := await left_open(Requests(), turns))} == {}


async def test_a_client_that_keeps_connections_would_leave_some_open() -> None:
    """Once this fails, the library has fixed it, and the harness may keep connections again."""
    assert [await left_open(httpx2.AsyncClient(trust_env=False, verify=False), turns) for turns in range(6)].count(
        0
    ) < 6
