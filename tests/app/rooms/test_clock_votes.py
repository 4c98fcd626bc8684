"""Votes about the clock: to stop it, to resume, to add time; each takes effect once, on any number of processes."""

import asyncio

import pytest

from app.model.clocks.hands import Clock
from app.model.clocks.terms import Live
from app.model.refusals import ClockGoes, ClockStands, NoClock, NothingToAsk
from app.rooms.room import Room
from app.rooms.vote_kinds import Details, EndHere, Extend, Pause, Resume
from app.rooms.votes import WAITS, WAITS_LIVE, cast_vote, propose
from app.store.games.votes import Vote
from tests.support.timed import START, Time, Watched, clock_at, due


def people(room: Room) -> list[int]:
    assert room.table
    return [chair.person for chair in room.table.chairs if chair.person]


async def asked(room: Room, what: Details) -> int:
    vote = await propose(room, people(room)[0], "red", what, room.sequence)
    assert isinstance(vote, Vote), vote
    return vote.id


async def agreed(room: Room, what: Details) -> Clock:
    """Let the table vote yes: two of three are more than half."""
    await cast_vote(room, people(room)[1], await asked(room, what), True)
    assert room.open_vote is None
    return clock_at(room)


async def test_the_table_stops_the_clock_and_lets_it_go_on(here: Watched, time: Time) -> None:
    room = await here.sat()
    before = due(room)
    assert (await agreed(room, Pause())).paused == START
    assert await propose(room, people(room)[0], "red", Pause(), 0) == ClockStands()
    time.pass_by(hours=5)
    assert (await agreed(room, Resume())).paused is None
    assert (due(room) - before).total_seconds() == 5 * 3600
    assert await propose(room, people(room)[0], "red", Resume(), 0) == ClockGoes()


async def test_more_time_is_given_once_even_if_the_last_two_agree_at_once(here: Watched, there: Watched) -> None:
    room = await here.sat()
    other, before = await there.room(room.key), due(room)
    number = await asked(room, Extend(90))
    await asyncio.gather(
        cast_vote(room, people(room)[1], number, True), cast_vote(other, people(room)[2], number, True)
    )
    await asyncio.gather(room.refresh(), other.refresh())
    assert (due(room) - before).total_seconds() == 90 * 60
    assert due(other) == due(room)


@pytest.mark.parametrize("minutes", [0, -5, 7 * 24 * 60 + 1])
async def test_time_is_extended_by_something_sensible(here: Watched, minutes: int) -> None:
    room = await here.sat()
    assert await propose(room, people(room)[0], "red", Extend(minutes), 0) == NothingToAsk()


async def test_without_a_clock_there_is_nothing_to_hold(here: Watched) -> None:
    room = await here.sat(None)
    for what in (Pause(), Resume(), Extend(60)):
        assert await propose(room, people(room)[0], "red", what, 0) == NoClock()


@pytest.mark.parametrize(("terms", "waits"), [(Live(bank=20, increment=10), WAITS_LIVE), (None, WAITS)])
async def test_in_one_sitting_a_vote_takes_minutes(here: Watched, terms: Live | None, waits: object) -> None:
    room = await here.sat(terms)
    await asked(room, EndHere())
    assert room.open_vote
    assert room.open_vote.until
    assert room.open_vote.until - room.open_vote.opened_at == waits
