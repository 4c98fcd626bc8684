"""The time, always in UTC and aware of it. Everything in app gets it here.

All processes follow the database's clock: clocks.heart reads it every few seconds; in between a monotonic clock counts,
whatever happens to the clock of the machine.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta


class Followed:
    """A clock that was read once, plus the time passed since."""

    back = 0.0
    """By how many seconds the database's clock has been set back in all, as far as this process knows: moments stored
    before that are by another clock."""

    def __init__(self, at: datetime) -> None:
        self.look(at)

    def look(self, at: datetime) -> None:
        self.at, self.passed = at, time.monotonic()

    def follow(self, other: "Followed", back: float) -> bool:
        """Follow another clock from now on; return whether the database's clock was set back since this one was
        read."""
        self.at, self.passed = other.at, other.passed
        heard, self.back = self.back, back
        return back != heard

    def __call__(self) -> datetime:
        return self.at + timedelta(seconds=time.monotonic() - self.passed)


followed = Followed(datetime.now(UTC))
source: Callable[[], datetime] = followed
"""Tests replace it by a clock of their own."""


def now() -> datetime:
    return source()


def set_back() -> float:
    """Return by how many seconds the clock that `now` follows has been set back in all."""
    return followed.back
