"""Seats that change hands during a game: it goes on for the others, and each player knows only what their seat
knows."""

import asyncio
from datetime import timedelta
from unittest.mock import patch

import pytest_asyncio
from msgspec.structs import replace

from app.base.clock import now
from app.jobs.bots import Bots
from app.jobs.housekeeping import Caring
from app.model.refusals import (
    Accepted,
    AskTheTable,
    NotInvited,
    NotSeated,
    PlayedAnother,
    PlaysAlready,
    SeatTaken,
)
from app.rooms.move import Move
from app.rooms.room import Room
from app.rooms.rooms import new_room
from app.rooms.seats import Seat
from app.rooms.tenures import resign, take, vacate
from app.rooms.vote_kinds import ComeBack
from app.rooms.votes import cast_vote, propose
from app.store.db.schema.games import rooms
from app.store.games.votes import Vote
from app.store.people.people import PeopleStore
from app.store.tables.seats import Chair
from app.store.tables.tables import Arranged
from app.store.tables.tenures import TenureStore
from engine.core.refusal import GameOver, Stale
from tests.games.tiny import GAME
from tests.games.tiny.choices import Collect, Tip
from tests.support.moves import BY
from tests.support.process import SEED, Process, act, acted

SIDES = ("red", "blue", "green")


@pytest_asyncio.fixture
async def people(process: Process) -> list[int]:
    """Ada plays red, Bob blue, Cleo green; Dora is a spectator."""
    store = PeopleStore(process.database)
    return [await store.add_guest(name, name.lower(), now()) for name in ("Ada", "Bob", "Cleo", "Dora")]


async def seated(process: Process, people: list[int], **terms: object) -> Room:
    """Make a table of three people whose game has begun."""
    chairs = tuple(Chair(number, (side,), person=people[number], ready=True) for number, side in enumerate(SIDES))
    new = Arranged(
        id=0,
        key="a-table",
        game=GAME.key,
        title="A table",
        options="{}",
        host=people[0],
        access="public",
        seating="pick",
        spectators=True,
        started=True,
        again="",
        opened_at=now(),
        moved_at=now(),
        rated=True,
        chairs=chairs,
    )
    seats = tuple(Seat((side,)) for side in SIDES)
    opened = new_room(GAME, new.title, seats, b"{}", new.key, SEED)
    await process.rooms.tables.open(replace(new, **terms), opened)
    return await process.room(new.key)


async def sitting(process: Process) -> list[tuple[str, str]]:
    """Return the name and the bot of each seat."""
    table = await process.rooms.tables.find("a-table")
    assert table
    return [(chair.name, chair.bot) for chair in table.chairs]


async def days_later(days: int, *processes: Process) -> None:
    """Do what these processes do by themselves after these days."""
    later = now() + timedelta(days=days)
    with patch("app.jobs.housekeeping.now", lambda: later), patch("app.rooms.tenures.now", lambda: later):
        await asyncio.gather(*(Caring(process.rooms).scan() for process in processes))


async def test_who_resigns_leaves_a_seat_that_is_offered_and_the_game_goes_on(
    process: Process, people: list[int]
) -> None:
    room = await seated(process, people)
    await acted(room, "red", Collect(), "k1")
    assert await resign(room, people[0]) is None
    assert (room.status, room.seating.people) == ("playing", {people[1], people[2]})
    assert [seat.offered for seat in room.seating.seats] == [True, False, False]
    assert room.table
    assert (room.table.host, room.table.rated) == (people[1], False), "somebody else arranges it, and it is not rated"
    assert await resign(room, people[0]) == NotSeated()


async def test_after_the_tables_days_a_bot_plays_on(process: Process, people: list[int]) -> None:
    room = await seated(process, people, stand_in=3)
    await resign(room, people[0])
    await days_later(2, process)
    assert (await sitting(process))[0] == ("", "")
    await days_later(4, process)
    assert (await sitting(process))[0] == ("", "random")
    assert room.seating.bots == {"red": "random"}
    assert await process.store.with_bots_due() == [room.key], "another process would know it as well"
    assert Bots(process.rooms, 3600).due(room) == "red"


async def test_a_bot_plays_on_at_once_where_the_table_wants_it_so(process: Process, people: list[int]) -> None:
    room = await seated(process, people, stand_in=0)
    await vacate(room, "red", "timed_out")
    assert room.seating.bots == {"red": "random"}
    [left, bot] = room.tenures
    assert (left.name, left.first, left.last, left.why) == ("Ada", 0, 0, "timed_out")
    assert (bot.bot, bot.first, bot.last) == ("random", 0, None)


async def test_somebody_else_takes_the_seat_over_and_both_are_written_down(process: Process, people: list[int]) -> None:
    room = await seated(process, people)
    await acted(room, "red", Collect(), "k1")
    await resign(room, people[0])
    await acted(room, "red", Tip(), "k2")
    assert await take(room, people[3], 0) is None
    assert plays(room, people[3]) == ("red",)
    held = [(one.name, one.first, one.last, one.why) for one in room.tenures]
    assert held == [("Ada", 0, 1, "resigned"), ("Dora", 2, None, "")]


