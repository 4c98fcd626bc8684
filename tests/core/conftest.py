"""The core is tested with the games of the tests registered beside whatever games there are."""

import pytest

from engine.core import registry
from tests.support.games import TEST_GAMES


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", [*TEST_GAMES])
