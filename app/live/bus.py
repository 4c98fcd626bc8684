"""The bus between processes. It carries nothing but hints: "this room is at that sequence", "there is talk at that
table", "these people are there". A hint may be lost, doubled or late without harm, since every process also asks the
store every few seconds (`live.catch_up`).

There are three buses behind one interface: none (one process is the whole site), Postgres NOTIFY, and Redis.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Protocol

import msgspec
import structlog
from msgspec import Struct

from app.base.ending import end
from app.settings import Settings

GATHER_SECONDS = 0.01
"""The first hint goes out at once after its commit, those of the next moments together: a NOTIFY inside each
transaction would halve the commits per second."""
RETRY_SECONDS = 1.0
CONNECT_SECONDS = 3.0

log = structlog.get_logger(__name__)


class Hint(Struct, frozen=True, array_like=True):
    """News about a room: its position, or something about `topic`, in the words of `said`."""

    room: str
    epoch: int
    sequence: int
    topic: str = ""
    said: str = ""
    changes: int = 0


Hear = Callable[[Hint], None]
decode_hints = msgspec.json.Decoder(list[Hint]).decode


class Bus(Protocol):
    name: str

    def start(self, hear: Hear) -> None:
        """Begin to listen; call `hear` with each hint, one's own included."""

    def publish(self, hint: Hint) -> None:
        """Tell the other processes. Returns at once and never fails."""

    async def close(self) -> None: ...


class OneProcess:
    """The bus of a site that is one process: it only tells itself."""

    name = "in process"

    def start(self, hear: Hear) -> None:
        self.hear = hear

    def publish(self, hint: Hint) -> None:
        asyncio.get_running_loop().call_soon(self.hear, hint)

    async def close(self) -> None:
        pass


class Gathering:
    """The base of the network buses: it gathers hints, sends them, listens, and reconnects whenever the connection is
    lost. Subclasses give `listen`, which returns only by raising, and `send`."""

    name = ""

    def __init__(self) -> None:
        self.gathered: dict[tuple[str, str], Hint] = {}
        self.some = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    def start(self, hear: Hear) -> None:
        self.tasks = [asyncio.create_task(self.keep_listening(hear)), asyncio.create_task(self.keep_sending())]

    def publish(self, hint: Hint) -> None:
        self.gathered[hint.room, hint.topic] = hint
        self.some.set()

    async def close(self) -> None:
        await end(self.tasks)
        await self.hang_up()

    async def keep_listening(self, hear: Hear) -> None:
        while True:
            try:
                await self.listen(hear)
            except Exception as error:  # noqa: BLE001 - whatever a lost connection raises, it is tried again
                log.warning("bus lost", bus=self.name, error=repr(error))
            await asyncio.sleep(RETRY_SECONDS)

    async def keep_sending(self) -> None:
        while True:
            await self.some.wait()
            self.some.clear()
            hints, self.gathered = self.gathered, {}
            try:
                async with asyncio.timeout(CONNECT_SECONDS):
                    await self.send(hints.values())
            except Exception as error:  # noqa: BLE001 - hints may be lost
                log.warning("hints lost", bus=self.name, hints=len(hints), error=repr(error))
            await asyncio.sleep(GATHER_SECONDS)

    async def listen(self, hear: Hear) -> None:
        raise TypeError(f"{type(self).__name__} must listen")

    async def send(self, hints: Iterable[Hint]) -> None:
        raise TypeError(f"{type(self).__name__} must send")

    async def hang_up(self) -> None:
        pass


def encode_hints(hints: Iterable[Hint]) -> str:
    return msgspec.json.encode(list(hints)).decode()


def hear_all(hear: Hear, payload: str | bytes) -> None:
    """Pass received hints on, ignoring what cannot be read."""
    with suppress(msgspec.DecodeError):
        for hint in decode_hints(payload):
            hear(hint)


def open_bus(settings: Settings) -> Bus:
    """Open the bus: Redis if it is configured, else Postgres, else none."""
    if settings.redis_url:
        from app.live.bus_redis import RedisBus

        return RedisBus(settings.redis_url)
    if settings.database_url.startswith("postgresql"):
        from app.live.bus_postgres import PostgresBus

        return PostgresBus(settings.database_url)
    return OneProcess()
