"""A limit on how long rules may compute, in processor time of this process."""

import subprocess
import sys
import threading

import pytest

from app.base.time_limit import TICK_SECONDS, OverBudget, budget, tick

TICKS = 4
AT_THE_END = """
import atexit, signal
atexit.register(lambda: print(signal.getitimer(signal.ITIMER_VIRTUAL)[0]))
from app.base.time_limit import budget
with budget(): print(signal.getitimer(signal.ITIMER_VIRTUAL)[0] > 0)
"""


def never_end() -> None:
    while True:
        pass


def pass_ticks(number: int) -> None:
    for _ in range(number):
        tick(0, None)


def test_rules_that_never_end_are_stopped() -> None:
    with pytest.raises(OverBudget), budget(2 * TICK_SECONDS):
        never_end()


def test_rules_have_all_the_time_they_were_given_and_no_more() -> None:
    with budget(TICKS * TICK_SECONDS):
        pass_ticks(TICKS)
        with pytest.raises(OverBudget):
            pass_ticks(1)


def test_nobody_is_stopped_who_has_no_budget() -> None:
    with budget(TICK_SECONDS):
        pass
    pass_ticks(TICKS)


def test_what_thinks_inside_another_has_a_budget_of_its_own() -> None:
    with budget(TICKS * TICK_SECONDS):
        with budget(2 * TICKS * TICK_SECONDS):
            pass_ticks(2 * TICKS)
        pass_ticks(TICKS)
        with pytest.raises(OverBudget):
            pass_ticks(1)


def test_a_thread_has_none_because_nothing_can_stop_it() -> None:
    def think() -> None:
        with budget(TICK_SECONDS):
            pass_ticks(TICKS)
            told.append("thought")

    told: list[str] = []
    thread = threading.Thread(target=think)
    thread.start()
    thread.join()
    assert told == ["thought"]


def test_nothing_ticks_any_more_when_the_process_ends() -> None:
    """A signal without a handler would end the process as if it had failed."""
    done = subprocess.run([sys.executable, "-c", AT_THE_END], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "0.0"]
