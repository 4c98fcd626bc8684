"""Fixtures for tests of notifications; each test runs on both databases."""

import pytest

from app.base import clock
from tests.app.features.notifications.sitting import START, Sitting, Time
from tests.support.process import Process


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time(START)
    monkeypatch.setattr(clock, "source", made)
    return made


@pytest.fixture
def sitting(process: Process, time: Time) -> Sitting:
    """A table with notifications, whose webhooks may lead to this machine."""
    return Sitting(process, local_hooks=True)


@pytest.fixture
def other(other_process: Process, time: Time) -> Sitting:
    """Another process over the same database."""
    return Sitting(other_process, local_hooks=True)
