"""Postgres ends connections by itself: when it stops, and when a process stands still in a transaction. The tests block
the loop during that time, as in a process without processor time, so that it learns of the end at a known turn: before
it takes a connection, or together with an answer.
"""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

import asyncpg
import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from app.base.failures import StoreUnavailable
from app.store.db.database import Database
from app.store.games.ledger import Stored
from tests.app.store.db.test_prepared import answers
from tests.app.store.games.test_ledger import keep
from tests.support.patience import STAND_STILL_SECONDS
from tests.support.process import Process

PATIENCE = 60
TURNS = 6
"""The turns of the loop after which the driver surely knows."""
CLIENTS = "FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'"
OTHERS = f"{CLIENTS} AND pid <> pg_backend_pid()"
END_OTHERS = f"SELECT pg_terminate_backend(pid, {1000 * PATIENCE}) {OTHERS}"
COUNT_OTHERS = f"SELECT count(*) {OTHERS}"
ALLOW_IDLE = sa.text("SELECT set_config('idle_in_transaction_session_timeout', :milliseconds, false)")


def while_the_loop_stands_still(work: Coroutine[Any, Any, None]) -> None:
    """Run this in a loop of its own, while the test's loop is blocked."""
    thread = threading.Thread(target=asyncio.run, args=[work])
    thread.start()
    thread.join()


async def end_connections(database: Database) -> None:
    """End all connections to this database, and return once the server's ends are closed."""
    rival = await asyncpg.connect(database.url.set(drivername="postgresql").render_as_string(hide_password=False))
    await rival.execute(END_OTHERS)
    await rival.close()


async def connections_have_ended(database: Database) -> None:
    """Return once the server has ended them by itself."""
    rival = await asyncpg.connect(database.url.set(drivername="postgresql").render_as_string(hide_password=False))
    async with asyncio.timeout(PATIENCE):
        while await rival.fetchval(COUNT_OTHERS):
            pass
    await rival.close()


@pytest.mark.parametrize("way", ["asking", "telling", "reading", "writing", "at_one_moment"])
async def test_a_connection_that_the_server_has_ended_is_not_handed_out(postgres_process: Process, way: str) -> None:
    for turns in range(TURNS):
        async with getattr(postgres_process.database, way)() as connection:
            assert (await connection.execute(sa.text("SELECT 1"))).scalar() == 1
        await ended_for(postgres_process.database, turns)


async def test_short_statements_go_over_another_one_too(postgres_process: Process) -> None:
    for turns in range(TURNS):
        assert await answers(postgres_process) == []
        await ended_for(postgres_process.database, turns)


async def test_the_ledger_goes_on_over_another_one_too(postgres_process: Process) -> None:
    kept = await keep(postgres_process)
    for turns in range(TURNS):
        assert await postgres_process.ledger.record(kept.action(seen=turns, key=f"k{turns}")) == Stored()
        await ended_for(postgres_process.database, turns)


async def ended_for(database: Database, turns: int) -> None:
    """End all connections, and let this many turns of the loop go by."""
    while_the_loop_stands_still(end_connections(database))
    for _ in range(turns):
        await asyncio.sleep(0)


async def test_a_transaction_that_the_server_has_ended_says_so_and_the_next_goes_on(postgres_process: Process) -> None:
    database = postgres_process.database
    with pytest.raises(StoreUnavailable, match="the server ended the connection"):
        await stand_still_in_a_transaction(database)
    async with database.writing() as connection:
        assert (await connection.execute(sa.text("SELECT 2"))).scalar() == 2


async def stand_still_in_a_transaction(database: Database) -> None:
    """Continue the transaction after the server has ended it. The loop learns of that together with the answer to the
    statement before."""
    async with database.writing() as connection:
        await connection.execute(ALLOW_IDLE, {"milliseconds": "0"})
        going_on = asyncio.create_task(idle_and_go_on(connection))
        await asyncio.sleep(0)  # prepared statements are sent in one turn
        while_the_loop_stands_still(connections_have_ended(database))
        await going_on


async def idle_and_go_on(connection: AsyncConnection) -> None:
    await connection.execute(ALLOW_IDLE, {"milliseconds": "1"})
    await connection.execute(sa.text("SELECT 2"))


async def test_tests_may_stand_still_longer_than_sites(postgres_process: Process) -> None:
    pool = postgres_process.database.write.pool
    assert isinstance(pool, sa.QueuePool)
    assert pool.timeout() == STAND_STILL_SECONDS
    async with postgres_process.database.asking() as connection:
        shown = await connection.execute(sa.text("SHOW idle_in_transaction_session_timeout"))
        assert shown.scalar() == f"{STAND_STILL_SECONDS // 60}min"
