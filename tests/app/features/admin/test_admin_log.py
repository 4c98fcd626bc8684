"""Admin actions on a table: each is one transaction, takes effect once, and loses nothing."""

import asyncio
from datetime import timedelta

import pytest
import sqlalchemy as sa

from app.features.admin.actions import SHELL_DOER, Doer, do
from app.model.admin_refusals import (
    IsFrozen,
    IsVoid,
    NoReason,
    NoSuchSeat,
    NotForYou,
    NotFrozen,
    NoTitle,
    NotPlaying,
)
from app.model.clocks.terms import Days
from app.model.refusals import Accepted, ClockGoes, NoClock, PlayedAnother, RoomFrozen
from app.rooms.admin_actions import (
    Asked,
    Extend,
    Freeze,
    Pause,
    Rename,
    Replace,
    Reset,
    Resume,
    Rewind,
    Thaw,
    Undo,
    Void,
)
from app.rooms.loading import load
from app.rooms.permissions import ADMIN, HOST, MODERATOR, PLAYER
from app.rooms.room import Room
from app.rooms.verifying import prove_all
from app.store.db.schema.games import entries
from app.store.db.schema.ratings import results
from app.store.ops.admin_log import AdminLog, NoTable
from engine.core.refusal import GameOver, Refusal
from tests.games.tiny.choices import Collect
from tests.support.moves import BY
from tests.support.process import Process, act, acted, order
from tests.support.rated import accounts, counted, played, rows
from tests.support.timed import Time, another_table, clock_at

WHY = "It has to be."


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    monkeypatch.setattr("app.base.clock.source", made)
    return made


async def done(room: Room, asked: Asked) -> None:
    """Carry out an admin action and let the room follow."""
    assert await tried(room, asked) is None
    await room.refresh()


async def tried(room: Room, asked: Asked, role: str = ADMIN, why: str = WHY) -> Refusal | None:
    return await do(room.store.database, Doer(None, role), room.key, asked, why)


async def led_on(room: Room, steps: int) -> None:
    """Let red leave its standing order, or recall it, this many times."""
    for _ in range(steps):
        await acted(room, "red", order(room), f"on-{room.epoch}-{room.sequence}")


async def test_a_admin_action_says_who_did_what_and_why(process: Process) -> None:
    room = await process.opened()
    await done(room, Rename("  Another   table "))
    [action] = await AdminLog(process.database).at_table(room.key)
    assert (action.kind, action.role, action.reason, action.key) == ("rename", ADMIN, WHY, room.key)
    assert action.argument == '{"do":"rename","title":"  Another   table "}'
    assert room.admin_actions == (action,)


@pytest.mark.parametrize("why", ["", "  ", "a" * 501, "a\0b", "a\u202eb"])
async def test_without_a_reason_nothing_is_done(process: Process, why: str) -> None:
    room = await process.opened()
    assert await tried(room, Freeze(), why=why) == NoReason()
    await room.refresh()
    assert room.status == "playing"
    assert await AdminLog(process.database).latest() == ()


@pytest.mark.parametrize("role", [PLAYER, HOST, MODERATOR])
async def test_who_may_not_do_it_changes_nothing(process: Process, role: str) -> None:
    room = await process.opened()
    for asked in (Void(), Reset(), Rewind(0), Undo(0), Replace(0)):
        assert await tried(room, asked, role) == NotForYou()
    assert await AdminLog(process.database).latest() == ()


async def test_a_table_that_is_not_there_is_said_to_be_none(process: Process) -> None:
    with pytest.raises(NoTable):
        await do(process.database, SHELL_DOER, "nowhere", Freeze(), WHY)


async def test_another_process_hears_of_a_new_title(process: Process, other_process: Process) -> None:
    key = await another_table(process, "named")
    mine, other = await process.room(key), await other_process.room(key)
    await done(mine, Rename("The long one"))
    await other.refresh()
    assert (mine.title, other.title) == ("The long one", "The long one")
    assert other.table
    assert other.table.title == "The long one"
    assert await tried(mine, Rename(" ")) == NoTitle()


async def test_in_a_frozen_game_nobody_acts_until_it_is_thawed(process: Process, other_process: Process) -> None:
    room = await process.opened()
    other = await other_process.room(room.key)
    await done(room, Freeze())
    assert await act(other, "red", Collect(), "k1") == RoomFrozen()
    assert await tried(room, Freeze()) == IsFrozen()
    await done(room, Thaw())
    assert await tried(room, Thaw()) == NotFrozen()
    await acted(other, "red", Collect(), "k2")


async def test_a_frozen_games_clock_is_put_off_by_as_long(process: Process, time: Time) -> None:
    room = await process.room(await another_table(process, "timed", Days(each=24, reserve=0)))
    due = clock_at(room).hands["red"].due
    assert due
    time.pass_by(hours=1)
    await done(room, Freeze())
    assert await process.rooms.clocks.due(due + timedelta(days=9)) == [], "nobody is answered for meanwhile"
    time.pass_by(days=3)
    await done(room, Thaw())
    assert clock_at(room).hands["red"].due == due + timedelta(days=3)
    assert await process.rooms.clocks.due(due + timedelta(days=3)) == [room.key]


