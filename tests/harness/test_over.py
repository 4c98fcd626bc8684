"""A run ends once enough has happened, or once nothing more can."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from tests.harness.goal import Goal
from tests.harness.run import Plan, until_over


async def ended(control: str, played: bool, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Tell whether a run that has not reached its goal ends before it checks the games for the second time."""
    looks, played_on = 0, asyncio.Event()

    async def is_played(_url: str) -> bool:
        return played

    def watch(_stage: object) -> None:
        nonlocal looks
        looks += 1
        if looks == 2:
            played_on.set()

    monkeypatch.setattr("tests.harness.run.is_played", is_played)
    monkeypatch.setattr("tests.harness.run.LOOK_SECONDS", 0.0)
    plan = Plan(900.0, "seed", until_reached=True, control=control, goal=Goal(acknowledged=20, kills=8))
    nemesis = SimpleNamespace(done={}, under_faults=19)
    stage: Any = SimpleNamespace(nemesis=nemesis, began=asyncio.get_running_loop().time())
    never = asyncio.create_task(asyncio.Event().wait())
    run = asyncio.create_task(until_over(plan, stage, watch, [never], "a database"))  # type: ignore[list-item]
    second = asyncio.create_task(played_on.wait())
    await asyncio.wait([run, second], return_when=asyncio.FIRST_COMPLETED)
    early = run.done()
    for task in (run, second, never):
        task.cancel()
    await asyncio.gather(run, second, never, return_exceptions=True)
    return early


async def test_a_planted_fault_that_has_stopped_every_game_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await ended("no_lock", False, monkeypatch)


async def test_as_long_as_a_game_goes_on_so_does_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not await ended("no_lock", True, monkeypatch)


async def test_without_a_planted_fault_what_lacks_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not await ended("", False, monkeypatch)
