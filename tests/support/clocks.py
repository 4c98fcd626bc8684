"""The clock of this process in tests: `later` lets time pass, and a test fails that leaves the clock wrong, since later
tests would run in another year.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from app.base import clock
from app.base.clock import now

UNNOTICED = timedelta(hours=1)
"""Slow machines and the clock of a database account for less than this."""


@pytest.fixture(autouse=True)
def the_clock_is_left_as_it_was() -> Iterator[None]:
    yield
    off = now() - datetime.now(UTC)
    assert abs(off) < UNNOTICED, f"this test leaves the clock of its process wrong by {off}"


class Later:
    """Lets time pass for everyone."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.by, self.source = timedelta(), clock.source
        monkeypatch.setattr("app.base.clock.source", self.now)

    def now(self) -> datetime:
        return self.source() + self.by


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    return Later(monkeypatch)
