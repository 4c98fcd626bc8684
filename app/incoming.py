"""The connection that requests come by: uvicorn's own, which waits for ever for a request and for who does not read
the answer, and takes a head of any size; here all of that has an end. `horloge serve` has uvicorn make these. A request
that comes in one piece, as almost all do, costs no timer.
"""

from __future__ import annotations

import asyncio
from typing import Literal

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LARGEST_HEAD = 32 * 1024
"""Bytes of a request's first line and headers."""
SECONDS = {"nothing": 20.0, "head": 20.0, "body": 60.0}
"""For how long the rest of it is waited for, by what has begun to come."""

UNREAD_SECONDS = 300.0
"""For how long what can't be sent at once waits for who does not read it."""

Coming = Literal["", "nothing", "head", "body"]


class Incoming(HttpToolsProtocol):
    coming: Coming = "nothing"
    """What of a request is waited for: the first one of a connection from its beginning on. Empty: it is all there."""
    waited: Coming = ""
    """What the timer is for."""
    head = 0
    timer: asyncio.TimerHandle | None = None
    unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]
        self.wait()

    def connection_lost(self, exc: Exception | None) -> None:
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

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.coming == "head":
            self.head += len(data)
            if self.head > LARGEST_HEAD:
                self.send_400_response("The head of the request is too large.")
        if self.coming != self.waited:
            self.wait()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.coming, self.head = "head", 0

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.coming = "body"

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.coming = ""

    def wait(self) -> None:
        """For what comes now, and no longer for what came before."""
        if self.timer:
            self.timer.cancel()
        self.timer = self.loop.call_later(SECONDS[self.coming], self.give_up) if self.coming else None
        self.waited = self.coming

    def give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
