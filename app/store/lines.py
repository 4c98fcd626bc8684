"""Connections of the driver's own, out of SQLAlchemy's pool, that are kept for short statements: asyncpg prepares each
once. A Database has some, which `often` sends over; the ledger on Postgres has its own.
"""

from __future__ import annotations

import select
import sqlite3
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

GOOD_SECONDS = 1800
"""No connection is used for longer: what lies on its way may forget it."""
CONNECTION = "08"
"""What Postgres' codes begin with where the connection is of no use any more."""


class Driver(Protocol):
    """What asyncpg's connections and ours to SQLite have in common."""

    async def fetch(self, text: str, *given: object) -> Sequence[Sequence[Any]]: ...

    def is_closed(self) -> bool: ...


class Line(NamedTuple):
    """A connection out of the pool, and the driver's that it stands for."""

    pooled: AsyncConnection
    driver: Driver
    until: float

    def is_good(self) -> bool:
        """Whether it can be used now."""
        return not is_lost(self.driver) and time.monotonic() < self.until

    async def give_up(self) -> None:
        with suppress(Exception):  # it is lost already
            await self.pooled.invalidate()
            await self.pooled.close()


class Lines:
    """`kept`: so many stay at hand while nothing is sent; when there is more to send, the pool has more."""

    def __init__(self, engine: AsyncEngine, kept: int) -> None:
        self.engine, self.kept = engine, kept
        self.free: list[Line] = []
        self.opening = 0
        """How many wait for the pool: it gets a line back for them before any is kept."""

    async def fetch(self, text: str, given: Sequence[object]) -> Sequence[Sequence[Any]]:
        """What a statement brings. The line is kept if the database answered, whatever it said."""
        line, answered = await self.taken(), False
        try:
            rows = await line.driver.fetch(text, *given)
            answered = True
        except Exception as error:
            answered = is_answer(error)
            raise
        finally:
            await (self.put_back(line) if answered else line.give_up())
        return rows

    async def taken(self) -> Line:
        """One that is at hand and good, else a new one."""
        while self.free:
            line = self.free.pop()
            if line.is_good():
                return line
            await line.give_up()
        self.opening += 1
        try:
            return await self.opened()
        finally:
            self.opening -= 1

    async def opened(self) -> Line:
        pooled = await self.engine.connect()
        driver: Any = (await pooled.get_raw_connection()).driver_connection
        return Line(pooled, driver, time.monotonic() + GOOD_SECONDS)

    async def put_back(self, line: Line) -> None:
        if self.opening or len(self.free) >= self.kept:
            await line.pooled.close()
        else:
            self.free.append(line)

    async def close(self) -> None:
        while self.free:
            await self.free.pop().pooled.close()


def is_lost(driver: Driver) -> bool:
    """Whether the server has ended a connection on which nothing is under way. The driver knows it only some turns of
    the loop after the news has come, and refuses every statement in between. But there is hardly anything else that an
    idle server sends: so a connection with something to read counts as lost. Looking takes 3 µs."""
    if driver.is_closed():
        return True
    transport = getattr(driver, "_transport", None)  # asyncpg's; SQLite has none
    return transport is not None and can_be_read(transport.get_extra_info("socket").fileno())


def can_be_read(descriptor: int) -> bool:
    """Whether bytes, or the end of them, wait on a socket."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))


def is_answer(error: Exception) -> bool:
    """Whether the database refused a statement, and is there for the next one."""
    code = str(getattr(error, "sqlstate", None) or "")
    return isinstance(error, sqlite3.IntegrityError) or bool(code and not code.startswith(CONNECTION))
