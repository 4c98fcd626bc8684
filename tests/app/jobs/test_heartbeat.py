"""Jumping clocks: wherever the machine's or the database's clock jumps to, no player is late because of it, and time
runs out once. Game clocks run by the time that really passes; the database's clock is read with each heartbeat.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import TypeVar

import pytest
import sqlalchemy as sa

from app.base import clock
from app.base.clock import Followed
from app.jobs import heartbeat as heart
from app.jobs.heartbeat import BEAT_SECONDS
from app.model.clocks.terms import Hour, Live, Terms
from app.rooms.room import Room
from app.store.db.schema.games import rooms, seats, votes
from app.store.ops.heartbeats import OutageStore
from tests.app.jobs.test_timeouts import keys
from tests.games.tiny.choices import Collect
from tests.support.process import Process, acted
from tests.support.timed import DAYS, START, Time, Watched, clock_at, due

HOUR = timedelta(hours=1)
T = TypeVar("T", datetime, timedelta)


@dataclass
class Clockwork(Time):
    """`at` is what the database's clock shows; `passed` are the seconds since the machine was switched on."""

    passed: float = 0.0

    def goes_on(self, seconds: float) -> None:
        self.passed += seconds
        self.at += timedelta(seconds=seconds)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Clockwork:
    made = Clockwork()
    monkeypatch.setattr(clock, "time", SimpleNamespace(monotonic=lambda: made.passed))
    monkeypatch.setattr(OutageStore, "time", lambda _: made.shown())
    followed = Followed(START)
    monkeypatch.setattr(clock, "source", followed)
    monkeypatch.setattr(clock, "followed", followed)
    monkeypatch.setattr(heart, "followed", followed)
    return made


@pytest.fixture
async def here(process: Process, time: Clockwork) -> Watched:
    watched = Watched(process, time)
    await watched.heart.beat()
    return watched


async def works_on(here: Watched, time: Clockwork, beats: int) -> None:
    """Let the process beat and handle what is due, this many times."""
    for _ in range(beats):
        time.goes_on(BEAT_SECONDS)
        await here.heart.beat()
        await here.ringing.ring()


async def jumped(here: Watched, time: Clockwork, by: timedelta) -> None:
    time.at += by
    await works_on(here, time, 2)


async def test_a_clock_that_jumps_ahead_makes_nobody_late(here: Watched, time: Clockwork) -> None:
    room = await here.sat()
    left = due(room) - time.at
    await jumped(here, time, 100 * HOUR)
    await room.refresh()
    assert await keys(room) == []
    assert left <= due(room) - time.at <= left + timedelta(minutes=2)


async def test_a_clock_that_jumps_back_makes_nobody_late_and_time_runs_out_once(here: Watched, time: Clockwork) -> None:
    room = await here.sat()
    await jumped(here, time, -5 * HOUR)
    assert await keys(room) == []
    await to_the_end(here, time, room)


async def test_a_clock_that_jumps_ahead_and_is_set_right_makes_nobody_late(here: Watched, time: Clockwork) -> None:
    room = await here.sat()
    await jumped(here, time, 100 * HOUR)
    await jumped(here, time, -100 * HOUR)
    await room.refresh()
    assert await keys(room) == []
    await to_the_end(here, time, room)


@pytest.mark.parametrize("back", [timedelta(seconds=90), 5 * HOUR, 400 * HOUR])
@pytest.mark.parametrize("terms", [DAYS, Live(bank=30, increment=60), Hour(at=18, zone="Europe/Rome", least=12)])
async def test_where_a_clock_is_set_back_deadlines_keep_what_was_left(
    here: Watched, time: Clockwork, terms: Terms, back: timedelta
) -> None:
    room = await here.sat(terms)
    await works_on(here, time, 3)
    left = due(room) - time.at
    await jumped(here, time, -back)
    gone = timedelta(seconds=2 * BEAT_SECONDS)
    assert close(due(room) - time.at, left - gone)
    await room.refresh()
    assert close(due(room) - time.at, left - gone)
    async with here.process.database.reading() as connection:
        looked_for = (await connection.execute(sa.select(rooms.c.due_at).where(rooms.c.id == room.id))).scalar_one()
    assert looked_for == clock_at(room).due_at, "it is found when it is due"
    await jumped(here, time, -back)
    assert close(due(room) - time.at, left - 2 * gone), "as often as it happens"
    assert await keys(room) == []
    await to_the_end(here, time, room)


