"""Registers the games of the tests beside all others, because the core is tested with them."""

import pytest

from engine.core import registry
from tests.support.games import TEST_GAMES


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", [*TEST_GAMES])
