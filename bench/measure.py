"""Measures two pieces of work fairly: on one core, by turns, warmed up, each round with the garbage collected.

It counts the CPU time of this process, so that other work of the machine disturbs little; of all rounds the median
counts, for us and for the peer alike. The benches that need no network use this.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median

from bench.figure import Figure, figure, more_is_better

ROUNDS = 7
PER_SECOND = {"ms": 1e3, "µs": 1e6}
"""The units of time, as parts of a second."""

Work = Callable[[], int]
"""Does a share of work and returns how many units of it were done."""


@dataclass(frozen=True)
class Contest:
    """A pair of works to be measured, and the goal for their ratio. The unit is a time, or a number per second."""

    unit: str
    ours: Work
    peer: str | None = None
    theirs: Work | None = None
    goal: float | None = None


def measured(contest: Contest, seconds: float) -> Figure:
    """Measure a contest for about so many seconds."""
    works = [work for work in (contest.ours, contest.theirs) if work]
    share = seconds / (ROUNDS + 1) / len(works)
    gc.freeze()  # what was there before need not be traversed each time
    with one_core():
        for work in works:
            each(work, share)
        rounds = [[each(work, share) for work in works] for _ in range(ROUNDS)]
    values = [in_unit(median(times), contest.unit) for times in zip(*rounds, strict=True)]
    theirs = values[1] if contest.theirs else None
    return figure(values[0], contest.unit, contest.peer, theirs, contest.goal)


def each(work: Work, seconds: float) -> float:
    """Return the time of one unit of work, measured for so long. It uses the thread's clock: the process's goes by
    ticks once a budget has set a timer."""
    gc.collect()
    units, started = 0, time.thread_time()
    while True:
        units += work()
        passed = time.thread_time() - started
        if passed > seconds:
            return passed / units


def in_unit(seconds: float, unit: str) -> float:
    return 1 / seconds if more_is_better(unit) else seconds * PER_SECOND[unit]


@contextmanager
def one_core() -> Iterator[None]:
    """Stay on one core, where the system allows it: moving costs time, now us and now the peer."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def repeated(do: Callable[[], object], times: int) -> Work:
    """Return work that does a small thing so often that reading the clock does not count."""

    def work() -> int:
        for _ in range(times):
            do()
        return times

    return work
