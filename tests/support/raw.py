"""A connection with nobody between a test and its bytes. What has come can be read even where the other end has reset
the connection meanwhile, which asyncio's streams would pass over.
"""

import asyncio
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Self

PAUSE = 0.002
"""Between two pieces, so that the other end reads them one by one, mostly."""


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
        """Each by itself, until the other end is gone."""
        with suppress(ConnectionError):
            for piece in pieces:
                await asyncio.get_running_loop().sock_sendall(self.connection, piece)
                await asyncio.sleep(PAUSE)

    async def more(self) -> bool:
        """Read what comes next; whether anything does."""
        piece = b""
        with suppress(ConnectionError):
            piece = await asyncio.get_running_loop().sock_recv(self.connection, 65_536)
        self.got += piece
        return piece != b""

    async def take(self, size: int) -> bytes:
        """So many bytes. Raises EOFError where there are fewer."""
        while len(self.got) < size:
            if not await self.more():
                raise EOFError
        taken, self.got = self.got[:size], self.got[size:]
        return taken

    async def all(self) -> bytes:
        """Until the other end closes it."""
        while await self.more():
            pass
        return self.got

    async def head(self) -> bytes:
        """Of an answer."""
        while b"\r\n\r\n" not in self.got:
            assert await self.more(), self.got
        head, _, self.got = self.got.partition(b"\r\n\r\n")
        return head

    def leave(self) -> None:
        """Without a word, as a machine does that loses its network."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
