"""A web server for tests that keeps what is posted to it, and answers, hangs up or stays silent as told."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import NamedTuple


class Post(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """`answers` are given to the next requests, in order; all further ones get 204."""

    port: int = 0
    taken: list[Post] = field(default_factory=list)
    answers: list[bytes] = field(default_factory=list)
    connections: int = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
            headers = {name.lower(): text.strip() for name, _, text in (line.partition(":") for line in lines)}
            body = await reader.readexactly(int(headers["content-length"]))
            self.taken.append(Post(first.split(" ")[1], headers, body))
            writer.write(self.answers.pop(0) if self.answers else b"HTTP/1.1 204 No Content\r\n\r\n")
            await writer.drain()
        except (EOFError, OSError):
            pass
        finally:
            writer.close()


def status(number: int, *headers: str) -> bytes:
    return "\r\n".join([f"HTTP/1.1 {number} Whatever", *headers, "", ""]).encode()


@asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    made = Receiver()
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.port = server.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        server.close()
