"""No test leaves the clock of this process wrong: what runs after it would live in another year."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from app.clock import now

UNNOTICED = timedelta(hours=1)
"""A slow machine and a database's own clock account for less."""


@pytest.fixture(autouse=True)
def the_clock_is_left_as_it_was() -> Iterator[None]:
    yield
    off = now() - datetime.now(UTC)
    assert abs(off) < UNNOTICED, f"this test leaves the clock of its process wrong by {off}"
