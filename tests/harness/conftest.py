"""What tests of the harness may ask for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where Postgres can go, which runs as another user where the tests run as root."""
    with TemporaryDirectory(prefix="horloge-harness-", ignore_cleanup_errors=True) as made:
        Path(made).chmod(0o755)
        yield Path(made)
