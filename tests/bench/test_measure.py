"""Two pieces of work are measured fairly: by turns, on one core, and in the same unit."""

import gc
import os
import time
from typing import Any

import pytest

from bench import measure
from bench.measure import ROUNDS, Contest, each, in_unit, measured, one_core, repeated


class Clock:
    """Processor time that passes only in work that declares how much it takes."""

    def __init__(self) -> None:
        self.now = 0.0
        self.done: list[str] = []

    def work(self, name: str, seconds: float, units: int = 1) -> measure.Work:
        def work() -> int:
            self.now += seconds
            self.done.append(name)
            return units

        return work


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(time, "thread_time", lambda: clock.now)
    return clock


def test_ours_and_theirs_take_turns_after_a_warm_up(clock: Clock) -> None:
    measured(Contest("µs", clock.work("ours", 1), "them", clock.work("theirs", 1)), seconds=1)
    assert clock.done == ["ours", "theirs"] * (ROUNDS + 1)


def test_a_time_is_that_of_one_unit(clock: Clock) -> None:
    found = measured(Contest("ms", clock.work("ours", 0.5, units=10), "them", clock.work("theirs", 0.5)), seconds=1)
    assert found.value == pytest.approx(50)
    assert found.peer == "them"
    assert found.peer_value == pytest.approx(500)


def test_a_rate_is_so_many_per_second(clock: Clock) -> None:
    found = measured(Contest("moves/s", clock.work("ours", 0.5, 10), "them", clock.work("theirs", 0.5), 8), seconds=1)
    assert found.value == pytest.approx(20)
    assert found.ratio == pytest.approx(10)
    assert found.met


def test_a_bench_that_misses_its_goal_says_so(clock: Clock) -> None:
    found = measured(Contest("µs", clock.work("ours", 1), "them", clock.work("theirs", 1), goal=1 / 2), seconds=1)
    assert (found.ratio, found.goal, found.met) == (1, 1 / 2, False)


def test_work_without_a_peer_is_measured_alone(clock: Clock) -> None:
    found = measured(Contest("µs", clock.work("ours", 1)), seconds=1)
    assert found.value == pytest.approx(1e6)
    assert found.peer_value is None


def test_one_slow_round_does_not_count(clock: Clock) -> None:
    slow = iter([1.0, 1.0, 100.0])

    def work() -> int:
        clock.now += next(slow, 1.0)
        return 1

    assert measured(Contest("ms", work), seconds=1).value == pytest.approx(1_000)


def test_work_goes_on_until_the_time_is_over(clock: Clock) -> None:
    assert each(clock.work("ours", 1, units=2), seconds=4.5) == pytest.approx(0.5)
    assert len(clock.done) == 5


def test_garbage_of_the_one_is_not_left_to_the_other(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    collected: list[Any] = []
    monkeypatch.setattr(gc, "collect", lambda: collected.append(list(clock.done)))
    measured(Contest("µs", clock.work("ours", 1), "them", clock.work("theirs", 1)), seconds=1)
    assert collected == [(["ours", "theirs"] * (ROUNDS + 1))[:before] for before in range(2 * (ROUNDS + 1))]


def test_all_is_done_on_one_core_and_then_all_are_free_again(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[set[int]] = [{2, 5}]
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: used[-1], raising=False)
    monkeypatch.setattr(os, "sched_setaffinity", lambda _, cores: used.append(cores), raising=False)
    with one_core():
        assert used[-1] == {5}
    assert used[-1] == {2, 5}


def test_a_small_thing_is_repeated() -> None:
    done: list[int] = []
    assert repeated(lambda: done.append(1), 5)() == len(done) == 5


@pytest.mark.parametrize(("unit", "value"), [("µs", 250_000.0), ("ms", 250.0), ("plies/s", 4.0)])
def test_a_quarter_of_a_second_in_each_unit(unit: str, value: float) -> None:
    assert in_unit(0.25, unit) == pytest.approx(value)
