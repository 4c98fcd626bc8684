"""Nothing is lost, doubled, reordered or shown too early when workers of the real `horloge serve --workers 2` are
killed, as they serve and as they start, and when their supervisor is.
"""

from __future__ import annotations

import asyncio
import gc
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from app.ending import end
from tests.harness.checker import check
from tests.harness.cluster import cluster
from tests.harness.history import History
from tests.harness.log import kept_rooms
from tests.harness.requests import Requests
from tests.harness.run import Plan, calm, lookers, player
from tests.harness.supervised import KINDS, Supervised
from tests.harness.tables import set_up
from tests.support.needs import NEEDS, needs
from tests.support.starting import free_port

SEED = datetime.now(UTC).date().isoformat()
ROUNDS, ACKNOWLEDGED = 3, 50
HUNG = 900.0
"""Seconds after which the run will never end. It ends as soon as enough has happened, however long that takes here."""


async def test_nothing_is_lost_when_workers_and_their_supervisor_are_killed(folder: Path) -> None:
    plan, history = Plan(HUNG, SEED, small=3, large=0), History()
    async with cluster(folder, needs("postgres"), 0, NEEDS["redis"].find() is not None) as found:
        seats = await set_up(found.database, plan.small, plan.large, Random(SEED))
        serves = Supervised(found, folder, free_port())
        try:
            await serves.comes_up()
            http = Requests()
            players = [player(plan, found, history, http, seat, number) for number, seat in enumerate(seats)]
            onlookers = lookers(plan, found, history, seats)
            work = [*(one.play() for one in players), *(one.look() for one in onlookers)]
            people = [asyncio.create_task(one) for one in work]
            haunting = asyncio.create_task(serves.haunt(Random(f"{SEED}/supervised"), history))
            try:
                await until_enough(serves, history, [*people, haunting])
                await end([haunting])
                await serves.comes_up()
                await calm(players, plan.calm)
            finally:
                await end([haunting, *people])
            assert serves.end() == 0
        finally:
            serves.process.kill()
            serves.process.wait()
        rooms = await kept_rooms(found.database, sorted({seat.room for seat in seats}))
    gc.collect()  # a socket left open must fail this test, not another
    assert check(history, rooms) == []
    assert not {status: count for status, count in history.answers.items() if status >= 500 and status != 503}


async def until_enough(serves: Supervised, history: History, tasks: list[asyncio.Task[None]]) -> None:
    """Wait until each kind has happened often enough, and enough was acknowledged."""
    async with asyncio.timeout(HUNG):
        while min(serves.done[kind] for kind in KINDS) < ROUNDS or history.acknowledged < ACKNOWLEDGED:
            failed, _ = await asyncio.wait(tasks, timeout=0.2, return_when=asyncio.FIRST_EXCEPTION)
            for task in failed:
                task.result()
