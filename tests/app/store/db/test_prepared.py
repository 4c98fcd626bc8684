"""Statements sent straight to the driver give the same answers as through SQLAlchemy, and a lost connection is
replaced.
"""

import asyncio
import sqlite3
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from app.base.clock import now
from app.base.failures import StoreUnavailable
from app.store.db import connections as lines
from app.store.db.database import KEPT
from app.store.db.prepared import Often
from app.store.db.schema.games import people, visits
from app.store.messages.notes_and_visits import KeepingStore, Visit
from app.store.people.people import PERSON, RECOGNISED, UNUSED, PeopleStore
from tests.app.store.games.test_ledger import end_connections_to
from tests.harness.acting import until
from tests.support.process import Process, process_on

PATIENCE = 60
EVERYBODY = sa.select(*PERSON, people.c.left_at).where(people.c.came_at <= sa.bindparam("at")).order_by(people.c.id)
COME = datetime(2026, 3, 29, 1, 30, 0, 5, UTC)


async def person(process: Process, name: str = "ada", digest: str = "d") -> int:
    return await PeopleStore(process.database).add_guest(name, name, COME, digest, "Firefox · Windows")


async def asked(process: Process, query: sa.Select[Any], **given: object) -> list[tuple[Any, ...]]:
    async with process.database.asking() as connection:
        return [tuple(row) for row in await connection.execute(query, given)]


async def answers(process: Process) -> list[list[Any]]:
    return await Often(process.database, EVERYBODY)(at=now())


async def test_an_answer_is_the_same_as_on_the_usual_way(process: Process) -> None:
    await person(process)
    await person(process, "bob", "e")
    for query, given in (
        (EVERYBODY, {"at": now()}),
        (EVERYBODY, {"at": COME.astimezone() - timedelta(seconds=1)}),
        (RECOGNISED, {"digest": "d", "since": now() - UNUSED, "at": now()}),
        (RECOGNISED, {"digest": "nobody's", "since": now(), "at": now()}),
    ):
        usual = await asked(process, query, **given)
        assert [tuple(row) for row in await Often(process.database, query)(**given)] == usual
        for mine, theirs in zip(await Often(process.database, query)(**given), usual, strict=True):
            assert [*map(type, mine)] == [*map(type, theirs)]


async def test_what_is_told_is_there_for_everybody(process: Process) -> None:
    room, ada = await process.opened(), await person(process)
    keeping = KeepingStore(process.database)
    await keeping.saw(ada, room.id, Visit(0, 3), COME)
    await keeping.saw(ada, room.id, Visit(0, 2), now())
    assert await asked(process, sa.select(visits.c.sequence, visits.c.at)) == [(3, COME)]


async def test_a_broken_constraint_is_told_without_what_was_to_be_written(process: Process) -> None:
    adding = Often(process.database, visits.insert(), tells=True)
    nobody = {"person": 77, "room": 77, "epoch": 0, "sequence": 987_654, "at": COME}
    with pytest.raises(sa.exc.IntegrityError) as caught:
        await adding(**nobody)
    assert "987654" not in str(caught.value)
    assert len(await answers(process)) == 0


async def test_a_line_is_kept_where_the_database_said_no(process: Process) -> None:
    await answers(process)
    kept = process.database.lines.free.copy()
    with pytest.raises(sa.exc.IntegrityError):
        await Often(process.database, visits.insert(), tells=True)(person=77, room=77, epoch=0, sequence=1, at=COME)
    assert process.database.lines.free == kept


async def test_who_sends_much_at_once_leaves_few_lines_behind(process: Process) -> None:
    await person(process)
    found = await asyncio.gather(*(answers(process) for _ in range(40)))
    assert all(len(rows) == 1 for rows in found)
    assert len(process.database.lines.free) <= KEPT


async def test_a_line_that_was_broken_off_is_not_used_again(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    await answers(process)
    [line] = process.database.lines.free

    async def gone(_self: object, *_: object) -> list[Any]:
        raise ConnectionResetError

    with monkeypatch.context() as patched:
        patched.setattr(type(line.driver), "fetch", gone)
        with pytest.raises(StoreUnavailable):
            await answers(process)
    assert await answers(process) == []
    assert line not in process.database.lines.free


async def test_a_line_is_not_kept_for_ever(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "GOOD_SECONDS", 0)
    await answers(process)
    [line] = process.database.lines.free
    monkeypatch.undo()
    await answers(process)
    assert process.database.lines.free != [line]


async def test_who_has_to_wait_for_another_that_writes_holds_nobody_up(sqlite_url: str) -> None:
    async with process_on(sqlite_url) as process:
        room, ada = await process.opened(), await person(process)
        keeping = KeepingStore(process.database)
        rival = sqlite3.connect(str(process.database.url.database), isolation_level=None)
        rival.execute("BEGIN IMMEDIATE")
        saying = asyncio.create_task(keeping.saw(ada, room.id, Visit(0, 1), COME))
        for _ in range(100):
            await asyncio.sleep(0)
        assert len(await answers(process)) == 1
        assert not saying.done()
        rival.execute("COMMIT")
        rival.close()
        await saying
        assert await keeping.visit(ada, room.id) == Visit(0, 1, COME)


async def test_who_leaves_in_the_middle_takes_the_line_along(sqlite_url: str) -> None:
    async with process_on(sqlite_url) as process:
        room, ada = await process.opened(), await person(process)
        keeping = KeepingStore(process.database)
        assert await keeping.visit(ada, room.id) is None
        [line] = process.database.lines.free
        driver: Any = line.driver
        rival = sqlite3.connect(str(process.database.url.database), isolation_level=None)
        rival.execute("BEGIN IMMEDIATE")
        saying = asyncio.create_task(keeping.saw(ada, room.id, Visit(0, 1), COME))
        await until(lambda: driver.in_thread > 0, PATIENCE)
        saying.cancel()
        with pytest.raises(asyncio.CancelledError):
            await saying
        rival.execute("COMMIT")
        rival.close()
        await keeping.saw(ada, room.id, Visit(0, 2), COME)
        assert await keeping.visit(ada, room.id) == Visit(0, 2, COME)
        assert line not in process.database.lines.free


async def test_a_server_that_has_restarted_is_asked_over_new_lines(postgres_process: Process) -> None:
    await asyncio.gather(*(answers(postgres_process) for _ in range(5)))
    before = [*postgres_process.database.lines.free]
    await end_connections_to(postgres_process.database)
    await until(lambda: all(line.driver.is_closed() for line in before), PATIENCE)
    assert await answers(postgres_process) == []
    assert not {*postgres_process.database.lines.free} & {*before}
