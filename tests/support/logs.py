"""Restores the log settings after each test: a command that runs within a test sets a log level of its own, and later
tests would miss the lines below it.
"""

from collections.abc import Iterator

import pytest
import structlog


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    configured, before = structlog.is_configured(), structlog.get_config()
    kept = before | {"processors": [*before["processors"]]}
    yield
    if configured:
        structlog.configure(**kept)
    else:
        structlog.reset_defaults()
