"""The core is tested with the Antechamber registered beside whatever games there are."""

import pytest

from engine.core import registry


@pytest.fixture(autouse=True)
def antechamber(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", ["tests.tiny"])
