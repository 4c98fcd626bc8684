"""What tests of the harness may ask for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.starting import open_folder


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where Postgres can go."""
    with open_folder() as made:
        yield made
