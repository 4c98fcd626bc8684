"""A statement by itself uses no transaction. Writes use one, also on a connection that was read from before, and so do
reads that have to see one moment. Locked rows delay only those who change them.
"""

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from app.base.clock import now
from app.store.db.schema.games import rooms
from app.store.db.schema.messages import notices
from app.store.messages.notices import notify_of_action
from app.store.ops.admin_log import AdminLog, table_and_game
from app.store.tables.tables import find_table
from tests.app.features.notifications.site import NotifiedSite, people_of
from tests.house.source import ROOT
from tests.support.process import Process

LOOK = sa.select(sa.func.count()).select_from(rooms)


async def in_transaction(connection: AsyncConnection) -> bool:
    await connection.execute(LOOK)
    driver = (await connection.get_raw_connection()).driver_connection
    assert driver
    return bool(driver.is_in_transaction())


async def test_on_postgres_a_statement_by_itself_takes_no_transaction(postgres_process: Process) -> None:
    database = postgres_process.database
    for _ in range(2):
        for alone in (database.asking, database.telling):
            async with alone() as connection:
                assert not await in_transaction(connection)
        async with database.writing() as connection:
            assert await in_transaction(connection)
        async with database.at_one_moment() as connection:
            assert await in_transaction(connection)


async def test_what_fails_on_a_connection_that_was_asked_before_is_undone(process: Process) -> None:
    key = await process.open()
    with pytest.raises(ZeroDivisionError):
        await fail_after(process, rooms.delete().where(rooms.c.key == key))
    assert await process.store.find(key)


async def fail_after(process: Process, statement: sa.Executable) -> None:
    async with process.database.writing() as connection:
        await connection.execute(statement)
        raise ZeroDivisionError


async def test_one_moment_is_one_moment(process: Process) -> None:
    async with process.database.at_one_moment() as connection:
        before = (await connection.execute(LOOK)).scalar_one()
        await process.open()
        assert (await connection.execute(LOOK)).scalar_one() == before


async def test_on_postgres_what_points_to_a_locked_row_is_written_without_waiting(postgres_process: Process) -> None:
    """One transaction holds a game and writes notifications for its table, another holds the table and waits for the
    game."""
    site, database = NotifiedSite(postgres_process), postgres_process.database
    room = await site.game()
    row = await postgres_process.store.row(room.key)
    async with database.writing() as holder:
        table = await find_table(holder, room.key, lock=True)
        assert table
        async with database.writing() as writer:
            await writer.execute(rooms.update().where(rooms.c.id == row.id).values(news_at=None))
            await notify_of_action(writer, table.id, 1, people_of(room), row, now())
        assert (await table_and_game(holder, room.key, lock=True)).table == table
    assert {one.kind for one in await site.rows(notices)} == {"deed"}


async def test_on_postgres_a_page_about_a_table_waits_for_nobody(postgres_process: Process) -> None:
    site = NotifiedSite(postgres_process)
    room = await site.game()
    async with postgres_process.database.writing() as holder:
        held = await table_and_game(holder, room.key, lock=True)
        assert await AdminLog(postgres_process.database).table_and_game(room.key) == held


def test_rows_are_locked_by_one_helper() -> None:
    """It does not lock their keys, so no two transactions wait for each other over rows that refer to them."""
    places = [path.name for path in (ROOT / "app").rglob("*.py") if "with_for_update" in path.read_text()]
    assert places == ["columns.py"]
