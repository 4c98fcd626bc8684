"""Keeps connections of the driver itself, taken from SQLAlchemy's pool, for short statements: asyncpg prepares each
statement once per connection. `prepared` sends over those of a Database; the ledger on Postgres has its own.
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
"""No connection is used for longer: firewalls and proxies on the way may forget it."""
CONNECTION = "08"
"""The prefix of Postgres' error codes for an unusable connection."""


class Driver(Protocol):
    """The common interface of asyncpg's connections and our own to SQLite."""

    async def fetch(self, text: str, *given: object) -> Sequence[Sequence[Any]]: ...

    def is_closed(self) -> bool: ...


class Line(NamedTuple):
    """A connection of the pool, and the driver's connection inside it."""

    pooled: AsyncConnection
    driver: Driver
    until: float

    def is_good(self) -> bool:
        """Tell whether it can be used now."""
        return not is_lost(self.driver) and time.monotonic() < self.until

    async def give_up(self) -> None:
        with suppress(Exception):  # it is lost already
            await self.pooled.invalidate()
            await self.pooled.close()


class Lines:
    """Keeps `kept` connections open between statements; when more are needed, it takes them from the pool."""

    def __init__(self, engine: AsyncEngine, kept: int) -> None:
        self.engine, self.kept = engine, kept
        self.free: list[Line] = []
        self.opening = 0
        """How many tasks wait for the pool: it gets connections back for them before any is kept."""

    async def fetch(self, text: str, given: Sequence[object]) -> Sequence[Sequence[Any]]:
        """Run a statement and return its rows. The connection is kept if the database answered, even with an error."""
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
        """Return a kept connection that is good, else a new one."""
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
    """Tell whether the server has ended an idle connection. The driver knows it only some turns of the event loop after
    the message has arrived, and refuses every statement until then. An idle server sends hardly anything else, so a
    connection with something to read counts as lost. The check takes 3 µs."""
    if driver.is_closed():
        return True
    transport = getattr(driver, "_transport", None)  # asyncpg's; SQLite has none
    return transport is not None and can_be_read(transport.get_extra_info("socket").fileno())


def can_be_read(descriptor: int) -> bool:
    """Tell whether bytes, or the end of the stream, wait on a socket."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))


def is_answer(error: Exception) -> bool:
    """Tell whether the error is the database's answer, so that the connection is still usable."""
    code = str(getattr(error, "sqlstate", None) or "")
    return isinstance(error, sqlite3.IntegrityError) or bool(code and not code.startswith(CONNECTION))
