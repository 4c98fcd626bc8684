"""The grammar of RFC 6455, tested on a real `horloge serve`: a frame that breaks it closes its own connection with the
code that the standard names, however the bytes are cut; other connections are not disturbed, and the log has no
traceback.
"""

import asyncio
import json
import re
import resource
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.needs import needs
from tests.support.raw import Raw
from tests.support.serving import Served, serving

PATIENCE = 60
MASK = b"\x37\xfa\x21\x3d"
CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
FIN = 0x80
MOST = 16 * 1024
"""The most bytes of a message."""
STAYS = 0
"""In place of a code: the connection is still open afterwards."""


def frame(first: int, payload: bytes = b"", masked: bool = True, width: int = 0) -> bytes:
    """Make a frame with any first byte. `width`: the number of bytes of its length field, instead of the fewest
    possible."""
    size, sign = len(payload), FIN if masked else 0
    width = width or (0 if size < 126 else 2 if size < 1 << 16 else 8)
    length = bytes((sign | {2: 126, 8: 127}[width],)) + size.to_bytes(width, "big") if width else bytes((sign | size,))
    body = bytes(byte ^ MASK[at % 4] for at, byte in enumerate(payload)) if masked else payload
    return bytes((first,)) + length + (MASK if masked else b"") + body


def text(said: bytes, fin: bool = True) -> bytes:
    return frame((FIN if fin else 0) | TEXT, said)


def rest(said: bytes, fin: bool = True) -> bytes:
    return frame((FIN if fin else 0) | CONT, said)


def goodbye(code: int, reason: bytes = b"") -> bytes:
    return frame(FIN | CLOSE, code.to_bytes(2, "big") + reason)


class Said(NamedTuple):
    """The frames that a client sends, and the code with which the connection is closed."""

    code: int
    frames: tuple[bytes, ...]


def said(code: int, *frames: bytes) -> Said:
    return Said(code, frames)


HUGE = bytes((FIN | TEXT, FIN | 127)) + (1 << 63).to_bytes(8, "big") + MASK
HELLO = b'"hello"'
CASES: dict[str, Said] = {
    "a text": said(STAYS, text(HELLO)),
    "an empty text": said(STAYS, text(b"")),
    "bytes instead of a text": said(STAYS, frame(FIN | BINARY, HELLO)),
    "a text in parts": said(STAYS, text(b'"he', fin=False), rest(b'llo"')),
    "a text in parts, cut inside a letter": said(STAYS, text(b'"\xc3', fin=False), rest(b'\xbc"')),
    "a ping between the parts": said(STAYS, text(b'"he', fin=False), frame(FIN | PING), rest(b'llo"')),
    "a pong that nobody asked for": said(STAYS, frame(FIN | PONG, b"unasked")),
    "a length in more bytes than it needs": said(STAYS, frame(FIN | TEXT, HELLO, width=2), text(HELLO)),
    "a length in eight bytes": said(STAYS, frame(FIN | TEXT, HELLO, width=8), text(HELLO)),
    "the longest control frame": said(STAYS, frame(FIN | PING, b"x" * 125)),
    "a text inside a message": said(1002, text(b'"he', fin=False), text(HELLO)),
    "an empty text inside a message": said(1002, text(b'"he', fin=False), text(b"")),
    "a text inside a message of bytes": said(1002, frame(BINARY, b'"he'), text(HELLO)),
    "bytes inside a message": said(1002, text(b'"he', fin=False), frame(FIN | BINARY, HELLO)),
    "a text inside a message, after a ping": said(1002, text(b"a", fin=False), frame(FIN | PING), text(HELLO)),
    "a message that begins inside another": said(1002, text(b"a", fin=False), text(b"b", fin=False)),
    "a rest of nothing": said(1002, rest(HELLO)),
    "a rest after a whole text": said(1002, text(HELLO), rest(b"more")),
    "a rest after the last one": said(1002, text(b"a", fin=False), rest(b"b"), rest(b"c")),
    "the first reserved bit": said(1002, frame(FIN | 0x40 | TEXT, HELLO)),
    "the second reserved bit": said(1002, frame(FIN | 0x20 | TEXT, HELLO)),
    "the third reserved bit": said(1002, frame(FIN | 0x10 | TEXT, HELLO)),
    "a reserved bit in a rest": said(1002, text(b"a", fin=False), frame(FIN | 0x40 | CONT, b"b")),
    "a reserved bit in a ping": said(1002, frame(FIN | 0x40 | PING)),
    **{f"opcode {number}": said(1002, frame(FIN | number, HELLO)) for number in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)},
    **{f"opcode {number} in parts": said(1002, frame(number, b"")) for number in (CLOSE, PING, PONG)},
    "a ping that is too long": said(1002, frame(FIN | PING, b"x" * 126)),
    "a pong that is too long": said(1002, frame(FIN | PONG, b"x" * 126)),
    "a goodbye that is too long": said(1002, goodbye(1000, b"x" * 124)),
    "a text that is not masked": said(1002, frame(FIN | TEXT, HELLO, masked=False)),
    "a ping that is not masked": said(1002, frame(FIN | PING, b"", masked=False)),
    "no text": said(1007, text(b"\xff\xfe")),
    "no text, in the middle of a message": said(1007, text(b'"he', fin=False), rest(b"\xff")),
    "half a letter": said(1007, text(b"\xc3")),
    "half a pair": said(1007, text(b"\xed\xa0\x80")),
    "a letter in more bytes than it needs": said(1007, text(b"\xc0\xaf")),
    "no text, and another text with it": said(1007, text(b"\xff") + text(HELLO)),
    "too long": said(1009, text(b"x" * (MOST + 1))),
    "too long, in parts": said(1009, text(b"x" * MOST, fin=False), rest(b"x")),
    "a length beyond all": said(1009, HUGE),
    "as bytes, too long": said(1009, frame(FIN | BINARY, b"x" * (MOST + 1))),
    "a goodbye without a code": said(1005, frame(FIN | CLOSE)),
    "a goodbye": said(1000, goodbye(1000, b"enough")),
    "a goodbye with a code of one's own": said(4000, goodbye(4000)),
    "a goodbye with half a code": said(1002, frame(FIN | CLOSE, b"\x03")),
    "a goodbye with a reason that is no text": said(1007, goodbye(1000, b"\xff")),
    "a goodbye inside a message": said(1002, text(b"a", fin=False), goodbye(1000)),
    **{
        f"a goodbye with code {code}": said(1002, goodbye(code))
        for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65_535)
    },
    "two goodbyes": said(1000, goodbye(1000) + goodbye(1001)),
    "a text after a goodbye": said(1000, goodbye(1000) + text(b"\xff")),
}


