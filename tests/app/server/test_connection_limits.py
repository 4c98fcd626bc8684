"""An address may have a limited number of connections open; sockets are counted elsewhere."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import uvicorn

from app.live.connection_limits import Crowd
from app.server.http_protocol import Incoming
from app.server.ws_protocol import Line
from app.web.client_address import Networks
from tests.app.server.test_http_protocol import PATIENCE, echo

REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
SOCKET = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
    else:
        await echo(scope, receive, send)


class Visitor:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def ask(self, request: bytes = REQUEST) -> bytes:
        """Send a request; return the first line of the answer."""
        self.writer.write(request)
        async with asyncio.timeout(PATIENCE):
            return await self.reader.readline()

    async def leave(self, gone: Callable[[], bool]) -> None:
        self.writer.close()
        async with asyncio.timeout(PATIENCE):
            while not gone():  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.01)


class Door:
    """A server's address, at which visitors connect."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.visitors: list[Visitor] = []

    async def come(self, host: str = "127.0.0.1") -> Visitor:
        visitor = Visitor(*await asyncio.open_connection("127.0.0.1", self.port, local_addr=(host, 0)))
        self.visitors.append(visitor)
        return visitor


@asynccontextmanager
async def served(crowd: Crowd) -> AsyncIterator[Door]:
    protocol: Any = partial(Incoming, crowd=crowd)
    config = uvicorn.Config(app, port=0, http=protocol, ws=Line, lifespan="off", log_config=None, access_log=False)
    server = uvicorn.Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    door = Door(int(server.servers[0].sockets[0].getsockname()[1]))
    yield door
    for visitor in door.visitors:
        visitor.writer.close()
        with suppress(ConnectionError):
            await visitor.writer.wait_closed()
    await server.shutdown()


async def test_one_address_has_so_many_connections_and_others_get_theirs() -> None:
    crowd = Crowd(2)
    async with served(crowd) as door:
        stay = [await door.come("127.0.0.2") for _ in range(2)]
        assert [await one.ask() for one in stay] == [b"HTTP/1.1 200 OK\r\n"] * 2
        third = await door.come("127.0.0.2")
        assert await third.ask(b"") == b"HTTP/1.1 429 Too Many Requests\r\n"
        assert b"Retry-After: 5" in await third.reader.read(), "and it is closed"
        assert await (await door.come("127.0.0.3")).ask() == b"HTTP/1.1 200 OK\r\n"
        await stay[0].leave(lambda: crowd.open["127.0.0.2"] == 1)
        assert await (await door.come("127.0.0.2")).ask() == b"HTTP/1.1 200 OK\r\n"


async def test_connections_of_a_proxy_are_as_many_as_it_needs() -> None:
    crowd = Crowd(1, Networks("127.0.0.4"))
    async with served(crowd) as door:
        proxied = [await door.come("127.0.0.4") for _ in range(5)]
        assert {await one.ask() for one in proxied} == {b"HTTP/1.1 200 OK\r\n"}


async def test_a_connection_that_becomes_a_socket_gives_its_place_back() -> None:
    crowd = Crowd(1)
    async with served(crowd) as door:
        socket = await door.come()
        assert await socket.ask(SOCKET) == b"HTTP/1.1 101 Switching Protocols\r\n"
        assert not crowd.open
        assert await (await door.come()).ask() == b"HTTP/1.1 200 OK\r\n"
        socket.writer.close()