async def test_a_game_that_froze_by_itself_loses_no_time_either(process: Process, time: Time) -> None:
    room = await process.room(await another_table(process, "timed", Days(each=24, reserve=0)))
    due = clock_at(room).hands["red"].due
    assert due
    await room.follower.freeze("the rules failed")
    time.pass_by(days=2)
    await done(room, Thaw())
    assert (room.trouble, clock_at(room).hands["red"].due) == ("", due + timedelta(days=2))


async def test_clocks_are_held_by_those_who_may(process: Process, time: Time) -> None:
    room = await process.room(await another_table(process, "timed", Days(each=24, reserve=0, host_holds=False)))
    assert await tried(room, Pause(), HOST) == NotForYou(), "the table's terms say so"
    await done(room, Pause())
    assert clock_at(room).paused
    await done(room, Resume())
    assert await tried(room, Resume()) == ClockGoes()
    before = clock_at(room).hands["red"].due
    await done(room, Extend(90))
    assert before
    assert clock_at(room).hands["red"].due == before + timedelta(minutes=90)
    untimed = await process.opened()
    assert await tried(untimed, Pause()) == NoClock()


async def test_a_void_game_is_over_and_counts_for_nothing(process: Process) -> None:
    ada, bob = await accounts(process, "Ada", "Bob")
    room = await played(process, (ada, bob))
    await counted(process)
    assert (await rows(process))["standings"]
    await done(room, Void())
    assert (room.status, room.void) == ("finished", True)
    assert (await rows(process))["standings"] == []
    await counted(process)
    [result] = (await rows(process, results))["results"]
    assert result[-2:] == (False, "voided")
    assert await tried(room, Void()) == IsVoid()


async def test_a_running_game_that_is_made_void_takes_no_choice_any_more(process: Process) -> None:
    room = await process.opened()
    await led_on(room, 3)
    await done(room, Void())
    assert await act(room, "red", order(room), "k9") == GameOver()
    assert await tried(room, Pause()) == NotPlaying()


async def test_an_admin_hands_a_seat_to_somebody_else(process: Process) -> None:
    await accounts(process, "Dora")
    room = await process.room(await another_table(process, "seats", None))
    await done(room, Replace(0, name="Dora"))
    assert room.seating.seats[0].name == "Dora"
    await done(room, Replace(1, bot="random"))
    assert room.seating.bots == {"blue": "random"}
    await done(room, Replace(1))
    assert room.seating.seats[1].offered
    for asked in (Replace(7), Replace(1, name="Dora"), Replace(2, bot="no such")):
        assert await tried(room, asked) == NoSuchSeat()


async def test_a_seat_that_is_offered_waits_as_long_as_the_table_says(process: Process, time: Time) -> None:
    room = await process.room(await another_table(process, "offered", None))
    await done(room, Replace(0))
    assert room.table
    assert room.table.chairs[0].bot_at == time.at + timedelta(days=room.table.stand_in)
    await done(room, Replace(1, bot="random"))
    assert room.table.chairs[1].bot_at is None


async def test_who_takes_a_seat_over_is_not_held_to_what_was_missed_there(process: Process, time: Time) -> None:
    await accounts(process, "Dora")
    room = await process.room(await another_table(process, "timed", Days(each=24, reserve=2)))
    time.pass_by(hours=20)
    await done(room, Replace(0, name="Dora"))
    red = clock_at(room).hands["red"]
    assert (red.since, red.due) == (time.at, time.at + timedelta(hours=24, days=2))
    await done(room, Replace(0))
    assert await tried(room, Replace(1, name="Dora")) == PlayedAnother(), "she knows what red knew"


async def test_admin_actions_and_choices_at_the_same_time_lose_nothing(
    process: Process, other_process: Process
) -> None:
    """Red plays on in one process while the game is rewound and reset in another: each acknowledged choice is in its
    branch once, and each branch is what its log says."""
    room = await process.opened()
    other = await other_process.room(room.key)
    acknowledged: list[tuple[int, int, str]] = []

    async def play() -> None:
        for number in range(40):
            answer = await act(other, "red", order(other), f"at-once-{number}")
            if isinstance(answer, Accepted):
                acknowledged.append((answer.epoch, answer.sequence, f"{BY}.at-once-{number}"))

    async def lead() -> None:
        for number in range(6):
            asked = Reset(same_seed=True) if number % 2 else Rewind(0)
            await tried(room, asked)
            await asyncio.sleep(0)

    await asyncio.gather(play(), lead())
    async with process.database.reading() as connection:
        columns = (entries.c.epoch, entries.c.sequence, entries.c.key)
        stored = sorted(tuple(row) for row in await connection.execute(sa.select(*columns)))
    assert stored == sorted(acknowledged)
    await room.refresh()
    row = await room.follower.row()
    assert (await prove_all(process.store, row)).result == "same"
    for epoch in range(row.epoch):
        left = await process.store.row_of(row, epoch)
        assert left
        await load(process.store, room.game, left)
