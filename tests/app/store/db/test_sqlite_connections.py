"""On SQLite most statements run at once, in the server's own loop; those that take long or have to wait delay nothing
else.
"""

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from subprocess import PIPE, Popen

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from app.store.db import sqlite_connections as sqlite
from app.store.db.database import Database
from app.store.db.sqlite_connections import FEW
from tests.harness.acting import until

PATIENCE = 60
MANY = 300_000
LONG = text(f"WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < {MANY}) SELECT sum(n) FROM up")

RESTORES = """
import fcntl, sys
with open(sys.argv[1], "r+b") as shared:
    for lock in (120, 122):  # to write, and to restore
        fcntl.lockf(shared, fcntl.LOCK_EX, 1, lock)
    shared.write(bytes(96))
    shared.flush()
    print("restoring", flush=True)
    sys.stdin.read()
"""
"""Another process that has begun to rebuild the shared index of the write-ahead log, until it is told to end. The
places of its locks and its head are part of SQLite's file format."""


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = Database(f"sqlite+aiosqlite:///{tmp_path / 'x.sqlite3'}")
    async with opened.writing() as connection:
        await connection.execute(text("CREATE TABLE things (name TEXT PRIMARY KEY)"))
    yield opened
    await opened.close()


async def add(database: Database, name: str) -> None:
    async with database.writing() as connection:
        await connection.execute(text("INSERT INTO things VALUES (:name)"), {"name": name})


async def names(database: Database) -> list[str]:
    async with database.reading() as connection:
        return list((await connection.execute(text("SELECT name FROM things ORDER BY name"))).scalars())


async def turns_until(task: asyncio.Task[object]) -> int:
    """Count the turns of the loop that others get during a task."""
    turns = 0
    while not task.done():
        await asyncio.sleep(0)
        turns += 1
    return turns


async def asked_long(database: Database) -> object:
    async with database.reading() as connection:
        return (await connection.execute(LONG)).scalar_one()


async def test_a_question_that_takes_long_is_answered_while_others_go_on(database: Database) -> None:
    await names(database)
    asking = asyncio.create_task(asked_long(database))
    assert await turns_until(asking) > 10
    assert await asking == MANY * (MANY + 1) // 2
    assert await names(database) == []


async def test_many_rows_are_written_while_others_go_on(database: Database) -> None:
    async def add_many(count: int) -> None:
        async with database.writing() as connection:
            await connection.execute(
                text("INSERT INTO things VALUES (:name)"), [{"name": f"{count}.{n}"} for n in range(count)]
            )

    few = await turns_until(asyncio.create_task(add_many(FEW)))
    many = await turns_until(asyncio.create_task(add_many(20_000)))
    assert few < 10 < many
    assert len(await names(database)) == FEW + 20_000


async def test_who_waits_for_another_that_writes_holds_nobody_up(database: Database) -> None:
    await add(database, "one")
    rival = sqlite3.connect(str(database.url.database), isolation_level=None)
    rival.execute("BEGIN IMMEDIATE")
    adding: asyncio.Task[object] = asyncio.create_task(add(database, "two"))
    for _ in range(100):
        await asyncio.sleep(0)
    assert await names(database) == ["one"]
    assert not adding.done()
    rival.execute("COMMIT")
    rival.close()
    await adding
    assert await names(database) == ["one", "two"]


@contextmanager
def restoring(shared: str) -> Iterator[Callable[[], None]]:
    """Let another process rebuild the index, until it is told to end."""
    with Popen([sys.executable, "-c", RESTORES, shared], stdin=PIPE, stdout=PIPE) as rival:
        assert rival.stdin
        assert rival.stdout
        assert rival.stdout.readline()
        yield rival.stdin.close
        rival.stdin.close()


async def test_who_waits_for_another_that_restores_the_log_holds_nobody_up(database: Database) -> None:
    """The first to open a file after a crash does that; SQLite then reports an error code of its own."""
    await add(database, "one")
    assert await names(database) == ["one"]
    with restoring(f"{database.url.database}-shm") as end:
        asking = asyncio.create_task(names(database))
        await until(lambda: asking.done() or any(connection.in_thread for connection in database.connections), PATIENCE)
        assert not asking.done()
        end()
        assert await asking == ["one"]


async def test_an_error_is_told_and_changes_nothing(database: Database) -> None:
    await add(database, "one")
    with pytest.raises(IntegrityError):
        await add(database, "one")
    assert await names(database) == ["one"]


async def test_of_many_rows_none_is_lost(database: Database) -> None:
    many = [f"{number:05}" for number in range(3 * sqlite.FIRST + 1)]
    async with database.writing() as connection:
        await connection.execute(text("INSERT INTO things VALUES (:name)"), [{"name": name} for name in many])
    assert await names(database) == many
    async with database.reading() as connection:
        streamed = await connection.stream(text("SELECT name FROM things ORDER BY name"))
        assert [row.name async for rows in streamed.partitions(400) for row in rows] == many


def file_of(database: Database) -> bytes:
    return Path(str(database.url.database)).read_bytes()


async def test_the_log_of_writes_is_folded_into_the_file(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "FOLDED_EVERY", 3)
    assert database.log
    await add(database, "one")
    assert b"one" not in file_of(database)
    await add(database, "two")
    await database.log.close()
    assert b"one" in file_of(database)
    assert b"two" in file_of(database)


async def test_a_connection_is_its_threads_until_it_is_impatient_again(database: Database) -> None:
    """Otherwise the loop could use it at the same time, and wait for a lock as long as a thread may."""
    await add(database, "one")
    [connection] = database.connections
    at_work: dict[str, int] = {}
    connection._conn.set_trace_callback(lambda said: at_work.update({said: connection.in_thread}))
    await connection.in_its_thread(int)
    assert at_work == {sqlite.PATIENT: 1, sqlite.IMPATIENT: 1}


async def test_leaving_while_a_thread_is_at_work_closes_the_connection_without_complaint(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    await add(database, "one")
    [connection] = database.connections
    with closing(sqlite3.connect(str(database.url.database), isolation_level=None)) as rival:
        rival.execute("BEGIN IMMEDIATE")
        adding = asyncio.create_task(add(database, "two"))
        await until(lambda: connection.in_thread == 1, PATIENCE)
        adding.cancel()
        await until(lambda: connection.in_thread == 2, PATIENCE)  # the second turn in the thread closes it
        rival.execute("COMMIT")
        with pytest.raises(asyncio.CancelledError):
            await adding
    assert connection.is_closed()
    assert caplog.messages == []
