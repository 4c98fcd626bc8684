"""A request that trickles in, or never ends, is not waited for without end."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

import pytest
import pytest_asyncio
import uvicorn

from app.server import http_protocol as incoming
from app.server.http_protocol import LARGEST_HEAD, TOO_LARGE, Incoming
from tests.support.raw import Raw

FORM = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n"
REFUSED = b"POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 90000000\r\n\r\n"
CLOSE = (b"connection", b"close")
LONG = b"a" * 20_000_000
PATIENCE = 60


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answer with the length of the body; at /refused, refuse it unread."""
    body, more = b"", scope["type"] == "http"
    if scope["path"] == "/refused":
        await send({"type": "http.response.start", "status": 413, "headers": [CLOSE, (b"content-length", b"0")]})
        await send({"type": "http.response.body"})
        return
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body, more = body + message.get("body", b""), message.get("more_body", False)
    said = LONG if scope["path"] == "/long" else b"%02d" % len(body)
    headers = [(b"content-length", b"%d" % len(said))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": said})


@pytest_asyncio.fixture
async def port() -> AsyncIterator[int]:
    config = uvicorn.Config(echo, port=0, http=Incoming, lifespan="off", log_config=None, access_log=False)
    server = uvicorn.Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    yield int(server.servers[0].sockets[0].getsockname()[1])
    await server.shutdown()


async def told(port: int, *pieces: bytes) -> bytes:
    """Send bytes; return all answers until the connection is closed."""
    with Raw.dialled(port) as raw:
        async with asyncio.timeout(PATIENCE):
            await raw.say(*pieces)
            return await raw.all()


@pytest.mark.parametrize(
    ("waits_for", "pieces"),
    [
        ("nothing", []),
        ("head", [b"GET / HTTP/1.1\r\n"]),
        ("head", [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"GET / HTTP/1.1\r\n"]),
        ("body", [FORM]),
        ("body", [FORM, b"12345"]),
    ],
)
async def test_who_does_not_go_on_is_left(
    port: int, monkeypatch: pytest.MonkeyPatch, waits_for: str, pieces: list[bytes]
) -> None:
    monkeypatch.setattr(incoming, "SECONDS", dict.fromkeys(("nothing", "head", "body"), 3600.0) | {waits_for: 0.1})
    answer = await told(port, *pieces)
    assert answer.count(b"200 OK") == max(0, len(pieces) - 1) * (waits_for == "head")


async def test_whoever_goes_on_is_answered(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming, "SECONDS", dict.fromkeys(("nothing", "head", "body"), 3600.0))
    closing = FORM.replace(b"Host: x", b"Host: x\r\nConnection: close")
    assert (await told(port, closing[:20], closing[20:], b"12345", b"67890")).endswith(b"10")
    assert (await told(port, FORM + b"1234567890", closing + b"1234567890")).count(b"200 OK") == 2


async def test_a_head_has_an_end(port: int) -> None:
    piece = b"X: " + b"a" * (LARGEST_HEAD // 2) + b"\r\n"
    answer = await told(port, b"GET / HTTP/1.1\r\nHost: x\r\n", piece, piece, piece)
    assert answer.startswith(b"HTTP/1.1 400 ")


GET = b"GET / HTTP/1.1\r\nHost: x\r\n"
LAST = b"Connection: close\r\n\r\n"
POST = FORM + b"1234567890"


def head_of(size: int, headers: int = 1) -> bytes:
    """Make the head of a request of which this many bytes count: all but method, version and the empty line."""
    rest = size - len(b"/" + b"Host: x\r\n" + b"Connection: close\r\n")
    most, last = rest // headers, rest - rest // headers * (headers - 1)
    return GET + b"".join(b"X: " + b"a" * (n - 5) + b"\r\n" for n in [most] * (headers - 1) + [last]) + LAST


def whole(head: bytes) -> list[bytes]:
    return [head]


def by_4_kb(head: bytes) -> list[bytes]:
    return [head[at : at + 4096] for at in range(0, len(head), 4096)]


def byte_by_byte(head: bytes) -> list[bytes]:
    """Send its beginning and its end byte by byte."""
    return [*byte_for_byte(head[:40]), head[40:-40], *byte_for_byte(head[-40:])]


def byte_for_byte(head: bytes) -> list[bytes]:
    return [head[at : at + 1] for at in range(len(head))]


def after_others(head: bytes) -> list[bytes]:
    """Send it in one piece with requests before it."""
    return [POST + POST + head]


def across(head: bytes) -> list[bytes]:
    """Begin it in the piece in which others end."""
    return [POST + POST[:-4], POST[-4:] + head[:9], head[9:]]


@pytest.mark.parametrize("headers", [1, 2, 40])
@pytest.mark.parametrize("cut", [whole, by_4_kb, byte_by_byte, after_others, across])
async def test_a_head_has_the_same_end_however_it_comes(
    port: int, cut: Callable[[bytes], list[bytes]], headers: int
) -> None:
    before = 2 * (cut in (after_others, across))
    largest = await told(port, *cut(head_of(LARGEST_HEAD, headers)))
    assert (largest.count(b"200 OK"), largest.count(b"400 Bad")) == (before + 1, 0)
    larger = await told(port, *cut(head_of(LARGEST_HEAD + 1, headers)))
    assert (larger.count(b"200 OK"), larger.count(b"400 Bad")) in ((before, 1), (0, 1))
    assert larger.endswith(TOO_LARGE.encode())


@pytest.mark.parametrize("piece", [b"GET /" + b"a" * 60_000, GET + b"X" * 60_000, GET + b"X: " + b" " * 60_000])
async def test_a_head_that_never_ends_is_not_kept(port: int, piece: bytes) -> None:
    assert (await told(port, POST + piece)).startswith(b"HTTP/1.1 ")
    assert (await told(port, *by_4_kb(piece))).endswith(TOO_LARGE.encode())


@pytest.mark.parametrize("size", [LARGEST_HEAD + 1, 200_000])
async def test_who_asks_for_a_socket_has_no_larger_head(port: int, size: int) -> None:
    wish = b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    head = head_of(size).replace(b"Connection: close", wish + b"Connection: Upgrade")
    assert (await told(port, head)).endswith(TOO_LARGE.encode())


async def test_a_body_is_not_counted_as_a_head(port: int) -> None:
    """Nor is a body that comes with the beginning of the next request."""
    size = 3 * LARGEST_HEAD
    form = FORM.replace(b"10", b"%d" % size) + b"x" * size
    assert (await told(port, form + GET[:10], GET[10:] + LAST)).count(b"200 OK") == 2


async def test_an_answer_that_nobody_reads_is_thrown_away(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    gone, lost = asyncio.Event(), Incoming.connection_lost

    def noted(connection: Incoming, error: Exception | None) -> None:
        lost(connection, error)
        gone.set()

    monkeypatch.setattr(incoming, "UNREAD_SECONDS", 0.1)
    monkeypatch.setattr(Incoming, "connection_lost", noted)
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
    writer.write(b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n")
    async with asyncio.timeout(PATIENCE):
        await gone.wait()
    got = b""
    with suppress(ConnectionError):
        async with asyncio.timeout(PATIENCE):
            got = await reader.read(len(LONG))
            while piece := await reader.read(len(LONG)):
                got += piece
    assert len(got) < len(LONG)
    writer.close()


async def test_an_answer_that_is_read_by_and_by_arrives(port: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
    writer.write(b"GET /long HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    got = 0
    while piece := await reader.read(1_000_000):
        got += len(piece)
    assert got > len(LONG)
    writer.close()


async def test_who_is_refused_too_early_can_send_on_and_read_the_answer(port: int) -> None:
    """A proxy that is still sending would otherwise take a reset for an answer, and say 502."""
    loop = asyncio.get_running_loop()
    with Raw.dialled(port) as raw:
        async with asyncio.timeout(PATIENCE):
            await raw.say(REFUSED)
            assert b" 413 " in await raw.head()
            assert not await raw.more(), "our direction is closed"
            for _ in range(20):
                await loop.sock_sendall(raw.connection, b"a" * 100_000)
                await asyncio.sleep(0.002)


@pytest.mark.parametrize("bound", ["LARGEST_REST", "SECONDS"])
async def test_what_is_sent_after_a_refusal_is_bounded(port: int, monkeypatch: pytest.MonkeyPatch, bound: str) -> None:
    bounds = {"LARGEST_REST": 1_000_000, "SECONDS": incoming.SECONDS | {"rest": 0.1}}
    other = {"LARGEST_REST": 10**12, "SECONDS": incoming.SECONDS | {"rest": 3600.0}}
    for name in bounds:
        monkeypatch.setattr(incoming, name, (bounds if name == bound else other)[name])
    with Raw.dialled(port) as raw:
        async with asyncio.timeout(PATIENCE):
            await raw.say(REFUSED)
            with pytest.raises(ConnectionError):
                while True:
                    await asyncio.get_running_loop().sock_sendall(raw.connection, b"a" * 100_000)
                    await asyncio.sleep(0.001)
