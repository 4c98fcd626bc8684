"""A raw connection, byte by byte. Received bytes can be read even after the other end has reset the connection, which
asyncio's streams would not allow.
"""

import asyncio
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Self

PAUSE = 0.002
"""Seconds between two pieces, so that the other end mostly reads them one by one."""


class Raw:
    def __init__(self, connection: socket.socket) -> None:
        self.connection, self.got = connection, b""

    @classmethod
    @contextmanager
    def dialled(cls, port: int) -> Iterator[Self]:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.setblocking(False)
            yield cls(connection)

    async def say(self, *pieces: bytes) -> None:
        """Send each piece by itself, until the other end is gone."""
        with suppress(ConnectionError):
            for piece in pieces:
                await asyncio.get_running_loop().sock_sendall(self.connection, piece)
                await asyncio.sleep(PAUSE)

    async def more(self) -> bool:
        """Read more bytes; return False at the end."""
        piece = b""
        with suppress(ConnectionError):
            piece = await asyncio.get_running_loop().sock_recv(self.connection, 65_536)
        self.got += piece
        return piece != b""

    async def take(self, size: int) -> bytes:
        """Read this many bytes. Raises EOFError if there are fewer."""
        while len(self.got) < size:
            if not await self.more():
                raise EOFError
        taken, self.got = self.got[:size], self.got[size:]
        return taken

    async def all(self) -> bytes:
        """Read until the other end closes."""
        while await self.more():
            pass
        return self.got

    async def head(self) -> bytes:
        """Read the head of an answer."""
        while b"\r\n\r\n" not in self.got:
            assert await self.more(), self.got
        head, _, self.got = self.got.partition(b"\r\n\r\n")
        return head

    def leave(self) -> None:
        """Reset the connection, as a machine does that loses its network."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
