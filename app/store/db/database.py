"""Opens the database: SQLAlchemy engines with timeouts that keep one hung process from blocking the others. Errors
never contain the parameters of a statement.

On SQLite every writing transaction takes the write lock when it begins (otherwise two that read and then write lose an
update), so reading has an engine of its own. On Postgres both are the same engine.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import sqlalchemy
from sqlalchemy import event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from app.base.failures import StoreUnavailable
from app.store.db.connections import GOOD_SECONDS, Lines, is_lost
from app.store.db.sqlite_connections import LOCK_SECONDS, AtOnce, Log
from app.store.db.upserts import Insert, insert_into

LEDGER_LINES = 8
"""Connections of a process for recording actions: this many locked rows do not hold up the others."""
OTHER_LINES = 4
KEPT = 2
"""How many of the other connections stay open for frequent queries."""
CONNECT_SECONDS = LOCK_SECONDS
"""The time to get a connection on Postgres, from the pool or newly made."""
STATEMENT_SECONDS = 5
PATIENT_SECONDS = 600
"""The statement timeout of migrations, which may take long."""
END_HEARD = "another operation (2) is in progress"
"""How asyncpg refuses a statement after it has read that the server ends the connection, until the connection is
closed: 2 is its state after an error that no statement caused. The server's own message is lost by then."""
ENDED = "the server ended the connection, as when it stops or when a process stands still in a transaction"
ALONE = "alone"
"""The execution option of a statement on SQLite that begins no transaction."""


class Database:
    """One database. Its creator has to close it."""

    def __init__(self, url: str, patient: bool = False) -> None:
        self.url = make_url(url)
        self.postgres = self.url.get_backend_name() == "postgresql"
        self.connections: list[AtOnce] = []
        self.log: Log | None = None
        if self.postgres:
            self.write = self.read = postgres_engine(self.url, PATIENT_SECONDS if patient else STATEMENT_SECONDS)
            self.tell = self.ask = self.write.execution_options(isolation_level="AUTOCOMMIT")
        else:
            make_folder(self.url)
            self.log = Log(self.url)
            self.write = sqlite_engine(self.url, "BEGIN IMMEDIATE", self.connections)
            self.read = sqlite_engine(self.url, "BEGIN", self.connections, asks=True)
            self.tell, self.ask = (engine.execution_options(**{ALONE: True}) for engine in (self.write, self.read))
        self.lines = Lines(self.write, KEPT)

    def insert(self, table: sqlalchemy.Table) -> Insert:
        return insert_into(table, self.postgres)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction that may change something. It lets the event loop run other tasks first, because on SQLite
        nothing else runs once it has begun."""
        await asyncio.sleep(0)
        with plain_errors():
            async with self.write.begin() as connection:
                yield connection
        if self.log:
            self.log.wrote()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction that only reads. On SQLite it sees everything as of one moment."""
        await asyncio.sleep(0)
        with plain_errors():
            async with self.read.connect() as connection:
                yield connection

    @asynccontextmanager
    async def asking(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection for one query outside a transaction, which would cost more than the query."""
        await asyncio.sleep(0)
        with plain_errors():
            async with self.ask.connect() as connection:
                yield connection

    @asynccontextmanager
    async def telling(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection for one statement that changes something and is a transaction by itself."""
        await asyncio.sleep(0)
        with plain_errors():
            async with self.tell.connect() as connection:
                yield connection
        if self.log:
            self.log.wrote()

    @asynccontextmanager
    async def at_one_moment(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction that only reads and sees everything as of one moment, on Postgres too."""
        with plain_errors():
            async with self.read.connect() as connection:
                if self.postgres:
                    await connection.execution_options(isolation_level="REPEATABLE READ")
                yield connection

    async def ping(self) -> None:
        async with self.reading() as connection:
            await connection.execute(text("SELECT 1"))

    async def close(self) -> None:
        """Close all connections and join their threads. On SQLite each connection has a thread, which also answers
        tasks that no longer wait: the threads have to end before the event loop does."""
        if self.log:
            await self.log.close()
        await self.lines.close()
        await self.write.dispose()
        await self.read.dispose()
        for connection in self.connections:
            connection.stop()
            await asyncio.to_thread(connection._thread.join, LOCK_SECONDS)


class plain_errors:  # noqa: N801 - read as a statement: with plain_errors()
    """Turns a driver's errors (connection lost, database locked, disk full) into StoreUnavailable. Violated constraints
    stay as they are."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, OURS):
            return
        if isinstance(error, GONE) or (error and by_driver(error)):
            raise StoreUnavailable(plainly(error)) from error


OURS = (sqlalchemy.exc.IntegrityError, sqlalchemy.exc.ProgrammingError, sqlite3.ProgrammingError)
GONE = (DBAPIError, sqlite3.Error, PoolTimeout, DisconnectionError, OSError, TimeoutError)


def by_driver(error: BaseException) -> bool:
    """Tell whether asyncpg itself raised the error: SQLAlchemy does not translate errors while it makes a connection.
    The module is compared by name so that a site on SQLite need not import asyncpg."""
    return type(error).__module__.startswith("asyncpg.")


def plainly(error: BaseException) -> str:
    """Return the driver's message in one line, without the statement."""
    said = str(error.orig if isinstance(error, DBAPIError) else error) or type(error).__name__
    line = said.splitlines()[0].rpartition(">: ")[2]
    return f"{ENDED} ({line})" if END_HEARD in line else line


def postgres_engine(url: URL, seconds: int) -> AsyncEngine:
    milliseconds = {
        "lock_timeout": str(1000 * LOCK_SECONDS),
        "statement_timeout": str(1000 * seconds),
        "idle_in_transaction_session_timeout": str(1000 * seconds),
    }
    server = {"application_name": "horloge", "timezone": "UTC", **milliseconds}
    engine = create_async_engine(
        url,
        hide_parameters=True,
        pool_size=LEDGER_LINES + OTHER_LINES,
        max_overflow=OTHER_LINES,
        pool_timeout=CONNECT_SECONDS,
        pool_recycle=GOOD_SECONDS,
        connect_args={"timeout": CONNECT_SECONDS, "command_timeout": seconds + 1, "server_settings": server},
    )
    event.listen(engine.sync_engine, "checkout", refuse_lost)
    return engine


def refuse_lost(adapted: Any, _record: object, _proxy: object) -> None:
    """Refuse a connection that the server has ended, so that the pool replaces it instead of handing it out."""
    if is_lost(adapted.driver_connection):
        raise DisconnectionError


def sqlite_engine(url: URL, begin: str, connections: list[AtOnce], *, asks: bool = False) -> AsyncEngine:
    """Make an engine on SQLite that adds each connection it opens to `connections`."""

    def opened(path: str, **_settings: Any) -> AtOnce:
        connection = AtOnce(path, asks=asks)
        connection._thread.daemon = True
        connections[:] = [other for other in connections if other._thread.is_alive()]
        connections.append(connection)
        return connection

    engine = create_async_engine(url, hide_parameters=True, connect_args={"async_creator_fn": opened})

    def begun(connection: sqlalchemy.Connection) -> None:
        if ALONE not in connection.get_execution_options():
            connection.exec_driver_sql(begin)

    event.listen(engine.sync_engine, "begin", begun)
    return engine


def make_folder(url: URL) -> None:
    if url.database and not url.database.startswith(":"):
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
