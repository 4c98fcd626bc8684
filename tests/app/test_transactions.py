"""A statement by itself takes no transaction; what writes takes one, also on a connection over which something was
asked before, and so does what has to see one moment.
"""

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.tables import rooms
from tests.app.conftest import Process

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
