"""Fixtures for the tests of the harness."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.starting import open_folder


@pytest.fixture
def folder() -> Iterator[Path]:
    """Make a folder for Postgres."""
    with open_folder() as made:
        yield made
