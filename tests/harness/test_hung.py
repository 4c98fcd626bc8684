"""A process that hangs in the middle of an action, with its table's row locked: the table waits for seconds, all others
not at all, and when the process continues it does not claim that the action succeeded.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from app.store.database import STATEMENT_SECONDS
from tests.harness.acting import ORDERS, PATIENCE, lined_up, until
from tests.harness.cluster import Cluster, cluster
from tests.harness.log import kept_rooms
from tests.harness.nemesis import state_of
from tests.harness.players import Answer
from tests.harness.points import HANGS
from tests.harness.tables import set_up
from tests.support.needs import needs

MOVES = 20


@pytest.fixture
async def found(folder: Path) -> AsyncIterator[Cluster]:
    async with cluster(folder, needs("postgres"), 2, redis=False) as two:
        assert all([await two.start(slot) for slot in two.slots])
        yield two


async def test_a_process_that_hangs_holds_its_table_for_seconds_and_others_not_at_all(found: Cluster) -> None:
    red, _, elsewhere, *_ = await set_up(found.database, 2, 0, Random(0))
    hung, well = found.slots
    async with AsyncExitStack() as stack:
        stuck, same = [await stack.enter_async_context(lined_up(slot, red)) for slot in found.slots]
        other = await stack.enter_async_context(lined_up(well, elsewhere))
        found.arm(hung, f"{next(iter(HANGS))}:1")
        waits = asyncio.create_task(stuck.say("stuck", 0, ORDERS[0]))
        await until(lambda: state_of(hung.pid) == "T", PATIENCE)
        here = asyncio.create_task(same.act("here", 0, ORDERS[0]))
        assert await other.say("k0", 0, ORDERS[0]) == Answer(200, 1)
        assert not here.done(), "the row is locked"
        told = [await other.say(f"k{at}", at, ORDERS[at % 2]) for at in range(1, MOVES)]
        assert told == [Answer(200, at + 1) for at in range(1, MOVES)]
        async with asyncio.timeout(2 * STATEMENT_SECONDS):
            assert await here == Answer(200, 1), "until the database lets go of it"
        hung.send(signal.SIGCONT)
        assert (await waits).status == 409
    [room] = await kept_rooms(found.database, [red.room])
    assert [(entry.sequence, entry.key.split(".")[1]) for entry in room.entries] == [(1, "here")]
