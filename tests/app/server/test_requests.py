"""Rubbish in HTTP, sent to a real `horloge serve`: each piece is answered with a 4xx or disconnected, however the bytes
are cut; the next visitor is served, and the log has no traceback.
"""

import asyncio
import re
from collections.abc import Callable, Iterator

import pytest

from tests.support.raw import Raw
from tests.support.serving import Served, serving

PATIENCE = 60
HOST = b"Host: x\r\n"
CHUNKED = b"POST /guest HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
TYPE = b"Content-Type: application/x-www-form-urlencoded\r\n"
SOCKET = b"Upgrade: websocket\r\nConnection: Upgrade\r\n"


def get(headers: bytes = b"", path: bytes = b"/health/live") -> bytes:
    return b"GET " + path + b" HTTP/1.1\r\n" + HOST + headers + b"\r\n"


def post(headers: bytes, body: bytes = b"") -> bytes:
    return b"POST /guest HTTP/1.1\r\n" + HOST + TYPE + headers + b"\r\n" + body


def chunks(body: bytes, headers: bytes = b"") -> bytes:
    return CHUNKED + TYPE + headers + b"\r\n" + body


REFUSED: dict[str, bytes] = {
    "no request": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "NULs": b"\0" * 100,
    "a word": b"hello\r\n\r\n",
    "no path": b"GET HTTP/1.1\r\n\r\n",
    "another protocol": b"GET / SIP/2.0\r\n\r\n",
    "a version that there is not": b"GET / HTTP/1.9\r\n\r\n",
    "a version of letters": b"GET / HTTP/x.y\r\n\r\n",
    "the beginning of HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a method that there is not": b"FROB / HTTP/1.1\r\n" + HOST + b"\r\n",
    "a method in small letters": b"get / HTTP/1.1\r\n" + HOST + b"\r\n",
    "a space in the path": get(path=b"/a b"),
    "a NUL in the path": get(path=b"/\0"),
    "a tunnel": b"CONNECT example.org:443 HTTP/1.1\r\n" + HOST + b"\r\n",
    "a port that is none": get(path=b"http://x:port/"),
    "a NUL in a header": get(b"X: a\0b\r\n"),
    "a NUL in a name": get(b"X\0: a\r\n"),
    "a header without a name": get(b": a\r\n"),
    "a header without a colon": get(b"X\r\n"),
    "a space before the colon": get(b"X : a\r\n"),
    "a header that goes on in the next line": get(b"X: a\r\n b\r\n"),
    "a first header that goes on": b"GET / HTTP/1.1\r\n " + HOST + b"\r\n",
    "a return without a new line": get(b"X: a\rY: b\r\n"),
    "two lengths": post(b"Content-Length: 5\r\nContent-Length: 6\r\n", b"12345"),
    "one length twice": post(b"Content-Length: 5\r\nContent-Length: 5\r\n", b"12345"),
    "lengths in a list": post(b"Content-Length: 5, 5\r\n", b"12345"),
    "a length below nothing": post(b"Content-Length: -1\r\n"),
    "a length with a sign": post(b"Content-Length: +5\r\n", b"12345"),
    "a length in hexadecimal": post(b"Content-Length: 0x5\r\n", b"12345"),
    "a length of letters": post(b"Content-Length: five\r\n"),
    "no length in a length": post(b"Content-Length: \r\n"),
    "a length beyond all numbers": post(b"Content-Length: " + b"9" * 40 + b"\r\n"),
    "a length and chunks": chunks(b"0\r\n\r\n", b"Content-Length: 5\r\n"),
    "chunks twice over": chunks(b"0\r\n\r\n", b"Transfer-Encoding: chunked\r\n"),
    "chunks and more": b"POST /guest HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    "a chunk of letters": chunks(b"xyz\r\n"),
    "a chunk below nothing": chunks(b"-1\r\n"),
    "a chunk beyond all numbers": chunks(b"f" * 40 + b"\r\n"),
    "a chunk that is longer than it says": chunks(b"2\r\nabcdef\r\n0\r\n\r\n"),
    "NULs for chunks": chunks(b"\0" * 20),
}
"""Bytes that the server must not take for a request."""
HELD: dict[str, bytes] = {
    "bytes in the path": get(path=b"/\xff\xfe\xe9"),
    "a NUL in the path, in percent": get(path=b"/%00"),
    "half a letter in the path, in percent": get(path=b"/%c3"),
    "percent in the path": get(path=b"/%zz%"),
    "no text in the query": get(path=b"/?q=%ff%00"),
    "a path of points": get(path=b"/../../../etc/passwd"),
    "a whole address": get(path=b"http://elsewhere.example/tables"),
    "a name of bytes": get(b"Cookie: \xff\xfe=\xe9\r\n"),
    "a host that is none": b"GET / HTTP/1.1\r\nHost: [::1\r\n\r\n",
    "no version, as in the oldest HTTP": b"GET /\r\n\r\n",
    "a star": b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
    "an old version": b"GET / HTTP/1.0\r\n\r\n",
    "a length for nothing": get(b"Content-Length: 0\r\n"),
    "another protocol to go on in": get(b"Upgrade: h2c\r\nConnection: Upgrade\r\nHTTP2-Settings: AA\r\n"),
    "a socket that is none": get(SOCKET),
    "a socket by a form": b"POST /tables/x/feed HTTP/1.1\r\n" + HOST + SOCKET + b"\r\n",
    "a socket at an address of bytes": get(SOCKET + b"Sec-WebSocket-Version: 13\r\n", path=b"/\xff\xfe"),
    "a socket with a header of bytes": get(SOCKET + b"X: \xff\xfe\r\n"),
    "a socket with a length": post(SOCKET + b"Content-Length: 5\r\n", b"12345"),
    "a form of bytes": post(b"Content-Length: 4\r\n", b"\xff\0\xfe%"),
    "a form in another writing": post(b"Content-Length: 4\r\nContent-Encoding: gzip\r\n", b"\xff\0\xfe%"),
    "a form in chunks": chunks(b"4;x=y\r\na=%f\r\n0\r\nTrailer: x\r\n\r\n"),
    "parts without a boundary": b"POST /guest HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data\r\n"
    b"Content-Length: 4\r\n\r\n--a\n",
    "a type that is none": b"POST /guest HTTP/1.1\r\nHost: x\r\nContent-Type: ;;;\xff\r\nContent-Length: 2\r\n\r\n{}",
    "a wish that there is not": post(b"Expect: wonders\r\nContent-Length: 2\r\n", b"{}"),
}
"""Odd requests: any answer except a server error will do."""
BROKEN_OFF: dict[str, bytes] = {
    "a head": get()[:-4],
    "a form": post(b"Content-Length: 100\r\n", b"name="),
    "a form that never comes": post(b"Content-Length: 999999999999\r\n", b"name="),
    "chunks": chunks(b"5\r\nname="),
    "the length of a chunk": chunks(b"5"),
}


