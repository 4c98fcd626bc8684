"""Acts over a table's socket, one request after the other, for tests that need to know each answer. Unlike players, it
records nothing for the checker.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import msgspec
from websockets.asyncio.client import ClientConnection

from app.ending import end
from engine.core.state import Side
from tests.harness.players import Answer, Place, dialled, heard
from tests.harness.tables import Seat

TRIES = 30
PATIENCE = 30.0
ORDERS = {"do": "order", "pass_in": "every_auction"}, {"do": "order", "pass_in": "none"}
"""Choices at the Antechamber that each side may alternate between, whichever side's turn it is."""


class Line:
    """A socket that makes choices."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.asked: dict[str, asyncio.Future[Answer]] = {}
        self.began: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """Resolves to the table's sequence when the socket was opened."""

    async def hear(self) -> None:
        async for frame in self.socket:
            told = heard(frame)
            if told.answer:
                self.asked.pop(told.answer).set_result(Answer(told.status, told.sequence))
            elif told.seq >= 0 and not self.began.done():
                self.began.set_result(told.seq)

    async def act(self, key: str, sequence: int, choice: object, side: Side = "red") -> Answer:
        """Send a choice, again and again until its outcome is known."""
        return await settled(lambda: self.say(key, sequence, choice, side))

    async def say(self, key: str, sequence: int, choice: object, side: Side = "red") -> Answer:
        told: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.asked[key] = told
        await self.socket.send(msgspec.json.encode({"act": request(key, sequence, choice, side)}), text=True)
        async with asyncio.timeout(PATIENCE):
            return await told


@asynccontextmanager
async def lined_up(place: Place, seat: Seat) -> AsyncIterator[Line]:
    async with dialled(place, seat.room, "json", seat.headers(place.address)) as socket:
        line = Line(socket)
        listening = asyncio.create_task(line.hear())
        try:
            yield line
        finally:
            await end([listening])


def request(key: str, sequence: int, choice: object, side: Side) -> dict[str, object]:
    return {"key": key, "epoch": 0, "sequence": sequence, "side": side, "choice": choice}


async def settled(ask: Callable[[], Awaitable[Answer]]) -> Answer:
    """Repeat a request while its outcome is unknown."""
    for _ in range(TRIES):
        answer = await ask()
        if answer.status != 503:
            return answer
        await asyncio.sleep(0.1)
    raise AssertionError("nobody ever says what became of it")


async def until(holds: Callable[[], bool], seconds: float) -> None:
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.1)
