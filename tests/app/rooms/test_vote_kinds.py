"""Votes to end a game as it stands, or to go on without a player: they last for days, and lapse by themselves."""

from datetime import timedelta
from unittest.mock import patch

import msgspec
import pytest_asyncio

from app.base.clock import now
from app.features.replay.exporting import record
from app.jobs.bots import Bots
from app.jobs.housekeeping import Caring
from app.model.refusals import (
    Accepted,
    AlreadyAnswered,
    NotAsked,
    NotAway,
    NothingToAsk,
    QuestionOver,
)
from app.render.scene import scene_now
from app.rooms.presence import Around
from app.rooms.room import Room
from app.rooms.rooms import new_room
from app.rooms.seats import Seat
from app.rooms.tenures import ABSENT_AFTER
from app.rooms.vote_kinds import EndHere, Replace, TakeBack
from app.rooms.votes import WAITS, WAITS_LIVE, cast_vote, propose, withdraw_proposal
from app.store.db.schema.games import tables
from app.store.games.rooms import StoredEntry
from app.store.games.votes import Vote
from app.store.people.people import PeopleStore
from app.store.tables.seats import Chair
from app.store.tables.tables import Arranged
from engine.core.ending import Ended
from engine.core.record import Replay, read
from engine.core.state import encode
from tests.app.rooms.test_votes import SIDES, outcomes
from tests.games.tiny import GAME
from tests.games.tiny.choices import Collect, Offer, Publish, Tip
from tests.support.process import SEED, Process, acted, board


@pytest_asyncio.fixture
async def people(process: Process) -> list[int]:
    """Return three people, who play red, blue and green."""
    store = PeopleStore(process.database)
    return [await store.add_guest(name, name.lower(), now()) for name in ("Ada", "Bob", "Cleo")]


async def seats_of(process: Process, people: list[int]) -> Room:
    """Make a table as the lobby does, with these people as red, blue and green."""
    chairs = tuple(
        Chair(number, (side,), person=person) for number, (side, person) in enumerate(zip(SIDES, people, strict=True))
    )
    at, title = now(), "A table"
    table = Arranged(
        0, "a-table", "antechamber", title, "{}", people[0], "public", "pick", True, True, "", at, at, chairs=chairs
    )
    opened = new_room(GAME, title, tuple(Seat((side,)) for side in SIDES), b"{}", table.key, SEED)
    await process.rooms.tables.open(table, opened)
    return await process.room(table.key)


async def days_later(days: int, process: Process) -> None:
    """Do what a process does by itself after these days."""
    later = now() + timedelta(days=days)
    with patch("app.jobs.housekeeping.now", lambda: later), patch("app.rooms.votes.now", lambda: later):
        await Caring(process.rooms).scan()


async def test_all_agree_and_the_game_ends_as_it_stands(process: Process, people: list[int]) -> None:
    room = await seats_of(process, people)
    await acted(room, "red", Collect(), "k1")
    vote = await propose(room, people[0], "red", EndHere(), 1)
    assert isinstance(vote, Vote)
    await cast_vote(room, people[1], vote.id, True)
    await acted(room, "red", Tip(), "k2")
    assert room.open_vote, "the game may go on meanwhile"
    assert isinstance(await cast_vote(room, people[2], vote.id, True), Accepted)
    assert (room.status, room.waiting, room.log[-1].news) == ("finished", (), [Ended("red")])
    assert scene_now(room, "red").table.agreed
    assert await outcomes(process) == ["agreed"]


async def test_a_game_that_ended_by_agreement_is_read_again(
    process: Process, other_process: Process, people: list[int]
) -> None:
    here, there = await seats_of(process, people), await other_process.room("a-table")
    vote = await propose(here, people[0], "red", EndHere(), 0)
    assert isinstance(vote, Vote)
    for person in people[1:]:
        await cast_vote(here, person, vote.id, True)
    await there.refresh()
    assert (there.status, encode(there.position)) == ("finished", encode(here.position))
    kept = await record(process.store, here, await process.store.row(here.key), await entries_of(process, here))
    assert kept
    *_, (last, state, _) = Replay(*read(msgspec.json.encode(kept)))
    assert (last, encode(state)) == (1, encode(here.position))