def whole(request: bytes) -> list[bytes]:
    return [request]


def byte_by_byte(request: bytes) -> list[bytes]:
    return [request[at : at + 1] for at in range(len(request))]


def after_another(request: bytes) -> list[bytes]:
    return [get() + request]


CUTS = [whole, byte_by_byte, after_another]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("requests")
    settings = {"DATABASE_URL": f"sqlite:///{folder / 'own.db'}", "REDIS_URL": "", "HORLOGE_BOT_PACE": "3600"}
    with serving(folder, **settings) as made:
        yield made


@pytest.fixture
def quiet(served: Served) -> Iterator[Served]:
    """Yield the server; whatever it logs of errors in the test is a fault."""
    before = len(served.log.read_text())
    yield served
    since = served.log.read_text()[before:]
    assert not re.search(r"\berror\b|Traceback", since), since


def statuses(answer: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", answer)]


async def told(served: Served, *pieces: bytes) -> list[int]:
    """Send bytes and return the statuses of all answers. A final request asks to close the connection, in case the
    server keeps it open."""
    with Raw.dialled(served.port) as raw:
        async with asyncio.timeout(PATIENCE):
            await raw.say(*pieces)
            await raw.say(get(b"Connection: close\r\n"))
            return statuses(await raw.all())


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("name", REFUSED)
async def test_what_is_no_request_is_refused(quiet: Served, name: str, cut: Callable[[bytes], list[bytes]]) -> None:
    """Whatever follows on the same connection is ignored."""
    answers = await told(quiet, *cut(REFUSED[name]))
    assert [status // 100 for status in answers][-1] == 4, answers
    assert answers.count(200) <= (cut is after_another), answers
    assert await told(quiet) == [200]


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("name", HELD)
async def test_what_is_a_strange_request_breaks_nothing(
    quiet: Served, name: str, cut: Callable[[bytes], list[bytes]]
) -> None:
    answers = await told(quiet, *cut(HELD[name]))
    assert answers
    assert all(status < 500 for status in answers), answers
    assert await told(quiet) == [200]


@pytest.mark.parametrize("name", BROKEN_OFF)
async def test_who_goes_away_in_the_middle_leaves_no_traceback(quiet: Served, name: str) -> None:
    for _ in range(5):
        with Raw.dialled(quiet.port) as raw:
            await raw.say(BROKEN_OFF[name])
            raw.leave()
        with Raw.dialled(quiet.port) as raw:
            await raw.say(get() + BROKEN_OFF[name])
    assert await told(quiet) == [200]
