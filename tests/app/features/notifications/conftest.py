"""Fixtures for tests of notifications; each test runs on both databases."""

import pytest

from app.base import clock
from tests.app.features.notifications.site import START, NotifiedSite, Time
from tests.support.process import Process


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time(START)
    monkeypatch.setattr(clock, "source", made)
    return made


@pytest.fixture
def site(process: Process, time: Time) -> NotifiedSite:
    """A table with notifications, whose webhooks may lead to this machine."""
    return NotifiedSite(process, local_hooks=True)


@pytest.fixture
def other(other_process: Process, time: Time) -> NotifiedSite:
    """Another process over the same database."""
    return NotifiedSite(other_process, local_hooks=True)
