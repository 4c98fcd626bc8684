"""Clocks that are set: whatever the machine's or the database's clock jumps to, nobody is late for it, and time runs
out once. It goes on by what really passes; the database's clock is looked at with each beat of the heart.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest

from app import clock
from app.clock import Followed
from app.clocks import heart
from app.clocks.heart import BEAT_SECONDS
from app.rooms.room import Room
from app.store.outages import OutageStore
from tests.app.clocks.conftest import START, Time, Watched, due
from tests.app.clocks.test_ringing import keys
from tests.app.conftest import Process

HOUR = timedelta(hours=1)


@dataclass
class Clockwork(Time):
    """`at` is what the database's clock shows; `passed` are the seconds since the machine was switched on."""

    passed: float = 0.0

    def goes_on(self, seconds: float) -> None:
        self.passed += seconds
        self.at += timedelta(seconds=seconds)

    async def shown(self) -> datetime:
        return self.at


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Clockwork:
    made = Clockwork()
    monkeypatch.setattr(clock, "time", SimpleNamespace(monotonic=lambda: made.passed))
    monkeypatch.setattr(OutageStore, "time", lambda _: made.shown())
    followed = Followed(START)
    monkeypatch.setattr(clock, "source", followed)
    monkeypatch.setattr(heart, "followed", followed)
    return made


@pytest.fixture
async def here(process: Process, time: Clockwork) -> Watched:
    watched = Watched(process, time)
    await watched.heart.beat()
    return watched


async def works_on(here: Watched, time: Clockwork, beats: int) -> None:
    """The process beats and looks what is due, so often."""
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


async def to_the_end(here: Watched, time: Clockwork, room: Room) -> None:
    """Nothing happens before time is up by the clock as it is; then once."""
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