def whole(frames: tuple[bytes, ...]) -> list[bytes]:
    return [*frames]


def together(frames: tuple[bytes, ...]) -> list[bytes]:
    return [b"".join(frames)]


def byte_by_byte(frames: tuple[bytes, ...]) -> list[bytes]:
    """Send long frames byte by byte only at the beginning."""
    joined = b"".join(frames)
    return [joined[at : at + 1] for at in range(min(64, len(joined)))] + [joined[64:]]


CUTS = [whole, together, byte_by_byte]


class Line(Raw):
    """The socket of a table."""

    async def frame(self) -> tuple[int, bytes]:
        """Return the next frame from the server: its opcode and payload."""
        first, size = await self.take(2)
        assert first & FIN
        if size >= 126:
            size = int.from_bytes(await self.take(2 if size == 126 else 8), "big")
        return first & 0x0F, await self.take(size)

    async def until(self, opcode: int) -> bytes:
        while True:
            kind, payload = await self.frame()
            if kind == opcode:
                return payload

    async def answers(self) -> bool:
        await self.say(frame(FIN | PING, b"there?"))
        while await self.until(PONG) != b"there?":
            pass
        return True

    async def ends(self) -> int:
        """Return the code with which it is closed; nothing may follow."""
        payload = await self.until(CLOSE)
        assert await self.all() == b"", "nothing follows a goodbye"
        return int.from_bytes(payload[:2], "big") if payload else 1005


@asynccontextmanager
async def dialled(served: Served, at_once: bytes = b"", headers: Mapping[str, str] = {}) -> AsyncIterator[Line]:
    """Open a socket. `at_once`: bytes sent before the server has answered."""
    wanted = {
        "Host": f"127.0.0.1:{served.port}",
        "Origin": served.address,
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in (wanted | {**headers}).items())
    with Line.dialled(served.port) as line:
        async with asyncio.timeout(PATIENCE):
            await line.say(f"GET /tables/demo-1/feed?as=json HTTP/1.1\r\n{lines}\r\n".encode(), at_once)
            yield line


@asynccontextmanager
async def opened(served: Served) -> AsyncIterator[Line]:
    async with dialled(served) as line:
        assert (await line.head()).startswith(b"HTTP/1.1 101 ")
        yield line


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("frames")
    settings = {
        "DATABASE_URL": f"sqlite:///{folder / 'own.db'}",
        "REDIS_URL": "",
        "HORLOGE_BOT_PACE": "3600",
        "HORLOGE_SOCKET_PACE": "100000",
    }
    with serving(folder, "--demo", **settings) as made:
        yield made


