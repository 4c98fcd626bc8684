"""uvicorn's WebSocket protocol with shortcuts for the frequent cases. A text for many watchers is framed once for all
and goes straight to the transport; what one watcher is sent in one turn of the event loop goes out in one piece; and a
text that arrives in one piece is handled at once. Everything else is left to uvicorn.

`horloge serve` makes uvicorn use it, and closes the sockets in the end; `feed` gets it from `wire_of`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from random import shuffle
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from app.live.wire import GONE, HOLDING, LONG, MIDDLE, TEXT, Hear, Way, Wire, framed, send_held

LINE = "horloge.line"
"""The name under which an application finds this among the extensions of a socket."""
MASKED, MASK = 0x80, 4
A_SECOND = 200
"""How many sockets are closed per second, where that is fast enough."""
NO_REQUEST = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Line(WebSocketsSansIOProtocol):
    __slots__ = ("hear", "held", "in_step", "turned")  # there are thousands

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.in_step = False
        """Whether everything received so far was whole frames, so that the next bytes begin a frame."""
        self.hear: Hear | None = None
        """Called at once with each text; without it the application receives the text."""
        self.turned: Callable[[], None] | None = None
        self.held = b""
        """The bytes to be sent in this turn of the event loop."""

    def run_asgi(self) -> Coroutine[Any, Any, None]:
        self.scope["extensions"][LINE] = {"wire": self}
        return super().run_asgi()

    def start_keepalive(self) -> None:
        """Free the handshake once the socket is open: it would stay for hours, at some kilobytes each."""
        del self.request, self.response
        super().start_keepalive()

    @property
    def closed(self) -> bool:
        return self.disconnected or self.close_sent or self.transport.is_closing()

    @property
    def way(self) -> Way | None:
        return self.transport.write if self.writable.is_set() and not self.closed else None

    def turn(self) -> None:
        if self.turned:
            self.turned()

    def put(self, text: str) -> bool:
        """Queue a text for this turn of the loop; return False if the socket is not writable. A socket that has gone
        counts as served: its listener learns of its end."""
        if not self.writable.is_set():
            return False
        if not self.held:
            if not HOLDING:
                self.loop.call_soon(send_held)
            HOLDING.append(self)
        self.held += framed(text)
        return True

    async def send_text(self, text: str) -> None:
        await self.writable.wait()
        if self.disconnected or self.close_sent:
            raise WebSocketDisconnect(1006)
        self.put(text)

    def flush(self) -> None:
        """Send what is queued."""
        held, self.held = self.held, b""
        if held and not self.closed:
            self.transport.write(held)

    async def send(self, message: ASGISendEvent) -> None:
        """Send another message of the application, such as a close, after everything queued before; nothing is sent
        after a close."""
        self.flush()
        await super().send(message)
        self.turn()

    def shutdown(self) -> None:
        """Close the socket properly, unless the client has gone already."""
        self.flush()
        if not (self.disconnected or self.transport.is_closing()):
            super().shutdown()
        self.turn()

    def give_up(self) -> None:
        """Abort the connection: something could not be sent, and a stream must have no gaps."""
        self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.turn()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.turn()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.turn()

    def data_received(self, data: bytes) -> None:
        begins = payload_of(data) if self.in_step else 0
        if begins and data[0] == TEXT and self.between_messages and len(data) <= self.config.ws_max_size:
            return self.text_received(unmasked(data[begins:], data[begins - MASK : begins]))
        self.in_step = begins > 0 or (not self.handshake_initiated and data.endswith(b"\r\n\r\n"))
        super().data_received(data)
        return None if self.handshake_initiated else self.look_at_request()

    @property
    def between_messages(self) -> bool:
        """Whether no fragmented message is incomplete: a text inside one would violate the protocol."""
        return self.conn.current_size is None

    def look_at_request(self) -> None:
        """Close the connection if it does not begin with a proper request. uvicorn would wait for another one for
        ever."""
        if self.conn.handshake_exc:
            self.refuse()

    def refuse(self) -> None:
        """Close a connection before the handshake, sending the library's error response first."""
        if not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()) or NO_REQUEST)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.ABNORMAL_CLOSURE})
        self.disconnected = self.handshake_complete = True
        self.transport.close()

    def handle_parser_exception(self) -> None:
        """Close a connection whose client violates the protocol. uvicorn assumes that it is open, and fails where it is
        not."""
        if self.conn.close_sent:
            super().handle_parser_exception()
        else:
            self.refuse()
        self.turn()

    def handle_cont(self, event: Frame) -> None:
        """Drop empty fragments of a message: nothing limits their number."""
        if event.data or event.fin:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Ignore a ping while the client does not read, so that answers do not pile up: RFC 6455 allows it."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def send_receive_event_to_app(self) -> None:
        """Close the connection on a text that is no UTF-8, for which uvicorn would log a traceback."""
        if self.curr_msg_data_type == "text" and text_of(b"".join(self.frames)) is None:
            self.conn.fail(CloseCode.INVALID_DATA, "no UTF-8")
            return self.handle_parser_exception()
        return super().send_receive_event_to_app()

    def text_received(self, payload: bytes) -> None:
        if self.hear and not self.close_sent and (text := text_of(payload)) is not None:
            return self.hear(text)
        self.curr_msg_data_type, self.frames = "text", [payload]
        return self.send_receive_event_to_app()

    def listen(self, hear: Hear) -> None:
        """Call `hear` with each text from now on."""
        self.hear = hear

    def pause(self) -> None:
        """Stop reading from the socket for now."""
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def resume(self) -> None:
        if self.read_paused and not self.disconnected:
            self.read_paused = False
            self.transport.resume_reading()


def text_of(payload: bytes) -> str | None:
    try:
        return payload.decode()
    except UnicodeDecodeError:
        return None


def payload_of(data: bytes) -> int:
    """Return where the payload begins if these bytes are exactly one client frame, else 0."""
    if len(data) < 2 + MASK or not data[1] & MASKED:
        return 0
    size, begins = data[1] & ~MASKED, 2 + MASK
    if size == LONG:
        return 0
    if size == MIDDLE:
        size, begins = int.from_bytes(data[2:4], "big"), 4 + MASK
    return begins if len(data) == begins + size else 0


def unmasked(payload: bytes, mask: bytes) -> bytes:
    size = len(payload)
    key = (mask * (size // MASK + 1))[:size]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")


async def let_go(connections: Iterable[object], seconds: float) -> None:
    """Close the sockets among these connections in random order, spread over so many seconds. The code tells clients
    that they may come back at once."""
    lines = [line for line in connections if isinstance(line, Line)]
    shuffle(lines)
    pause = min(1 / A_SECOND, seconds / max(1, len(lines)))
    for line in lines:
        line.shutdown()
        await asyncio.sleep(pause)


class Other:
    """A wire over another server's socket: texts are sent and received through the application's layers."""

    turned: Callable[[], None] | None = None
    way: Way | None = None

    def __init__(self, socket: WebSocket) -> None:
        self.send_text = socket.send_text

    def put(self, text: str) -> bool:
        sending: Any = self.send_text(text)
        try:
            sending.send(None)
        except (StopIteration, *GONE):
            return True
        sending.close()
        return False

    def listen(self, hear: Hear) -> None:
        pass

    def pause(self) -> None:
        pass

    def resume(self) -> None:
        pass


def wire_of(socket: WebSocket) -> Wire:
    """Return the wire of an accepted socket."""
    line = socket.scope.get("extensions", {}).get(LINE)
    wire: Wire = line["wire"] if line else Other(socket)
    return wire
