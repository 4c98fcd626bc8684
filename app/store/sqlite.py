"""Connections to SQLite that run short statements directly in the server's event loop: most take microseconds, less
than handing them to a thread would. Only what has to wait for another writer, or takes long, such as many rows, goes to
the connection's thread, and what waits for the disk to another thread.

`database` makes SQLAlchemy's connections out of these; the ledger uses a plain one.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any

import aiosqlite
from aiosqlite.context import contextmanager
from sqlalchemy.engine import URL

LOCK_SECONDS = 3
PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA wal_autocheckpoint = 0",
)
PATIENT, IMPATIENT = (f"PRAGMA busy_timeout = {milliseconds}" for milliseconds in (1000 * LOCK_SECONDS, 0))
BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
LONG = 40_000
"""Steps of SQLite's virtual machine, a millisecond or two: a query that takes more is run again in the thread."""
FEW = 20
"""How many rows are written in the event loop; more take a millisecond or longer."""
FIRST = 500
"""How many rows of an answer are fetched in the event loop."""
FOLD = "PRAGMA wal_checkpoint(PASSIVE)"
FOLDED_EVERY = 300
"""Transactions between two checkpoints; most take less than 20 kB in the write-ahead log."""


def connect(path: str, *, asks: bool = False) -> sqlite3.Connection:
    """Open a connection that never waits for a lock; with `asks`, a query on it is interrupted when it takes long."""
    connection = sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None, check_same_thread=False)
    for pragma in (*PRAGMAS, IMPATIENT):
        connection.execute(pragma)
    if asks:
        connection.set_progress_handler(enough, LONG)
    return connection


def enough() -> bool:
    return True


def waits(error: sqlite3.Error) -> bool:
    """Tell whether another connection is writing, recovering the write-ahead log or closing the file. The last eight
    bits of SQLite's error code are the kind of error, the others the detail."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in BUSY


class AtOnce(aiosqlite.Connection):
    """A connection for SQLAlchemy that runs short statements directly. `asks`: it only reads, so that a query can be
    interrupted and run again."""

    def __init__(self, path: str, *, asks: bool) -> None:
        super().__init__(partial(connect, path, asks=asks), iter_chunk_size=64)
        self.asks = asks
        self.in_thread = 0
        """How many jobs the thread has; a statement waits behind them."""

    @contextmanager
    async def cursor(self) -> aiosqlite.Cursor:
        return Cursor(self, await self._execute(self._conn.cursor))

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if not self._running or not self._connection:
            raise ValueError("the connection is closed")
        if not self.in_thread:
            try:
                return fn(*args, **kwargs)
            except sqlite3.OperationalError as error:
                if not waits(error) and error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
                    raise
        return await self.later(partial(fn, *args, **kwargs))

    async def fetch(self, sql: str, *given: object) -> list[Any]:
        """Return all rows of a short answer. The name is asyncpg's."""
        rows: list[Any] = await self._execute(rows_of, self._conn, sql, given)
        return rows

    def is_closed(self) -> bool:
        return not self._running

    async def in_its_thread(self, fn: Callable[..., Any], *args: Any) -> Any:
        return await self.later(partial(fn, *args))

    async def later(self, work: Callable[[], Any]) -> Any:
        self.in_thread += 1
        return await super()._execute(self.patiently, work)  # type: ignore[no-untyped-call]

    def patiently(self, work: Callable[[], Any]) -> Any:
        """Run work in the thread, which has the connection to itself until then."""
        try:
            self._conn.execute(PATIENT)
            self._conn.set_progress_handler(None, LONG)
            return work()
        finally:
            self.be_impatient()
            self.in_thread -= 1

    def be_impatient(self) -> None:
        """Do nothing if the thread has just closed the connection."""
        with suppress(ValueError, sqlite3.ProgrammingError):
            self._conn.execute(IMPATIENT)
            self._conn.set_progress_handler(enough if self.asks else None, LONG)


class Cursor(aiosqlite.Cursor):
    """Fetches the first rows together with the query, because half an answer could not be fetched again. Fetching more
    than these takes long and goes to the thread."""

    _conn: AtOnce

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> Cursor:
        self.rows: list[sqlite3.Row] = await self._conn._execute(answered, self._cursor, sql, parameters or ())
        self.all_there = len(self.rows) < FIRST
        return self

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> Cursor:
        rows = list(parameters)
        execute = self._conn._execute if len(rows) <= FEW else self._conn.in_its_thread
        await execute(self._cursor.executemany, sql, rows)
        return self

    async def fetchall(self) -> list[sqlite3.Row]:
        rows, self.rows = self.rows, []
        return rows if self.all_there else [*rows, *await self._conn.later(self._cursor.fetchall)]

    async def fetchmany(self, size: int | None = None) -> list[sqlite3.Row]:
        wanted = size or self.iter_chunk_size
        rows, self.rows = self.rows[:wanted], self.rows[wanted:]
        return rows if rows or self.all_there else await self._conn.later(partial(self._cursor.fetchmany, wanted))

    async def fetchone(self) -> sqlite3.Row | None:
        return next(iter(await self.fetchmany(1)), None)


def answered(cursor: sqlite3.Cursor, sql: str, given: Any) -> list[sqlite3.Row]:
    """Run a query and return its first rows."""
    cursor.execute(sql, given)
    return cursor.fetchmany(FIRST) if cursor.description else []


def rows_of(connection: sqlite3.Connection, sql: str, given: Iterable[Any]) -> list[Any]:
    return connection.execute(sql, tuple(given)).fetchall()


class Log:
    """SQLite's write-ahead log. It is checkpointed now and then in a thread, since that waits for the disk; nothing
    waits for it."""

    def __init__(self, url: URL) -> None:
        self.path = str(url.database)
        self.unfolded = 0
        self.folding: asyncio.Task[None] | None = None

    def wrote(self, transactions: int = 1) -> None:
        self.unfolded += transactions
        if self.unfolded >= FOLDED_EVERY and self.folding is None:
            self.unfolded = 0
            self.folding = asyncio.create_task(self.fold())

    async def fold(self) -> None:
        try:
            await asyncio.to_thread(fold, self.path)
        finally:
            self.folding = None

    async def close(self) -> None:
        if self.folding:
            await self.folding


def fold(path: str) -> None:
    with suppress(sqlite3.Error):
        connection = connect(path)
        connection.execute(FOLD)
        connection.close()
