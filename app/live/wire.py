"""How a socket is talked on, whatever server is under it. `line` makes wires of sockets; watchers and conversations use
them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import structlog
from starlette.websockets import WebSocketDisconnect

Hear = Callable[[str], None]
Way = Callable[[bytes], object]
"""Takes whole frames, one after the other, and sends them."""
GONE = (WebSocketDisconnect, RuntimeError, OSError)
"""What sending to a page that has left raises."""
TEXT = 0x81
"""The first byte of a whole text message, by RFC 6455. In the second one the highest bit says that it is masked, as
what clients send is; the others are its size, or say how many bytes that follow are."""
MIDDLE, LONG = 126, 127
TWO_BYTES = 1 << 16

log = structlog.get_logger(__name__)


class Wire(Protocol):
    """A socket."""

    turned: Callable[[], None] | None
    """Called whenever there is another `way`, or none any more."""

    @property
    def way(self) -> Way | None:
        """The quick way out, past what is still held in this turn of the loop; None if there is none."""

    def put(self, text: str) -> bool:
        """Whether it is on its way, together with all that is put in this turn of the loop; else nothing has been sent,
        and it has to be waited for."""

    async def send_text(self, text: str) -> None:
        """Raises one of GONE if nobody is there any more."""

    def listen(self, hear: Hear) -> None:
        """What is said may be told to this at once; what is not has to be received."""

    def pause(self) -> None:
        """No more is to be told for now."""

    def resume(self) -> None: ...


class Holds(Protocol):
    def flush(self) -> None:
        """Send what is held."""

    def give_up(self) -> None:
        """End the wire at once."""


HOLDING: list[Holds] = []
"""The wires of which each holds something that is to go out in this turn of the loop."""


def send_held() -> None:
    """Send all that has been put so far. A wire that fails is ended, and takes nothing from the others."""
    held = [*HOLDING]
    HOLDING.clear()
    for wire in held:
        try:
            wire.flush()
        except Exception:
            log.exception("a socket could not be written to")
            wire.give_up()


class Framer:
    """A text as it goes over the wire to clients: nothing in it depends on to whom. Those who are told the same are
    told one after the other, so it is enough to keep the last one."""

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