async def test_where_two_processes_hear_of_it_one_after_the_other_nobody_loses_time(
    here: Watched, there: Watched, time: Clockwork, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second process still uses the old clock when it acts on what the first has stored, and the first understands
    that as it was meant."""
    first, second = clock.followed, Followed(START)
    room = await here.sat(Live(bank=30, increment=60))
    left = due(room) - time.at
    time.at -= 5 * HOUR
    time.goes_on(BEAT_SECONDS)
    await here.heart.beat()
    await room.refresh()
    for name in ("source", "followed"):
        monkeypatch.setattr(clock, name, second)
    monkeypatch.setattr(heart, "followed", second)
    late = await there.room(room.key)
    assert close(due(late) - clock.now(), left - timedelta(seconds=BEAT_SECONDS))
    await there.ringing.ring()
    assert await keys(late) == []
    await acted(late, "red", Collect(), "k1")
    kept = due(late, "red") - clock.now()
    for name in ("source", "followed"):
        monkeypatch.setattr(clock, name, first)
    await room.refresh()
    assert close(due(room) - clock.now(), kept)


async def test_where_a_clock_is_set_back_votes_and_offered_seats_keep_what_was_left(
    here: Watched, time: Clockwork
) -> None:
    room = await here.sat()
    until = time.at + HOUR
    vote = {"room": room.id, "kind": "end", "side": "red", "argument": "", "epoch": 0, "sequence": 0, "ballots": ""}
    async with here.process.database.writing() as connection:
        await connection.execute(votes.insert().values(vote | {"outcome": "", "opened_at": time.at, "until": until}))
        await connection.execute(seats.update().where(seats.c.number == 0).values(bot_at=until))
    await jumped(here, time, -5 * HOUR)
    async with here.process.database.reading() as connection:
        kept = [
            (await connection.execute(sa.select(column))).scalars().all() for column in (votes.c.until, seats.c.bot_at)
        ]
    for at in (kept[0][0], next(filter(None, kept[1]))):
        assert close(at, until - 5 * HOUR)


async def test_looks_that_seem_to_be_in_the_wrong_order_set_nothing_back(here: Watched, time: Clockwork) -> None:
    room = await here.sat()
    before = due(room)
    for seconds in (-1.5, 1.0, -1.0, 0.5):
        await jumped(here, time, timedelta(seconds=seconds))
    await room.refresh()
    assert due(room) == before


def close(one: T, other: T) -> bool:
    return abs(one - other) < timedelta(seconds=1)


async def to_the_end(here: Watched, time: Clockwork, room: Room) -> None:
    """Check that nothing happens before time is up by the clock as it is, and that it then happens once."""
    await here.up()
    time.goes_on((due(room) - time.at).total_seconds() - BEAT_SECONDS / 2)
    await here.up()
    await here.ringing.ring()
    assert await keys(room) == []
    await works_on(here, time, 3)
    assert await keys(room) == ["timeout.0.0.red"]


async def test_between_two_looks_time_goes_on_by_what_really_passes(here: Watched, time: Clockwork) -> None:
    before = clock.now()
    time.at += 3 * HOUR
    time.passed += 7
    assert clock.now() - before == timedelta(seconds=7), "whatever a clock shows"
    await here.heart.beat()
    assert abs(clock.now() - time.at) < timedelta(seconds=1)
