"""The form beside the socket: how long the server takes to answer a move that is posted, and one that is sent over the
table's feed, at one table and by turns.
"""

from __future__ import annotations

import asyncio
import time
from statistics import median
from urllib.parse import urlencode

from app.accounts.tokens import form_token_of
from app.accounts.visitor import COOKIE
from bench import ours
from bench.sockets import HERE, Line, address_of, dial

FIRST = 1_000_000
"""The numbers of this bench's own tables begin here."""
LEAST = 10


async def form_seconds(served: ours.Served, seconds: float) -> tuple[float, float]:
    """Return the median of both, first the form's."""
    posted: list[float] = []
    sent: list[float] = []
    moves = max(LEAST, min(250, int(30 * seconds)))
    for number in range(2):
        [key] = await ours.open_tables(served.site, [FIRST + number])
        table = Table(served, key)
        await table.open()
        for step, (seat, text) in enumerate(ours.game(FIRST + number)[:moves]):
            started = time.perf_counter()
            if step % 2:
                await table.post(seat, text)
                posted.append(time.perf_counter() - started)
            else:
                await table.send(seat, text)
                sent.append(time.perf_counter() - started)
        table.close()
    return median(posted), median(sent)


class Table:
    """A table with four players, each with a socket and a connection that posts."""

    def __init__(self, served: ours.Served, key: str) -> None:
        self.served, self.key = served, key
        self.answered: asyncio.Future[None] | None = None
        self.lines: list[Line] = []
        self.ways: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def open(self) -> None:
        for seat, cookie in enumerate(self.served.site.cookies):
            path, address, port = f"/tables/{self.key}/feed?after=0&as=json", address_of(seat), self.served.port
            self.lines.append(await dial(port, path, Line(self.heard), f"{COOKIE}={cookie}", address))
            self.ways.append(await asyncio.open_connection(HERE, port, local_addr=(address, 0)))

    def heard(self, text: bytes) -> None:
        if text.startswith(ours.ANSWER) and ours.counts(text) and self.answered:
            self.answered.set_result(None)

    async def send(self, seat: int, text: bytes) -> None:
        self.answered = asyncio.get_running_loop().create_future()
        self.lines[seat].send(text)
        await self.answered

    async def post(self, seat: int, text: bytes) -> None:
        """Post the same choice as our form sends it."""
        act = ours.act_of(text)
        cookie = self.served.site.cookies[seat]
        fields = {"page": act.key, "epoch": act.epoch, "sequence": act.sequence, "choice": bytes(act.choice).decode()}
        body = urlencode(fields | {"sure": "1", "token": form_token_of(cookie)}).encode()
        reader, writer = self.ways[seat]
        head = (
            f"POST /tables/{self.key}/act HTTP/1.1\r\nHost: {HERE}:{self.served.port}\r\n"
            f"Origin: http://{HERE}:{self.served.port}\r\nCookie: {COOKIE}={cookie}\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        if b" 303 " not in answer.partition(b"\r\n")[0]:
            raise RuntimeError(f"a form was refused: {answer[:300]!r}")

    def close(self) -> None:
        for line in self.lines:
            line.close()
        for _, writer in self.ways:
            writer.close()
