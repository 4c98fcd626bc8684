"""Bots play their seats by the rules, without looking into the hands of others, whatever process dies."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any

import pytest

from app.base.ending import end
from app.jobs.bots import Bots
from app.jobs.demo import Demo
from app.rooms.room import Room
from engine.core.choice import Choice
from engine.core.menu import Menu
from engine.core.state import AnyState, Side
from tests.games.tiny import GAME
from tests.games.tiny.choices import Collect, Tip
from tests.games.tiny.state import Antechamber
from tests.support.process import Process, acted, board

PATIENCE = 60


@asynccontextmanager
async def driving(process: Process) -> AsyncIterator[Bots]:
    bots = Bots(process.rooms, pace=0)
    task = asyncio.create_task(bots.run())
    try:
        yield bots
    finally:
        for running in (task, *bots.playing.values()):
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running
        process.rooms.observers.clear()


async def until(room: Room, *, sequence: int = 10**9) -> None:
    """Wait until the game is over, or has reached this sequence."""
    await in_the_end(lambda: room.status != "playing" or room.sequence >= sequence)


async def in_the_end(true: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0.01)


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return the game's bots, to which a test adds its own."""
    bots: dict[str, Any] = dict(GAME.bots)
    monkeypatch.setitem(GAME.__dict__, "bots", bots)
    return bots


async def test_bots_play_a_game_to_its_end(process: Process) -> None:
    async with driving(process):
        room = await process.opened(("random", "random", "random"))
        process.rooms.look(room)
        await until(room)
    assert room.status == "finished"
    assert (await process.store.head(room.id)).status == "finished"


async def test_bots_wait_for_people(process: Process) -> None:
    async with driving(process) as driver:
        room = await process.opened(("", "random"))
        driver.notice(room)
        await driver.scan()
        assert not driver.playing
        assert room.sequence == 0
        await acted(room, "red", Collect(), "k1")
        await acted(room, "red", Tip(), "k2")
        await until(room, sequence=4)
    assert room.sequence >= 4


async def test_another_process_takes_up_what_one_left_behind(process: Process, other_process: Process) -> None:
    room = await process.opened(("random", "random"))
    async with driving(process):
        await until(room, sequence=5)
    async with driving(other_process):
        there = await other_process.room(room.key)
        assert there.sequence >= 5
        await until(there)
    assert there.status == "finished"


async def test_when_a_process_ends_whoever_still_thinks_answers_no_more(process: Process) -> None:
    bots = Bots(process.rooms, pace=3600)
    running = asyncio.create_task(bots.run())
    room = await process.opened(("", "random"))
    await acted(room, "red", Collect(), "k1")
    await acted(room, "red", Tip(), "k2")
    thinking = bots.playing[room.key]
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert thinking.cancelling()
    await asyncio.gather(thinking, return_exceptions=True)
    process.rooms.announce(room, True)
    assert bots.playing == {}


async def test_a_bot_that_goes_on_with_its_own_turn_takes_a_third_of_the_time(process: Process) -> None:
    bots = Bots(process.rooms, pace=3)
    room = await process.opened(("", "random"))
    assert bots.pause(room, "red") == 3
    await acted(room, "red", Collect(), "k1")
    assert (bots.pause(room, "red"), bots.pause(room, "blue")) == (1, 3)


async def test_two_processes_answer_once_for_a_bot(process: Process, other_process: Process) -> None:
    room = await process.opened(("random", "random"))
    there = await other_process.room(room.key)
    async with driving(process), driving(other_process):
        await until(room)
    await asyncio.gather(room.refresh(), there.refresh())
    entries = await process.store.entries(room.id, 0, 0, room.sequence)
    assert [entry.sequence for entry in entries] == list(range(1, room.sequence + 1))


async def test_a_bot_knows_no_more_than_its_side(process: Process, planted: dict[str, Any]) -> None:
    seen: list[Antechamber] = []

    def spy(state: Antechamber, side: Side, menu: Menu, rng: Random) -> Choice:
        seen.append(state)
        return next(iter(menu))

    planted["spy"] = spy
    room = await process.opened(("spy", "spy"))
    seeds = {room.position.seed}
    hands = board(room).hands
    driver = Bots(process.rooms, pace=0)
    for _ in range(20):
        driver.choice(room, "red", spy)
    assert all(state.seed not in seeds for state in seen)
    assert all(state.hands["red"] == hands["red"] for state in seen)
    assert any(state.hands["blue"] != hands["blue"] for state in seen)


def raising(state: AnyState, side: Side, menu: Menu, rng: Random) -> Choice:
    raise ZeroDivisionError("a planted fault")


def endless(state: AnyState, side: Side, menu: Menu, rng: Random) -> Choice:
    while True:
        pass


def cheating(state: AnyState, side: Side, menu: Menu, rng: Random) -> Choice:
    return Tip("blue")


@pytest.mark.parametrize("bot", [raising, cheating, endless])
async def test_the_caretaker_answers_for_a_bot_that_fails(process: Process, planted: dict[str, Any], bot: Any) -> None:
    planted["faulty"] = bot
    async with driving(process):
        room = await process.opened(("faulty", ""))
        process.rooms.look(room)
        await until(room, sequence=1)
        await process.rooms.close()
    assert room.sequence >= 1
    assert room.status == "playing"


async def test_a_table_of_bots_alone_pauses_while_nobody_looks(process: Process) -> None:
    room = await process.opened(("random", "random"))
    process.rooms.looked_at[room.key] = -1_000_000
    async with driving(process) as driver:
        await driver.scan()
        assert not driver.playing
        assert room.sequence == 0
        process.rooms.look(room)
        driver.notice(room)
        await until(room, sequence=1)
    assert room.sequence >= 1


async def test_there_is_one_demo_table_however_many_processes_open_it(process: Process, other_process: Process) -> None:
    keys = await asyncio.gather(*(Demo(one.rooms, GAME).keep_one() for one in (process, other_process, process)))
    assert set(keys) == {"demo-1"}
    assert [table.key for table in await process.rooms.tables.listed("playing")] == ["demo-1"]


async def test_the_next_demo_table_opens_when_a_game_ends(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.jobs.demo.REST_SECONDS", 0.0)
    demo = Demo(process.rooms, GAME)
    running = asyncio.create_task(demo.run())
    async with driving(process):
        await in_the_end(lambda: "demo-2" in process.rooms.live)
    await end([running])
    first = await process.store.find("demo-1")
    assert first
    assert first.status == "finished"


async def test_no_more_demo_tables_open_once_one_has_frozen(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.jobs.demo.REST_SECONDS", 0.0)
    demo = Demo(process.rooms, GAME)
    running = asyncio.create_task(demo.run())
    await in_the_end(lambda: "demo-1" in process.rooms.live)
    await (await process.room("demo-1")).follower.freeze("trouble")
    await in_the_end(running.done)
    assert await process.store.count_of("demo-") == 1
