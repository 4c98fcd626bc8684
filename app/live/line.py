"""The line of a socket: uvicorn's own, with a short way for what happens all the time. A text that many are sent is
framed once for all of them, and a text that comes in one piece is read at once. Everything else is uvicorn's business.
`horloge serve` has uvicorn make these, and lets them go; `feed` asks for `sender`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from functools import lru_cache
from random import shuffle
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from app.live.stream import Send

LINE = "horloge.line"
"""The name by which an application finds the line among the extensions of a socket."""
JUST_SENT = 8
TEXT = 0x81
"""The first byte of a whole text message, by RFC 6455. In the second one the highest bit says that it is masked, as
what clients send is; the others are its size, or say how many bytes that follow are."""
MASKED, MASK = 0x80, 4
MIDDLE, LONG = 126, 127
A_SECOND = 200
"""How many sockets are let go a second, where that is fast enough."""
TWO_BYTES = 1 << 16


class Line(WebSocketsSansIOProtocol):
    in_step = False
    """Whether all that has come so far was whole: then what comes next begins a frame."""

    def run_asgi(self) -> Coroutine[Any, Any, None]:
        self.scope["extensions"][LINE] = {"send": self.send_framed}
        return super().run_asgi()

    def start_keepalive(self) -> None:
        """The socket is open: what was said to open it need not be kept for hours, at some kilobytes each."""
        del self.request, self.response
        super().start_keepalive()

    async def send_framed(self, text: str) -> None:
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.close_sent:
            raise WebSocketDisconnect(1006)
        self.transport.write(framed(text))

    def data_received(self, data: bytes) -> None:
        begins = payload_of(data) if self.in_step else 0
        if begins and data[0] == TEXT and len(data) <= self.config.ws_max_size:
            self.curr_msg_data_type, self.frames = "text", [unmasked(data[begins:], data[begins - MASK : begins])]
            return self.send_receive_event_to_app()
        self.in_step = begins > 0 or (not self.handshake_initiated and data.endswith(b"\r\n\r\n"))
        return super().data_received(data)


def payload_of(data: bytes) -> int:
    """Where the payload begins if these bytes are one frame of a client's, no more and no less; else 0."""
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


@lru_cache(JUST_SENT)
def framed(text: str) -> bytes:
    """A text as it goes over the wire to clients: nothing in it depends on to whom. Those who are told the same are
    told one after the other, so it is enough to keep the last few."""
    payload = text.encode()
    size = len(payload)
    if size < MIDDLE:
        return bytes((TEXT, size)) + payload
    if size < TWO_BYTES:
        return bytes((TEXT, MIDDLE)) + size.to_bytes(2, "big") + payload
    return bytes((TEXT, LONG)) + size.to_bytes(8, "big") + payload


async def let_go(connections: Iterable[object], seconds: float) -> None:
    """Close the sockets among these, in any order, over so many seconds; few of them at once. Whoever listens knows by
    the code that it may come back at once."""
    lines = [line for line in connections if isinstance(line, Line)]
    shuffle(lines)
    pause = min(1 / A_SECOND, seconds / max(1, len(lines)))
    for line in lines:
        line.shutdown()
        await asyncio.sleep(pause)


def sender(socket: WebSocket) -> Send:
    """How to send a text on an accepted socket."""
    line = socket.scope.get("extensions", {}).get(LINE)
    send: Send = line["send"] if line else socket.send_text
    return send
