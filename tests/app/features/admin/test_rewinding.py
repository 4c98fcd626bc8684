"""Admins reset and rewind games: the old entries stay readable, other dice are drawn, and clocks and ratings follow."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from app.base.clock import now
from app.features.admin.actions import SHELL_DOER, do, target_of
from app.features.admin.rewinding import Target
from app.model.admin_refusals import (
    GoneOn,
    NoSuchBranch,
    NoSuchStep,
)
from app.model.clocks.terms import Days
from app.ops.rebuild_ratings import Rebuilt, rebuild
from app.rooms.admin_actions import (
    Asked,
    Reset,
    Rewind,
    Undo,
)
from app.rooms.loading import load
from app.rooms.permissions import ADMIN
from app.rooms.room import Room
from app.store.db.database import Database
from app.store.db.schema.games import rooms
from app.store.ops.admin_log import AdminLog, NewAdminAction
from app.store.ratings.results import ResultStore
from engine.core.refusal import Refusal, Stale
from tests.app.features.admin.test_admin_log import WHY, done, led_on, tried
from tests.games.tiny.choices import Collect
from tests.support.process import Process, act, acted, board, order
from tests.support.rated import accounts, counted, played, rows
from tests.support.timed import Time, another_table, clock_at


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    monkeypatch.setattr("app.base.clock.source", made)
    return made


async def test_a_reset_game_begins_again_with_other_dice_or_the_same(process: Process) -> None:
    room = await process.opened()
    first = room.position
    await acted(room, "red", Collect(), "k1")
    await done(room, Reset())
    assert (room.epoch, room.sequence, room.status) == (1, 0, "playing")
    assert room.position.seed != first.seed
    await done(room, Reset(same_seed=True))
    assert room.epoch == 2
    again = room.position
    await done(room, Undo(0))
    assert (room.epoch, room.sequence) == (3, 1)
    await done(room, Reset(same_seed=True))
    assert room.position == first
    assert again != first, "the same seed is the one of the game as it was then"


async def test_rewinding_leaves_everything_readable_and_draws_again(process: Process) -> None:
    room = await process.opened()
    await led_on(room, 60)
    await acted(room, "red", Collect(), "collect")
    left, drawn = room.position, room.position.draws
    log = await process.store.entries(room.id, 0, 0, 61)
    await done(room, Rewind(7))
    assert (room.epoch, room.sequence) == (1, 7)
    assert room.position.draws >= drawn, "what was drawn stays drawn"
    assert await process.store.entries(room.id, 0, 0, 61) == log
    assert [entry.sequence for entry in await process.store.entries(room.id, 1, 0, 61)] == [*range(1, 8)]
    await led_on(room, 55)
    row = await process.store.row_of(await room.follower.row(), 0)
    assert row
    assert (await load(process.store, room.game, row)).position == left
    await done(room, Undo(0))
    assert (room.epoch, room.sequence) == (2, 61)
    assert board(room).coins == left.coins  # type: ignore[attr-defined]
    await led_on(room, 2)


async def test_a_branch_of_a_branch_of_a_branch_is_read_through_all_of_them(process: Process) -> None:
    room = await process.opened()
    for to in (9, 5, 7, 2):
        await led_on(room, 10)
        await done(room, Rewind(to))
    await led_on(room, 3)
    entries = await process.store.entries(room.id, room.epoch, 0, 99)
    assert [entry.sequence for entry in entries] == [1, 2, 3, 4, 5]
    assert [entry.epoch for entry in entries] == [0, 0, 4, 4, 4]
    fresh = await load(process.store, room.game, await room.follower.row())
    assert fresh.position == room.position


async def test_a_form_in_hand_of_an_older_epoch_is_refused(process: Process, other_process: Process) -> None:
    room = await process.opened()
    other = await other_process.room(room.key)
    await done(room, Reset())
    assert await act(other, "red", Collect(), "k1", seen=0) == Stale(0, 0), "the sequence is the same, the game is not"
    assert (other.epoch, other.sequence) == (1, 0)
    await acted(other, "red", Collect(), "k2")
    await room.refresh()
    assert room.sequence == 1


async def test_a_game_that_has_gone_on_is_not_led_where_nobody_has_looked(process: Process) -> None:
    room = await process.opened()
    await led_on(room, 3)
    led = await target_of(process.database, room.key, Rewind(1))
    assert not isinstance(led, Refusal)
    await led_on(room, 1)
    moved = replace(led, head=(0, 3))
    action = NewAdminAction("rewind", None, ADMIN, WHY, "{}", now(), room.key)
    refused = await AdminLog(process.database).carry_out(action, lambda before: moved.change(before, action.at))
    assert refused == GoneOn()
    assert (await process.store.head(room.id)).epoch == 0


async def test_while_a_game_goes_on_the_shell_leads_it_from_where_it_is(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await process.opened()
    await led_on(room, 3)

    async def gone_on_meanwhile(database: Database, key: str, asked: Asked) -> Target | Refusal:
        led = await target_of(database, key, asked)
        if room.sequence < 5:
            await led_on(room, 1)
        return led

    monkeypatch.setattr("app.features.admin.actions.target_of", gone_on_meanwhile)
    await done(room, Rewind(1))
    assert (room.epoch, room.sequence) == (1, 1)
    [left, _] = await process.store.branches(room.id)
    assert left.last == 5, "what was played meanwhile is kept too"


@pytest.mark.parametrize("asked", [Rewind(3), Rewind(4), Rewind(-1)])
async def test_a_step_that_is_not_there_is_refused(process: Process, asked: Asked) -> None:
    room = await process.opened()
    await led_on(room, 3)
    assert await tried(room, asked) == NoSuchStep()
    assert await tried(room, Undo(0)) == NoSuchBranch()
    assert (await process.store.head(room.id)).epoch == 0


async def test_a_game_whose_last_entry_is_broken_goes_on_from_an_earlier_one(process: Process) -> None:
    room = await process.opened()
    await led_on(room, 5)
    process.rooms.forget(room.key)
    async with process.database.writing() as connection:
        await connection.execute(rooms.update().values(hash="broken"))
    assert not isinstance(await process.rooms.get(room.key), Room)
    assert await do(process.database, SHELL_DOER, room.key, Rewind(4), WHY) is None
    woken = await process.room(room.key)
    assert (woken.epoch, woken.sequence, woken.status, woken.trouble) == (1, 4, "playing", "")
    await acted(woken, "red", order(woken), "k9")


async def test_a_finished_game_that_is_rewound_counts_when_it_ends_again(process: Process) -> None:
    ada, bob = await accounts(process, "Ada", "Bob")
    room = await played(process, (ada, bob))
    await counted(process)
    last = room.sequence
    await done(room, Rewind(last - 1))
    assert room.status == "playing"
    assert (await rows(process))["results"] == (await rows(process))["standings"] == []
    await done(room, Undo(0))
    assert room.status == "finished"
    await counted(process)
    kept = await rows(process)
    assert len(kept["standings"]) == 2
    async for _ in rebuild(ResultStore(process.database), Rebuilt()):
        pass
    assert await rows(process) == kept


async def test_rewound_everybody_has_the_time_they_had_left(process: Process, time: Time) -> None:
    room = await process.room(await another_table(process, "timed", Days(each=24, reserve=2)))
    await acted(room, "red", Collect(), "k1")
    time.pass_by(hours=5)
    await done(room, Rewind(0))
    red = clock_at(room).hands["red"]
    assert (red.since, red.due) == (time.at, time.at + timedelta(hours=24, days=2))
    time.pass_by(hours=30)
    await done(room, Undo(0))
    assert all(hand.left == timedelta(days=2).total_seconds() for hand in clock_at(room).hands.values())
