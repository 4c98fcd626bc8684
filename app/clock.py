"""The time, always UTC and always aware of it. Everything in app that needs to know asks here.

All processes go by the database's clock: clocks.heart looks at it every few seconds, and in between as much time passes
as really does, whatever becomes of the clock of the machine.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta


class Followed:
    """A clock that was looked at, and what has passed since."""

    def __init__(self, at: datetime) -> None:
        self.look(at)

    def look(self, at: datetime) -> None:
        self.at, self.passed = at, time.monotonic()

    def __call__(self) -> datetime:
        return self.at + timedelta(seconds=time.monotonic() - self.passed)


followed = Followed(datetime.now(UTC))
source: Callable[[], datetime] = followed
"""Tests have a clock of their own here."""


def now() -> datetime:
    return source()
