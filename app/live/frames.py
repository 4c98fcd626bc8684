"""The interface of a socket to talk on, whatever server is under it. `server.ws_protocol` makes wires of
sockets; watchers and conversations use them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

Hear = Callable[[str], None]
Way = Callable[[bytes], object]
"""Takes whole frames, one after the other, and sends them."""
GONE = (WebSocketDisconnect, RuntimeError, OSError)
"""The errors of sending to a page that has left."""
LINE = "horloge.line"
"""The name under which an application finds this among the extensions of a socket."""
TEXT = 0x81
"""The first byte of a whole text message, by RFC 6455. In the second byte the highest bit says that it is masked, as
clients' messages are; the other bits are its size, or say how many bytes of size follow."""
MIDDLE, LONG = 126, 127
TWO_BYTES = 1 << 16

log = structlog.get_logger(__name__)


class Wire(Protocol):
    """A socket."""

    turned: Callable[[], None] | None
    """Called whenever `way` changes."""

    @property
    def way(self) -> Way | None:
        """The fast way to send, past what is queued in this turn of the loop; None if there is none."""

    def put(self, text: str) -> bool:
        """Queue a text, to be sent together with everything else of this turn of the loop; return False if nothing was
        queued and the caller has to wait."""

    async def send_text(self, text: str) -> None:
        """Send a text. Raises one of GONE if the client has left."""

    def listen(self, hear: Hear) -> None:
        """Let the wire call this with each text at once; a text that it does not pass on has to be received."""

    def pause(self) -> None:
        """Stop reading for now."""

    def resume(self) -> None: ...


class Holds(Protocol):
    def flush(self) -> None:
        """Send what is queued."""

    def give_up(self) -> None:
        """Close the wire at once."""


HOLDING: list[Holds] = []
"""The wires with something queued for this turn of the event loop."""


def send_held() -> None:
    """Send everything queued so far. A wire that fails is closed without affecting the others."""
    held = [*HOLDING]
    HOLDING.clear()
    for wire in held:
        try:
            wire.flush()
        except Exception:
            log.exception("a socket could not be written to")
            wire.give_up()


class Framer:
    """Frames a text for clients, independent of the receiver. Watchers of the same stream are served one after the
    other, so it is enough to remember the last text."""

    def __init__(self) -> None:
        self.text, self.framed = "", b""

    def __call__(self, text: str) -> bytes:
        if text is not self.text or not self.framed:
            self.text, self.framed = text, frame_of(text.encode())
        return self.framed


framed = Framer()


def frame_of(payload: bytes) -> bytes:
    size = len(payload)
    if size < MIDDLE:
        return bytes((TEXT, size)) + payload
    if size < TWO_BYTES:
        return bytes((TEXT, MIDDLE)) + size.to_bytes(2, "big") + payload
    return bytes((TEXT, LONG)) + size.to_bytes(8, "big") + payload


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
