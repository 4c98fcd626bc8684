"""The server's end of a socket, tested with a client that keeps to the letter of RFC 6455: its shortcuts give the same
results.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from app.base.ending import end
from app.live.frames import Wire, framed, send_held, wire_of
from app.server.ws_protocol import Line, payload_of

SIZES = (0, 1, 125, 126, 127, 4_000, 65_535, 65_536, 100_000)
MOST = 16_384


class Cable(asyncio.Transport):
    """A transport between client and server without a network."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.sent = b""
        self.pieces = 0
        self.closed = self.deaf = False

    def write(self, data: Any) -> None:
        self.sent += data
        self.pieces += 1

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        self.deaf = True

    def resume_reading(self) -> None:
        self.deaf = False


class Spoken:
    """A client and the server's end of a socket, connected; and what the application received."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.socket: WebSocket | None = None
        config = Config(self.application, interface="asgi3", ws=Line, ws_max_size=MOST, log_config=None)
        config.load()
        self.client, self.wire = ClientProtocol(parse_uri("ws://here/")), Cable()
        self.state = ServerState()
        self.line = Line(config, self.state, {})
        self.line.connection_made(self.wire)
        self.client.send_request(self.client.connect())

    async def application(self, scope: Any, receive: Any, send: Any) -> None:
        self.socket = WebSocket(scope, receive, send)
        await self.socket.accept()
        try:
            while True:
                self.heard.append(await self.socket.receive_text())
        except WebSocketDisconnect as gone:
            self.heard.append(f"closed {gone.code}")

    def said(self) -> bytes:
        return b"".join(self.client.data_to_send())

    async def pass_on(self, *pieces: bytes) -> None:
        """Deliver each piece by itself, and let the application run after it."""
        for piece in pieces:
            self.line.data_received(piece)
            for _ in range(5):
                await asyncio.sleep(0)

    def came(self) -> list[Frame]:
        """Return what the server has sent since the last call, as the client understands it."""
        self.client.receive_data(self.wire.sent)
        self.wire.sent = b""
        return [frame for frame in self.client.events_received() if isinstance(frame, Frame)]


@pytest.fixture
async def spoken() -> AsyncIterator[Spoken]:
    opened = Spoken()
    await opened.pass_on(opened.said())
    opened.came()
    yield opened
    await end(opened.state.tasks)


def texts(spoken: Spoken, *said: str) -> list[bytes]:
    """Make a frame of each text."""
    frames = []
    for text in said:
        spoken.client.send_text(text.encode())
        frames.append(spoken.said())
    return frames


def whole(frames: list[bytes]) -> list[bytes]:
    return frames


def together(frames: list[bytes]) -> list[bytes]:
    return [b"".join(frames)]


def byte_by_byte(frames: list[bytes]) -> list[bytes]:
    return [bytes((byte,)) for byte in b"".join(frames)]


def across(frames: list[bytes]) -> list[bytes]:
    """Cut frames so that the first piece ends inside the second frame; the others stay whole."""
    first, second, *rest = frames
    return [first + second[:3], second[3:], *rest]


@pytest.mark.parametrize("cut", [whole, together, byte_by_byte, across])
async def test_texts_are_heard_in_order_however_they_come(
    spoken: Spoken, cut: Callable[[list[bytes]], list[bytes]]
) -> None:
    said = ["one", "", "drei ü €", "x" * 300, "last"]
    await spoken.pass_on(*cut(texts(spoken, *said)))
    await spoken.pass_on(*texts(spoken, "afterwards"))
    assert spoken.heard == [*said, "afterwards"]


async def test_a_message_in_parts_with_a_ping_between_them_is_one(spoken: Spoken) -> None:
    spoken.client.send_text(b"a", fin=False)
    part = spoken.said()
    spoken.client.send_ping(b"still there?")
    ping = spoken.said()
    spoken.client.send_continuation(b"b", fin=True)
    await spoken.pass_on(part, ping, spoken.said(), *texts(spoken, "c"))
    assert spoken.heard == ["ab", "c"]
    assert [frame.opcode for frame in spoken.came()] == [Opcode.PONG]


async def test_what_is_no_text_or_too_long_or_unmasked_closes_the_line(spoken: Spoken) -> None:
    for wrong, code in ((b"\xff\xfe", 1007), (b"x" * (MOST + 1), 1009)):
        one = Spoken()
        await one.pass_on(one.said())
        one.came()
        one.client.send_text(wrong)
        await one.pass_on(one.said())
        assert one.heard == [f"closed {code}"]
        assert one.wire.closed
    await spoken.pass_on(b"\x81\x03abc")
    assert spoken.heard == ["closed 1002"]


async def test_after_goodbye_nothing_is_heard_or_sent(spoken: Spoken) -> None:
    assert spoken.socket
    frames = texts(spoken, "too late")
    await spoken.socket.close(1013)
    await spoken.pass_on(*frames)
    assert spoken.heard == ["closed 1013"]
    with pytest.raises(WebSocketDisconnect):
        await wire_of(spoken.socket).send_text("too late as well")


async def test_what_is_sent_arrives_as_it_was_said(spoken: Spoken) -> None:
    assert spoken.socket
    said = ["ü" * size for size in SIZES]
    for text in said:
        await wire_of(spoken.socket).send_text(text)
    await asyncio.sleep(0)
    assert [bytes(frame.data).decode() for frame in spoken.came()] == said


async def test_what_is_sent_in_one_turn_of_the_loop_goes_out_in_one_piece_and_before_goodbye(spoken: Spoken) -> None:
    assert spoken.socket
    wire, before = wire_of(spoken.socket), spoken.wire.pieces
    assert all(wire.put(text) for text in ("one", "two", "three"))
    assert spoken.wire.pieces == before, "it is still held"
    await asyncio.sleep(0)
    assert spoken.wire.pieces == before + 1
    assert wire.put("four")
    await spoken.socket.close(1013)
    assert [frame.opcode for frame in spoken.came()] == [Opcode.TEXT] * 4 + [Opcode.CLOSE]


async def test_what_is_held_for_one_that_has_gone_harms_nobody(spoken: Spoken) -> None:
    assert spoken.socket
    wire, sent = wire_of(spoken.socket), spoken.wire.pieces
    assert wire.put("one")
    spoken.line.connection_lost(None)
    assert wire.put("two"), "it counts as served"
    send_held()
    assert spoken.wire.pieces == sent


async def test_a_line_that_fails_silences_no_other(spoken: Spoken, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Spoken()
    await other.pass_on(other.said())
    other.came()
    monkeypatch.setattr(spoken.wire, "write", lambda _: 1 / 0)
    for one in (spoken, other):
        assert one.line.put("one")
    await asyncio.sleep(0)
    assert [bytes(frame.data) for frame in other.came()] == [b"one"]
    assert spoken.wire.closed, "what it would miss can't be made up for"
    assert other.line.put("two")
    await asyncio.sleep(0)
    assert [bytes(frame.data) for frame in other.came()] == [b"two"], "nor later"
    await end(other.state.tasks)


async def test_a_line_whose_other_end_has_gone_can_be_let_go(spoken: Spoken) -> None:
    """At shutdown, connections are closed a few at a time, so others may still be open."""
    left, lost = spoken, Spoken()
    await lost.pass_on(lost.said())
    left.client.send_close(1000)
    await left.pass_on(left.said())
    lost.line.connection_lost(None)
    left.line.shutdown()
    lost.line.shutdown()
    assert left.heard == ["closed 1000"]
    await end(lost.state.tasks)


async def test_the_quick_way_passes_nothing_once_what_was_held_is_sent(spoken: Spoken) -> None:
    assert spoken.socket
    wire = wire_of(spoken.socket)
    assert wire.put("one")
    send_held()
    assert wire.way
    wire.way(framed("two"))
    assert [bytes(frame.data) for frame in spoken.came()] == [b"one", b"two"]


def turns_of(wire: Wire) -> list[bool]:
    """Record whether there is a shortcut, each time that this changes."""
    turns: list[bool] = []
    wire.turned = lambda: turns.append(wire.way is not None)
    return turns


async def test_there_is_no_quick_way_after_goodbye(spoken: Spoken) -> None:
    assert spoken.socket
    turns = turns_of(wire_of(spoken.socket))
    await spoken.socket.close(1013)
    assert turns == [False]


async def test_there_is_no_quick_way_to_who_does_not_read_or_has_gone(spoken: Spoken) -> None:
    turns = turns_of(spoken.line)
    spoken.line.pause_writing()
    spoken.line.resume_writing()
    spoken.line.connection_lost(None)
    assert turns == [False, True, False]


async def test_there_is_no_quick_way_to_who_is_let_go(spoken: Spoken) -> None:
    turns = turns_of(spoken.line)
    spoken.line.shutdown()
    assert turns == [False]


async def test_who_listens_is_told_at_once_whatever_way_it_came(spoken: Spoken) -> None:
    assert spoken.socket
    said: list[str] = []
    wire_of(spoken.socket).listen(said.append)
    spoken.line.data_received(texts(spoken, "at once")[0])
    assert said == ["at once"]
    assert spoken.heard == []
    await spoken.pass_on(*byte_by_byte(texts(spoken, "in pieces")))
    assert spoken.heard == ["in pieces"]
    wire_of(spoken.socket).pause()
    assert spoken.wire.deaf
    wire_of(spoken.socket).resume()
    assert not spoken.wire.deaf


async def test_what_is_no_text_is_told_to_nobody(spoken: Spoken) -> None:
    assert spoken.socket
    said: list[str] = []
    wire_of(spoken.socket).listen(said.append)
    spoken.client.send_text(b"\xff")
    await spoken.pass_on(spoken.said())
    assert (said, spoken.heard) == ([], ["closed 1007"])


async def test_who_does_not_read_is_waited_for(spoken: Spoken) -> None:
    assert spoken.socket
    spoken.line.pause_writing()
    sending = asyncio.create_task(wire_of(spoken.socket).send_text("later"))
    await asyncio.sleep(0)
    assert spoken.wire.sent == b""
    spoken.line.resume_writing()
    await sending
    await asyncio.sleep(0)
    assert [bytes(frame.data) for frame in spoken.came()] == [b"later"]


def test_a_text_is_framed_as_the_standard_says() -> None:
    for size in SIZES:
        text = "x" * size
        assert framed(text) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


def test_only_one_whole_masked_frame_is_taken_for_one() -> None:
    for size in SIZES:
        frame = Frame(Opcode.TEXT, b"x" * size).serialize(mask=True)
        assert payload_of(frame) == (len(frame) - size if size < 65_536 else 0)
        assert payload_of(frame[:-1]) == payload_of(frame + b"x") == 0
        assert payload_of(Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)) == 0
    assert payload_of(b"") == payload_of(b"\x81") == 0
