"""Who sends a request by and by, or one without end, is not waited for without end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
import pytest_asyncio
import uvicorn

from app import incoming
from app.incoming import LARGEST_HEAD, Incoming

FORM = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n"
LONG = b"a" * 20_000_000
PATIENCE = 30


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers with how long the body is."""
    body, more = b"", scope["type"] == "http"
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
    """All that is answered until the connection is closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for piece in pieces:
        writer.write(piece)
        await writer.drain()
        await asyncio.sleep(0.01)
    async with asyncio.timeout(PATIENCE):
        answer = await reader.read()
    writer.close()
    return answer


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


async def test_an_answer_that_nobody_reads_is_thrown_away(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming, "UNREAD_SECONDS", 0.1)
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
    writer.write(b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n")
    await asyncio.sleep(1)
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
