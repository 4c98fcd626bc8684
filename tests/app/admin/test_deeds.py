"""Admin actions on a table: each is one transaction, takes effect once, and loses nothing."""

import asyncio
from datetime import timedelta

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from app.admin.answers import (
    GoneOn,
    IsFrozen,
    IsVoid,
    NoReason,
    NoSuchBranch,
    NoSuchSeat,
    NoSuchStep,
    NotForYou,
    NotFrozen,
    NoTitle,
    NotPlaying,
)
from app.admin.branching import Led
from app.admin.deeds import SHELL_DOER, Doer, do, led_by
from app.admin.kinds import (
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
from app.admin.may import ADMIN, HOST, MODERATOR, PLAYER
from app.clock import now
from app.clocks.terms import Days
from app.rooms.answers import Accepted, ClockGoes, NoClock, PlayedAnother, RoomFrozen
from app.rooms.loading import load
from app.rooms.proving import prove_all
from app.rooms.room import Room
from app.standings.rebuild import Rebuilt, rebuild
from app.store.database import Database
from app.store.deeds import DeedStore, NewDeed, NoTable
from app.store.results import ResultStore
from app.store.tables import entries, rooms
from app.store.tables_ratings import results
from engine.core.refusal import GameOver, Refusal, Stale
from tests.app.clocks.conftest import Time, another_table, clock_at
from tests.app.conftest import Process, act, acted, board, order
from tests.app.standings.played import accounts, counted, played, rows
from tests.support.moves import BY
from tests.tiny.choices import Collect

WHY = "It has to be."


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    monkeypatch.setattr("app.clock.source", made)
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


async def test_a_deed_says_who_did_what_and_why(process: Process) -> None:
    room = await process.opened()
    await done(room, Rename("  Another   table "))
    [deed] = await DeedStore(process.database).told_at(room.key)
    assert (deed.kind, deed.role, deed.reason, deed.key) == ("rename", ADMIN, WHY, room.key)
    assert deed.argument == '{"do":"rename","title":"  Another   table "}'
    assert room.deeds == (deed,)


@pytest.mark.parametrize("why", ["", "  ", "a" * 501, "a\0b", "a\u202eb"])
async def test_without_a_reason_nothing_is_done(process: Process, why: str) -> None:
    room = await process.opened()
    assert await tried(room, Freeze(), why=why) == NoReason()
    await room.refresh()
    assert room.status == "playing"
    assert await DeedStore(process.database).latest() == ()


@pytest.mark.parametrize("role", [PLAYER, HOST, MODERATOR])
async def test_who_may_not_do_it_changes_nothing(process: Process, role: str) -> None:
    room = await process.opened()
    for asked in (Void(), Reset(), Rewind(0), Undo(0), Replace(0)):
        assert await tried(room, asked, role) == NotForYou()
    assert await DeedStore(process.database).latest() == ()


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
    await room.freeze("the rules failed")
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


async def test_a_reset_game_begins_anew_with_other_dice_or_the_same(process: Process) -> None:
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


async def test_rewinding_leaves_everything_readable_and_draws_anew(process: Process) -> None:
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
    row = await process.store.row_of(await room.row(), 0)
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
    fresh = await load(process.store, room.game, await room.row())
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
    led = await led_by(process.database, room.key, Rewind(1))
    assert not isinstance(led, Refusal)
    await led_on(room, 1)
    moved = replace(led, head=(0, 3))
    deed = NewDeed("rewind", None, ADMIN, WHY, "{}", now(), room.key)
    refused = await DeedStore(process.database).carry_out(deed, lambda before: moved.change(before, deed.at))
    assert refused == GoneOn()
    assert (await process.store.head(room.id)).epoch == 0


async def test_while_a_game_goes_on_the_shell_leads_it_from_where_it_is(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await process.opened()
    await led_on(room, 3)

    async def gone_on_meanwhile(database: Database, key: str, asked: Asked) -> Led | Refusal:
        led = await led_by(database, key, asked)
        if room.sequence < 5:
            await led_on(room, 1)
        return led

    monkeypatch.setattr("app.admin.deeds.led_by", gone_on_meanwhile)
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


async def test_a_finished_game_that_is_led_back_counts_when_it_ends_again(process: Process) -> None:
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


async def test_led_back_everybody_has_the_time_they_had_left(process: Process, time: Time) -> None:
    room = await process.room(await another_table(process, "timed", Days(each=24, reserve=2)))
    await acted(room, "red", Collect(), "k1")
    time.pass_by(hours=5)
    await done(room, Rewind(0))
    red = clock_at(room).hands["red"]
    assert (red.since, red.due) == (time.at, time.at + timedelta(hours=24, days=2))
    time.pass_by(hours=30)
    await done(room, Undo(0))
    assert all(hand.left == timedelta(days=2).total_seconds() for hand in clock_at(room).hands.values())


async def test_an_admin_hands_a_seat_to_somebody_else(process: Process) -> None:
    await accounts(process, "Dora")
    room = await process.room(await another_table(process, "seats", None))
    await done(room, Replace(0, name="Dora"))
    assert room.seats[0].name == "Dora"
    await done(room, Replace(1, bot="random"))
    assert room.bots == {"blue": "random"}
    await done(room, Replace(1))
    assert room.seats[1].offered
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


async def test_deeds_and_choices_at_the_same_time_lose_nothing(process: Process, other_process: Process) -> None:
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
    row = await room.row()
    assert (await prove_all(process.store, row)).result == "same"
    for epoch in range(row.epoch):
        left = await process.store.row_of(row, epoch)
        assert left
        await load(process.store, room.game, left)
