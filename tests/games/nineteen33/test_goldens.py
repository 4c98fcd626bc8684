"""Whole games on record: what they must have met between them (coverage.py), and records whose given outcomes can't be.
tests/golden replays them as it does those of every game.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from engine.core.reading import Unreadable
from engine.core.record import Replay, read
from engine.nineteen33.calendar import MONTHS
from engine.nineteen33.game import GAME
from engine.nineteen33.state import Nineteen33
from tests.games.nineteen33.coverage import ELSEWHERE, LISTED, Moment
from tests.games.nineteen33.played import PLAYED
from tests.support.moments import missed

HERE = Path(__file__).parent
FILES = sorted((HERE / "golden").glob("*.json"))
YEARS = {"one": 1, "three": 3, "six": 6}

every_file = pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)


@every_file
def test_it_ends_as_its_title_says(file: Path) -> None:
    _, record = read(file.read_bytes())
    *_, (_, last, _) = Replay(GAME, record)
    assert isinstance(last, Nineteen33)
    years = [number for word, number in YEARS.items() if f"{word} year" in record.title]
    assert last.ended == ("calendar" if years else "war")
    assert last.month == years[0] * MONTHS if years else "war" in record.title
    assert record.expect
    assert all(chosen.hash for chosen in record.choices)


def test_the_games_are_those_that_can_be_played_anew() -> None:
    assert {f"nineteen33/{file.stem}" for file in FILES} == set(PLAYED)
    assert len(FILES) >= 10


def test_the_games_meet_everything_that_is_listed_but_what_is_shown_elsewhere() -> None:
    """A line that no game meets is missing; one of ELSEWHERE that a game meets by now is to be taken off."""
    assert set(missed(FILES, LISTED, Moment)) == set(ELSEWHERE)


@pytest.mark.parametrize("line", ELSEWHERE)
def test_what_no_game_meets_is_shown_by_a_test(line: str) -> None:
    assert line in LISTED
    assert ELSEWHERE[line] in names_of_tests()


def names_of_tests() -> set[str]:
    """The names of all tests of this folder."""
    modules = (ast.parse(path.read_text()) for path in HERE.glob("test_*.py"))
    return {node.name for module in modules for node in module.body if isinstance(node, ast.FunctionDef)}


IMPOSSIBLE: dict[str, Any] = {
    "coup": [5],
    "hunger": [0],
    "order": [["france", "france"]],
    "tactics": [[1, 2, 61]],
    "press_1": [["P2-01"]],
    "moon": [1],
}


@pytest.mark.parametrize("source", IMPOSSIBLE)
def test_what_is_given_and_can_not_be_is_refused_before_anything_is_played(source: str) -> None:
    whole = json.loads(FILES[0].read_text()) | {"rigged": {source: IMPOSSIBLE[source]}}
    with pytest.raises(Unreadable) as refused:
        read(json.dumps(whole).encode())
    assert refused.value.place.startswith(f"$.rigged.{source}")
