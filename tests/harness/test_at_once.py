"""The same form twice at once, and two seats at the same instant, a thousand times over two processes on one Postgres:
one action each, nobody is told of an error, nothing waits for itself.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence

import pytest

from app.rooms.answers import Accepted, Answer
from app.rooms.room import Room
from tests.app.conftest import (
    Process,
    act,
    migrated_postgres,
    migrated_postgres_url,
    order,
    postgres_process,
    process_on,
)

__all__ = ["migrated_postgres", "migrated_postgres_url", "postgres_process"]
ROOMS, TRIALS = 20, 50


@pytest.fixture
async def other(migrated_postgres_url: str) -> AsyncIterator[Process]:
    async with process_on(migrated_postgres_url) as made:
        yield made


async def pairs(process: Process, other: Process) -> list[tuple[Room, Room]]:
    """Rooms as both processes have them."""
    keys = [await process.open() for _ in range(ROOMS)]
    return [(await process.room(key), await other.room(key)) for key in keys]


async def all_trials(here: Room, there: Room, keys: Sequence[str]) -> list[tuple[Answer, Answer]]:
    """Red's same choice under these two keys at the same moment, again and again."""
    told = []
    for number in range(TRIALS):
        choice, seen = order(here), here.sequence
        told.append(
            await asyncio.gather(
                act(here, "red", choice, f"{keys[0]}{number}", seen),
                act(there, "red", choice, f"{keys[1]}{number}", seen),
            )
        )
        await asyncio.gather(here.refresh(), there.refresh())
    return told


async def test_a_thousand_forms_sent_twice_at_once_are_a_thousand_actions(
    postgres_process: Process, other: Process
) -> None:
    rooms = await pairs(postgres_process, other)
    trials = await asyncio.gather(*(all_trials(here, there, ("k", "k")) for here, there in rooms))
    for told in trials:
        assert all(isinstance(one, Accepted) and one == two for one, two in told)
    assert {here.sequence for here, _ in rooms} == {TRIALS}


async def test_of_a_thousand_pairs_of_rivals_one_each_is_accepted_and_the_other_is_late(
    postgres_process: Process, other: Process
) -> None:
    rooms = await pairs(postgres_process, other)
    trials = await asyncio.gather(*(all_trials(here, there, ("a", "b")) for here, there in rooms))
    told = Counter(type(answer).__name__ for trial in trials for pair in trial for answer in pair)
    assert told == {"Accepted": ROOMS * TRIALS, "Stale": ROOMS * TRIALS}
    assert {here.sequence for here, _ in rooms} == {TRIALS}
