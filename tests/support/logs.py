"""Puts the settings of logs back after each test: commands that run within a test set up logs of their own level, and a
later test would miss the lines below it."""

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