async def entries_of(process: Process, room: Room) -> list[StoredEntry]:
    return await process.store.entries(room.id, room.epoch, 0, room.sequence)


async def test_who_has_agreed_may_still_say_no_but_not_the_same_twice(process: Process, people: list[int]) -> None:
    room = await seats_of(process, people)
    vote = await propose(room, people[0], "red", EndHere(), 0)
    assert isinstance(vote, Vote)
    await cast_vote(room, people[1], vote.id, True)
    assert await cast_vote(room, people[1], vote.id, True) == AlreadyAnswered()
    await cast_vote(room, people[1], vote.id, False)
    assert (room.status, await outcomes(process)) == ("playing", ["declined"])


async def test_a_vote_lapses_by_itself_and_that_is_written_down(process: Process, people: list[int]) -> None:
    room = await seats_of(process, people)
    vote = await propose(room, people[0], "red", EndHere(), 0)
    assert isinstance(vote, Vote)
    await days_later(1, process)
    assert room.open_vote
    await days_later(3, process)
    assert await outcomes(process) == ["lapsed"]
    assert await cast_vote(room, people[1], vote.id, True) == QuestionOver()


async def test_one_that_lapsed_with_its_position_is_written_down_too(process: Process, people: list[int]) -> None:
    room = await seats_of(process, people)
    await acted(room, "red", Publish(board(room).hands["red"][0]), "k1")
    await propose(room, people[0], "red", TakeBack(0), 1)
    await acted(room, "blue", Offer("red", 1), "k2")
    await days_later(0, process)
    assert await outcomes(process) == ["lapsed"]


async def test_where_all_have_the_table_open_it_lapses_in_minutes(process: Process, people: list[int]) -> None:
    room = await seats_of(process, people)
    for here, waits in ((("red", "blue"), WAITS), (("blue", "green"), WAITS_LIVE)):
        room.around = Around(here)
        vote = await propose(room, people[0], "red", EndHere(), 0)
        assert isinstance(vote, Vote)
        assert vote.until == vote.opened_at + waits
        await withdraw_proposal(room, people[0], vote.id)


async def test_bots_go_on_while_people_talk_of_ending(process: Process, people: list[int]) -> None:
    room = await seats_of(process, people)
    bots = Bots(process.rooms, 3600)
    await propose(room, people[0], "red", EndHere(), 0)
    room.seating.bots = {"red": "random"}
    assert bots.due(room) == "red"


async def test_the_table_goes_on_without_somebody_only_if_they_are_away(process: Process, people: list[int]) -> None:
    room = await seats_of(process, people)
    assert await propose(room, people[1], "blue", Replace("red"), 0) == NotAway("red")
    assert await propose(room, people[0], "red", Replace("red"), 0) == NothingToAsk(), (
        "one gives up one's own seat oneself"
    )
    later = now() + ABSENT_AFTER
    with patch("app.rooms.tenures.now", lambda: later):
        vote = await propose(room, people[1], "blue", Replace("red", "bot"), 0)
        assert isinstance(vote, Vote)
        assert await cast_vote(room, people[0], vote.id, False) == NotAsked(), "it is about them"
        await cast_vote(room, people[2], vote.id, True)
    assert (room.seating.bots, room.seating.people) == ({"red": "random"}, {*people[1:]})
    assert await outcomes(process) == ["agreed"]


async def test_nobody_waits_for_the_vote_of_somebody_who_is_away(process: Process, people: list[int]) -> None:
    room = await seats_of(process, people)
    later = now() + ABSENT_AFTER
    with patch("app.rooms.tenures.now", lambda: later):
        vote = await propose(room, people[1], "blue", EndHere(), 0)
        assert isinstance(vote, Vote)
        assert isinstance(await cast_vote(room, people[2], vote.id, True), Accepted)
    assert room.status == "finished"


async def test_a_board_of_ones_own_is_asked_nothing(process: Process, people: list[int]) -> None:
    room = await seats_of(process, people)
    async with process.database.writing() as connection:
        await connection.execute(tables.update().values(kind="analysis"))
    room.seating.table = await process.rooms.tables.find(room.key)
    assert await propose(room, people[0], "red", EndHere(), 0) == NothingToAsk()
