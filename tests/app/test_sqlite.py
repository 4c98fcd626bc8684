"""On SQLite most is done at once, in the server's own loop; what takes long or has to wait holds nobody up."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from app.store import sqlite
from app.store.database import Database

MANY = 300_000
LONG = text(f"WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < {MANY}) SELECT sum(n) FROM up")


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
    """How many turns of the loop others get meanwhile."""
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
