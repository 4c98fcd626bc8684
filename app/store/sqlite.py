"""SQLite as the server uses it. Most of what it is asked takes microseconds, less than handing it to a thread and
waiting for the answer would: so it is done at once, in the server's own loop. Only what has to wait for somebody else
who is writing, or takes its time, as many rows do, goes to the connection's thread, and what waits for the disk to
another.

`database` makes SQLAlchemy's connections out of these; the ledger has one that is plain.
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
"""Steps of SQLite's machine, a millisecond or two: a question that takes more is asked again in the thread."""
FEW = 20
"""Rows that are written at once; more take a millisecond or longer."""
FIRST = 500
"""Rows of an answer that are fetched at once."""
FOLD = "PRAGMA wal_checkpoint(PASSIVE)"
FOLDED_EVERY = 300
"""Transactions; most take less than 20 kB in the log of writes."""


def connect(path: str, *, asks: bool = False) -> sqlite3.Connection:
    """A connection that waits for nobody; if it only asks, for nothing that takes long either."""
    connection = sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None, check_same_thread=False)
    for pragma in (*PRAGMAS, IMPATIENT):
        connection.execute(pragma)
    if asks:
        connection.set_progress_handler(enough, LONG)
    return connection


def enough() -> bool:
    return True


def waits(error: sqlite3.Error) -> bool:
    """Whether somebody else is writing, or restores the log of writes, or closes the file: the last eight bits of an
    error's number say that it is one of this kind, the others which."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in BUSY


class AtOnce(aiosqlite.Connection):
    """A connection for SQLAlchemy that does at once what it can. `asks`: nothing is written with it, so that a question
    may be broken off and asked again."""

    def __init__(self, path: str, *, asks: bool) -> None:
        super().__init__(partial(connect, path, asks=asks), iter_chunk_size=64)
        self.asks = asks
        self.in_thread = 0
        """How much the thread has to do; nothing passes it."""

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
        """All rows of a short answer; named as asyncpg names it."""
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
        """In the thread, which has the connection to itself until that is impatient again."""
        try:
            self._conn.execute(PATIENT)
            self._conn.set_progress_handler(None, LONG)
            return work()
        finally:
            self.be_impatient()
            self.in_thread -= 1

    def be_impatient(self) -> None:
        """Nothing if the thread has just closed the connection."""
        with suppress(ValueError, sqlite3.ProgrammingError):
            self._conn.execute(IMPATIENT)
            self._conn.set_progress_handler(enough if self.asks else None, LONG)


class Cursor(aiosqlite.Cursor):
    """Has its first rows as soon as it was asked: half of an answer could not be asked for again. Where there are many,
    the others take long."""

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
    """The first rows that a question brings."""
    cursor.execute(sql, given)
    return cursor.fetchmany(FIRST) if cursor.description else []


def rows_of(connection: sqlite3.Connection, sql: str, given: Iterable[Any]) -> list[Any]:
    return connection.execute(sql, tuple(given)).fetchall()


class Log:
    """The log of writes. It is folded into the file now and then, in a thread, since that waits for the disk; nobody
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
