"""Fails a test that leaves the clock of this process wrong: later tests would run in another year."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from app.clock import now

UNNOTICED = timedelta(hours=1)
"""Slow machines and the clock of a database account for less than this."""


@pytest.fixture(autouse=True)
def the_clock_is_left_as_it_was() -> Iterator[None]:
    yield
    off = now() - datetime.now(UTC)
    assert abs(off) < UNNOTICED, f"this test leaves the clock of its process wrong by {off}"
