"""A WebSocket client that costs next to nothing, so that a load on one core can keep a server on another busy: it has
no tasks, masks with zeros only, and decodes no text. It is for benches only, and for trusted servers.
"""

from __future__ import annotations

import asyncio
import base64
import os
import sys
from collections.abc import Callable
from typing import Any

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
HEARD = Callable[[bytes], None]
HERE = "127.0.0.1"
ADDRESSES = [f"127.0.0.{last}" for last in range(2, 202)] if sys.platform == "linux" else [HERE]
"""The addresses that visitors come from. The server takes 127.0.0.1 for its proxy, whose requests take no turns and
count for no limit; those of other addresses do. Only Linux has more than that one without configuration."""


def address_of(visitor: int) -> str:
    """Return the address of a visitor; players at one table come from different ones."""
    return ADDRESSES[visitor % len(ADDRESSES)]


class Line(asyncio.Protocol):
    """One socket. `heard` is called with each complete text."""

    def __init__(self, heard: HEARD) -> None:
        self.heard = heard
        self.buffer = b""
        self.open = asyncio.get_running_loop().create_future()
        self.shaken = False
        self.long, self.heard_long = 0, heard
        """Texts of more than `long` bytes, if that is not 0, go to `heard_long` undecoded: each comes at once, with its
        frame."""
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(ConnectionError("the socket was closed before it was open"))

    def data_received(self, data: bytes) -> None:
        if self.long and len(data) > self.long and self.shaken and not self.buffer:
            return self.heard_long(data)
        self.buffer = self.buffer + data if self.buffer else data
        if not self.shaken and not self.shake():
            return None
        while (frame := self.frame()) is not None:
            kind, payload = frame
            if kind == TEXT:
                self.heard(payload)
            elif kind == PING:
                self.send(payload, PONG)
            elif kind == CLOSE:
                self.transport.close()
        return None

    def shake(self) -> bool:
        """Read the answer to the handshake; return whether it is complete."""
        head, end, rest = self.buffer.partition(b"\r\n\r\n")
        if not end:
            return False
        if b" 101 " not in head.partition(b"\r\n")[0]:
            self.open.set_exception(ConnectionError(head.partition(b"\r\n")[0].decode()))
            return False
        self.buffer, self.shaken = rest, True
        self.open.set_result(None)
        return True

    def frame(self) -> tuple[int, bytes] | None:
        """Return the next complete frame; our servers never send one in pieces."""
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        size, begins = buffer[1] & 127, 2
        if size >= 126:
            begins = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:begins], "big")
            if len(buffer) < begins:
                return None
        if len(buffer) < begins + size:
            return None
        self.buffer = buffer[begins + size :]
        return buffer[0] & 15, buffer[begins : begins + size]

    def send(self, payload: bytes, kind: int = TEXT) -> None:
        size = len(payload)
        length = bytes((128 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes((128 | kind,)) + length + b"\0\0\0\0" + payload)

    def close(self) -> None:
        self.transport.close()


async def dial(port: int, path: str, line: Line, cookie: str = "", address: str = HERE) -> Line:
    """Open a line from an address to a server on this machine."""
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_connection(lambda: line, HERE, port, local_addr=(address, 0))
    head = {
        "Host": f"{HERE}:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Origin": f"http://{HERE}:{port}",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        "Sec-WebSocket-Version": "13",
    } | ({"Cookie": cookie} if cookie else {})
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items()), "", ""]
    transport.write("\r\n".join(lines).encode())
    async with asyncio.timeout(10):
        await line.open
    return line