async def test_who_takes_over_acts_for_the_side_and_who_left_does_not(process: Process, people: list[int]) -> None:
    """A choice on its way when the seat changed hands is not carried out."""
    room = await seated(process, people)
    on_its_way = room.played(Move("red", Collect(), "k1", 0, BY), room.epoch, room.seating.sitters)
    await resign(room, people[0])
    await take(room, people[3], 0)
    assert isinstance(await on_its_way, Stale)
    await acted(room, "red", Collect(), "k2")


async def test_a_seat_is_for_those_who_may_join_and_have_none(process: Process, people: list[int]) -> None:
    room = await seated(process, people, access="named")
    await resign(room, people[0])
    assert await take(room, people[1], 0) == PlaysAlready()
    assert await take(room, people[3], 0) == NotInvited()
    for seat in (1, 3, -1, 99):
        assert await take(room, people[3], seat) == SeatTaken()


async def test_who_has_played_a_side_takes_no_other(process: Process, people: list[int]) -> None:
    room = await seated(process, people)
    await resign(room, people[0])
    await resign(room, people[1])
    assert await take(room, people[0], 1) == PlayedAnother()
    assert await take(room, people[0], 0) is None


async def test_who_left_comes_back_while_a_bot_plays_if_the_terms_let_them(process: Process, people: list[int]) -> None:
    room = await seated(process, people, stand_in=0)
    await resign(room, people[0])
    assert await take(room, people[3], 0) == SeatTaken(), "where a bot plays only they themselves come back"
    assert await take(room, people[0], 0) is None
    assert (room.seating.bots, plays(room, people[0])) == ({}, ("red",))
    assert [one.why for one in room.tenures] == ["resigned", "relieved", ""]


async def test_else_the_table_decides_whether_they_come_back(process: Process, people: list[int]) -> None:
    room = await seated(process, people, comes_back=False)
    await resign(room, people[0])
    assert await take(room, people[0], 0) == AskTheTable()
    vote = await propose(room, people[0], "red", ComeBack(0), room.sequence)
    assert isinstance(vote, Vote)
    await cast_vote(room, people[1], vote.id, True)
    assert plays(room, people[0]) == (), "one of two is not more than half"
    await cast_vote(room, people[2], vote.id, True)
    assert plays(room, people[0]) == ("red",)
    assert room.open_vote is None


async def test_nobody_gives_up_a_seat_once_the_game_is_over(process: Process, people: list[int]) -> None:
    room = await seated(process, people)
    async with process.database.writing() as connection:
        await connection.execute(rooms.update().values(status="finished"))
    assert await resign(room, people[0]) == GameOver()
    assert (await sitting(process))[0] == ("Ada", "")


async def test_who_leaves_for_good_leaves_their_seats_to_others(process: Process, people: list[int]) -> None:
    room = await seated(process, people)
    await TenureStore(process.database).leave(people[0], now())
    await PeopleStore(process.database).forget(people[0], "N. N. 1", now())
    await room.refresh()
    assert [seat.offered for seat in room.seating.seats] == [True, False, False]
    assert [(one.name, one.why) for one in room.tenures] == [("N. N. 1", "left")]


async def test_other_processes_know_at_once_who_plays(
    process: Process, other_process: Process, people: list[int]
) -> None:
    here = await seated(process, people)
    there = await other_process.room(here.key)
    await resign(here, people[0])
    assert isinstance(await act(there, "red", Collect(), "k1"), Stale), "it had not heard yet, and acts for nobody"
    assert there.seating.people == {people[1], people[2]}
    assert there.tenures == here.tenures
    await take(there, people[3], 0)
    await here.refresh()
    assert plays(here, people[3]) == ("red",)


async def test_of_two_who_take_a_seat_at_once_one_gets_it(
    process: Process, other_process: Process, people: list[int]
) -> None:
    here = await seated(process, people)
    await resign(here, people[0])
    there = await other_process.room(here.key)
    answers = await asyncio.gather(take(here, people[3], 0), take(there, people[0], 0))
    assert sorted(map(repr, answers)) == ["None", "SeatTaken()"]
    await asyncio.gather(here.refresh(), there.refresh())
    assert here.seating.people == there.seating.people
    assert len(here.tenures) == 2


async def test_where_two_processes_seat_the_same_bot_it_sits_down_once(
    process: Process, other_process: Process, people: list[int]
) -> None:
    room = await seated(process, people)
    await resign(room, people[0])
    await days_later(4, process, other_process)
    await room.refresh()
    assert [(one.name, one.bot) for one in room.tenures] == [("Ada", ""), ("", "random")]


async def test_the_bots_turn_is_never_forgotten_whoever_acted_last(
    process: Process, other_process: Process, people: list[int]
) -> None:
    """A process that has not heard of the bot yet records a choice that leads to its turn."""
    here = await seated(process, people, stand_in=0)
    there = await other_process.room(here.key)
    await resign(here, people[1])
    for choice in (Collect(), Tip()):
        while not isinstance(answer := await act(there, "red", choice, f"k{there.sequence}"), Accepted):
            assert isinstance(answer, Stale)
    assert there.waiting == ("blue",)
    assert await process.store.with_bots_due() == [here.key]


async def test_a_room_that_wakes_up_knows_who_sat_there(
    process: Process, other_process: Process, people: list[int]
) -> None:
    room = await seated(process, people)
    await resign(room, people[0])
    assert (await other_process.room(room.key)).tenures == room.tenures


def plays(room: Room, person: int) -> tuple[str, ...]:
    return room.table.sides_of(person) if room.table else ()
