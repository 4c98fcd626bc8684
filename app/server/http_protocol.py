"""Bounds the connections of requests. uvicorn waits for ever for a request and for a client that does not read the
answer, and accepts headers of any size; this subclass of its protocol limits all of that. It also lets a client read an
answer that came before the end of its request. `horloge serve` makes uvicorn use it.

A request that arrives in one piece, as almost all do, costs no timer. An address may have a limited number of
connections open; a proxy has as many as its visitors need.
"""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.live.connection_limits import Crowd

LARGEST_HEAD = 32 * 1024
"""Bytes of a request's first line and headers."""
SECONDS = {"nothing": 20.0, "head": 20.0, "body": 60.0, "rest": 5.0}
"""For how long the rest of a request is waited for, by what has begun to arrive."""
LARGEST_REST = 16 * 1024 * 1024
"""Bytes of a refused body that are received and thrown away."""

UNREAD_SECONDS = 300.0
"""For how long data that cannot be sent waits for a client that does not read."""

CROWDED = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
PIECE = 1024
"""How many bytes are parsed at a time, so that a head that began in the middle of a read is counted from there on, or
nearly."""
TOO_LARGE = "The head of the request is too large."

Coming = Literal["", "nothing", "head", "body", "rest"]


class TooLarge(Exception):
    """The head of a request is too large."""


class Unhurried:
    """The transport as the answer to one request sees it: closing it leaves the client the time to read the answer."""

    def __init__(self, protocol: Incoming) -> None:
        self.protocol = protocol

    def __getattr__(self, name: str) -> Any:
        return getattr(self.protocol.transport, name)

    def close(self) -> None:
        self.protocol.close_after_answer()


class Incoming(HttpToolsProtocol):
    coming: Coming = "nothing"
    """The part of a request that is awaited: on a new connection its first byte (`nothing`); once it has been answered
    too early, what is still on its way (`rest`); empty once the request is complete."""
    waited: Coming = ""
    """The part for which the timer runs."""
    head = 0
    """Bytes of the first line and of complete headers."""
    unread_head = 0
    """Bytes since the head began, whether or not they are complete headers."""
    rest = 0
    """Bytes that arrived after the answer."""
    timer: asyncio.TimerHandle | None = None
    unread: asyncio.TimerHandle | None = None
    counted = False
    """Whether it counts as one of its address's connections."""

    def __init__(self, *given: Any, crowd: Crowd | None = None, **named: Any) -> None:
        super().__init__(*given, **named)
        self.crowd = crowd

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]
        if self.enter():
            self.wait()
        else:
            self.transport.write(CROWDED)
            self.transport.close()

    @property
    def host(self) -> str:
        return self.client[0] if self.client else ""

    def enter(self) -> bool:
        self.counted = self.crowd is not None and self.crowd.enter(self.host)
        return self.counted or self.crowd is None

    def leave(self) -> None:
        if self.counted and self.crowd:
            self.crowd.leave(self.host)
        self.counted = False

    def handle_websocket_upgrade(self) -> None:
        """Stop counting the connection: sockets are counted in `features.table.feed`."""
        self.leave()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave()
        self.coming = ""
        self.wait()
        self.is_read()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.is_read()

    def is_read(self) -> None:
        if self.unread:
            self.unread.cancel()
            self.unread = None

    def close_after_answer(self) -> None:
        """Close the connection; if its request is still arriving, only our direction. Closing both with
        unread bytes would reset the connection, and a client or proxy that is still sending would meet the reset before
        it had read the answer."""
        if self.coming != "body" or not self.transport.can_write_eof():
            self.transport.close()
            return
        self.transport.write_eof()
        self.coming = "rest"
        self.wait()

    def throw_away(self, data: bytes) -> None:
        self.rest += len(data)
        if self.rest > LARGEST_REST:
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        if self.coming == "rest":
            self.throw_away(data)
            return
        for at in range(0, len(data), PIECE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            self.take(data[at : at + PIECE])
        if self.coming != self.waited:
            self.wait()

    def take(self, piece: bytes) -> None:
        began = self.coming == "head"
        super().data_received(piece)
        if began and self.coming == "head":
            self.count_unread(len(piece))

    def count_unread(self, size: int) -> None:
        """Bound an unfinished header, which the parser buffers without a limit. Some of the bytes belong to no
        header."""
        self.unread_head += size
        if self.unread_head > LARGEST_HEAD + PIECE and not self.transport.is_closing():
            self.send_400_response(TOO_LARGE)

    def count(self, size: int) -> None:
        """Count bytes of the head, however they arrived. An exception in the parser's callbacks is answered with
        400."""
        self.head += size
        if self.head > LARGEST_HEAD:
            raise TooLarge

    def send_400_response(self, msg: str) -> None:
        super().send_400_response(TOO_LARGE if self.head > LARGEST_HEAD else msg)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.coming, self.head, self.unread_head = "head", 0, 0

    def on_url(self, url: bytes) -> None:
        self.count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self.count(len(name) + len(value) + len(b": \r\n"))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.coming = "body"
        if self.cycle is not None:
            self.cycle.transport = Unhurried(self)  # type: ignore[assignment]

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.coming = ""

    def wait(self) -> None:
        """Start the timer for what arrives now, instead of the one for what came before."""
        if self.timer:
            self.timer.cancel()
        self.timer = self.loop.call_later(SECONDS[self.coming], self.give_up) if self.coming else None
        self.waited = self.coming

    def give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