@pytest.fixture
def quiet(served: Served) -> Iterator[Served]:
    """Yield the server; whatever it logs of errors in the test is a fault."""
    before = len(served.log.read_text())
    yield served
    since = served.log.read_text()[before:]
    assert not re.search(r"error|Traceback", since), since


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("name", CASES)
async def test_what_breaks_the_grammar_closes_the_line_with_its_code(
    quiet: Served, name: str, cut: Callable[[tuple[bytes, ...]], list[bytes]]
) -> None:
    code, frames = CASES[name]
    async with opened(quiet) as line:
        await line.say(*cut(frames))
        assert await line.answers() if code == STAYS else await line.ends() == code


async def test_no_text_and_a_goodbye_in_one_piece_are_a_goodbye(quiet: Served) -> None:
    async with opened(quiet) as line:
        await line.say(text(b"\xff") + goodbye(1000))
        assert await line.ends() in (1000, 1007)


@pytest.mark.parametrize("name", CASES)
async def test_what_is_said_before_the_line_is_open_breaks_nothing(quiet: Served, name: str) -> None:
    """The server looks for the table first; during that time a client may send what it likes."""
    code, frames = CASES[name]
    async with dialled(quiet, b"".join(frames)) as line:
        if code == STAYS:
            await line.head()
            assert await line.answers()
        else:
            assert b"HTTP/1.1 5" not in await line.all()


WRONG_REQUESTS: dict[str, dict[str, str]] = {
    "a key that is too short": {"Sec-WebSocket-Key": "short"},
    "a key that is none": {"Sec-WebSocket-Key": "\u00e9"},
    "another version": {"Sec-WebSocket-Version": "12"},
    "no version": {"Sec-WebSocket-Version": "x"},
    "a header that is too long": {"X": "x" * 9_000},
    "too many headers": {f"X-{number}": "x" for number in range(200)},
    "a body in chunks": {"Transfer-Encoding": "chunked"},
    "a body": {"Content-Length": "5"},
}


@pytest.mark.parametrize("name", WRONG_REQUESTS)
async def test_who_asks_for_a_line_in_a_wrong_way_is_told_so_and_let_go(quiet: Served, name: str) -> None:
    async with dialled(quiet, headers=WRONG_REQUESTS[name]) as line:
        assert (await line.all()).startswith(b"HTTP/1.1 4")


async def test_who_goes_away_at_any_moment_leaves_no_traceback(quiet: Served) -> None:
    for _, frames in CASES.values():
        async with dialled(quiet, b"".join(frames)) as line:
            line.leave()
        async with opened(quiet) as line:
            await line.say(b"".join(frames))
            line.leave()
    async with opened(quiet) as line:
        assert await line.answers()


async def test_others_are_told_and_heard_whatever_one_says(quiet: Served) -> None:
    async with opened(quiet) as other:
        for code, frames in CASES.values():
            async with opened(quiet) as line:
                await line.say(b"".join(frames))
                assert await line.answers() if code == STAYS else await line.ends() == code
        await other.say(text(json.dumps({"act": {"kind": "collect"}, "key": "mine"}).encode()))
        async with asyncio.timeout(PATIENCE):
            while "answer" not in json.loads(await other.until(TEXT)):
                pass


async def test_parts_without_end_that_say_nothing_are_not_kept(quiet: Served) -> None:
    """Their number is unlimited, because each is empty."""
    async with opened(quiet) as line:
        await line.say(text(b'"he', fin=False), *([rest(b"", fin=False) * 10_000] * 20))
        grown = memory_of(quiet)
        await line.say(*([rest(b"", fin=False) * 10_000] * 200))
        await line.say(rest(b'llo"'))
        assert await line.answers()
        assert memory_of(quiet) - grown < 8_000_000, "two million parts"


async def test_pongs_are_not_heaped_up_for_who_does_not_read(quiet: Served) -> None:
    pings = frame(FIN | PING, b"x" * 125) * 500
    async with opened(quiet) as line:
        before = memory_of(quiet)
        for _ in range(1_000):
            await asyncio.get_running_loop().sock_sendall(line.connection, pings)
        assert memory_of(quiet) - before < 16_000_000, "of 64 MB"


def memory_of(served: Served) -> int:
    """Return the memory of the process in bytes."""
    needs("linux")
    pages = Path(f"/proc/{served.process.pid}/statm").read_text().split()[1]
    return int(pages) * resource.getpagesize()
