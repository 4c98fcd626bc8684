"""Whole games of four on record. Once the game is registered by itself, the
files of `golden` belong below tests/golden/belle_epoque, where every golden record is replayed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from app.records import verdict
from engine.belle_epoque.state import BelleEpoque
from engine.core import registry
from engine.core.record import Replay, read

FILES = sorted((Path(__file__).parent / "golden").glob("*.json"))
ENDS = {"four_to_turn_9": (9, "last_turn"), "four_sarajevo_7": (7, "sarajevo"), "four_sarajevo_8": (8, "sarajevo")}


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", ["engine.belle_epoque.game"])


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_it_goes_the_same_way_as_ever_and_ends_as_its_title_says(file: Path) -> None:
    assert verdict(file).result == "same"
    game, record = read(file.read_bytes())
    *_, (_, last, _) = Replay(game, record)
    assert isinstance(last, BelleEpoque)
    assert (last.turn, last.ended) == ENDS[file.stem]
    assert record.expect
    assert not list(game.conserved(last))


def test_each_ending_is_there() -> None:
    assert {file.stem for file in FILES} == set(ENDS)
