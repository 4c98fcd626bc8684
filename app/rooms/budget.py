"""A limit on how long rules may think. Rooms and bots run them inside `budget`, so that a rule that never ends stops
one game and not the server.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

RULES_SECONDS = 0.5


class OverBudget(BaseException):
    """The rules took too long. Not an Exception, so that no rule swallows it."""


def ring(_signal: int, _frame: object) -> None:
    raise OverBudget(f"the rules took longer than {RULES_SECONDS} s")


@contextmanager
def budget(seconds: float = RULES_SECONDS) -> Iterator[None]:
    """Only the main thread can be interrupted, and that is where the server runs."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if signal.getsignal(signal.SIGALRM) is not ring:
        signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
