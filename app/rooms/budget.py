"""Limits how long rules may compute. Rooms and bots run them inside `budget`, so that a rule that never ends stops one
game and not the server.

The limit is on the process's own CPU time: a busy machine must not stop a game. One timer ticks for all budgets, so
that entering and leaving one costs next to nothing.
"""

from __future__ import annotations

import atexit
import signal
import threading
from functools import cache
from typing import ClassVar

RULES_SECONDS = 0.5
TICK_SECONDS = 0.05


class OverBudget(BaseException):
    """The rules took too long. It is no Exception, so that no rule catches it."""


class budget:  # noqa: N801 - read as a statement: with budget()
    """Limits the time of a block. It works in the main thread only, the one that signals interrupt and the server runs
    in."""

    running: ClassVar[budget | None] = None

    def __init__(self, seconds: float = RULES_SECONDS) -> None:
        self.seconds = seconds
        self.left = round(seconds / TICK_SECONDS)
        self.outer: budget | None = None

    def __enter__(self) -> None:
        if threading.get_ident() == MAIN:
            start_ticking()
            self.outer, budget.running = budget.running, self

    def __exit__(self, *_: object) -> None:
        if threading.get_ident() == MAIN:
            budget.running = self.outer


MAIN = threading.main_thread().ident


@cache
def start_ticking() -> None:
    """Start the timer. It runs until the process ends, when Python handles no signals any more."""
    signal.signal(signal.SIGVTALRM, tick)
    signal.siginterrupt(signal.SIGVTALRM, False)
    signal.setitimer(signal.ITIMER_VIRTUAL, TICK_SECONDS, TICK_SECONDS)
    atexit.register(signal.setitimer, signal.ITIMER_VIRTUAL, 0)


def tick(_signal: int, _frame: object) -> None:
    now = budget.running
    if now is None:
        return
    now.left -= 1
    if now.left < 0:
        raise OverBudget(f"the rules took longer than {now.seconds} s")
