"""The time, always UTC and always aware of it. Everything in app that needs to know asks here.

All processes go by the database's clock: clocks.heart looks at it every few seconds, and in between as much time passes
as really does, whatever becomes of the clock of the machine.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta


class Followed:
    """A clock that was looked at, and what has passed since."""

    back = 0.0
    """By how many seconds the database's clock has been set back in all, as far as this process has heard: moments that
    were written down before that were told by another clock."""

    def __init__(self, at: datetime) -> None:
        self.look(at)

    def look(self, at: datetime) -> None:
        self.at, self.passed = at, time.monotonic()

    def follow(self, other: "Followed", back: float) -> bool:
        """Go by another clock from now on; whether it has been set back since this one was looked at."""
        self.at, self.passed = other.at, other.passed
        heard, self.back = self.back, back
        return back != heard

    def __call__(self) -> datetime:
        return self.at + timedelta(seconds=time.monotonic() - self.passed)


followed = Followed(datetime.now(UTC))
source: Callable[[], datetime] = followed
"""Tests have a clock of their own here."""


def now() -> datetime:
    return source()


def set_back() -> float:
    """By how many seconds the clock that `now` goes by has been set back in all."""
    return followed.back
