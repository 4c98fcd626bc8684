"""Whole games on record: together they cover all of coverage.py, and records with impossible given outcomes are
refused. tests/golden replays them like those of every game.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from app.ops.record_check import verdict
from engine.belle_epoque.game import GAME
from engine.belle_epoque.state import BelleEpoque
from engine.core.reading import Unreadable
from engine.core.record import AnyRecord, Replay, read
from tests.games.belle_epoque.coverage import ELSEWHERE, LISTED, Moment
from tests.games.belle_epoque.ledger import Ledger
from tests.games.belle_epoque.played import PLAYED
from tests.support.moments import missed

HERE = Path(__file__).parent
FILES = sorted((HERE / "golden").glob("*.json"))
ENDS = {
    "four_to_turn_9": (9, "last_turn"),
    "four_sarajevo_7": (7, "sarajevo"),
    "four_sarajevo_8": (8, "sarajevo"),
    "four_sarajevo_9": (9, "sarajevo"),
}
"""The turn and the reason of the end, as the title of a game gives them."""

every_file = pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)


def opened(file: Path) -> AnyRecord:
    return read(file.read_bytes())[1]


@every_file
def test_it_goes_the_same_way_as_ever_and_ends_as_its_title_says(file: Path) -> None:
    assert verdict(file).result == "same"
    record = opened(file)
    *_, (_, last, _) = Replay(GAME, record)
    assert isinstance(last, BelleEpoque)
    assert (last.turn, last.ended) == ENDS.get(file.stem, (last.turn, last.ended))
    assert last.ended
    assert record.expect
    assert all(chosen.hash for chosen in record.choices)


@every_file
def test_nothing_is_made_lost_or_changed_in_silence(file: Path) -> None:
    replay = iter(Replay(GAME, opened(file)))
    _, state, _ = next(replay)
    assert isinstance(state, BelleEpoque)
    ledger = Ledger(state)
    for entry, after, news in replay:
        assert isinstance(after, BelleEpoque)
        ledger.read(news)
        assert [*GAME.conserved(after), *ledger.differences(after)] == [], f"entry {entry}"


def test_the_games_are_those_that_can_be_played_anew() -> None:
    assert {f"belle_epoque/{file.stem}" for file in FILES} == set(PLAYED)
    assert {file.stem for file in FILES} > set(ENDS)


def test_the_games_meet_everything_that_is_listed_but_what_is_shown_elsewhere() -> None:
    """The test names each line that no game covers, and each line of ELSEWHERE that a game covers by now and that must
    be taken off."""
    assert set(missed(FILES, LISTED, Moment)) == set(ELSEWHERE)


@pytest.mark.parametrize("line", ELSEWHERE)
def test_what_no_game_meets_is_shown_by_a_test_or_an_example(line: str) -> None:
    assert line in LISTED
    assert ELSEWHERE[line] in {*names_of_tests(), *examples()}


def names_of_tests() -> set[str]:
    """Return the names of all tests of this folder."""
    modules = (ast.parse(path.read_text()) for path in HERE.glob("test_*.py"))
    return {node.name for module in modules for node in module.body if isinstance(node, ast.FunctionDef)}


def examples() -> set[str]:
    return {example["id"] for example in json.loads((HERE / "examples.json").read_text())["examples"]}


IMPOSSIBLE: dict[str, Any] = {
    "attacker": [7],
    "event": [0],
    "intrigue": [["in_01", "in_01"]],
    "era_1": [["ev_sarajevo"]],
    "card": [["in_99"]],
    "moon": [1],
}


@pytest.mark.parametrize("source", IMPOSSIBLE)
def test_what_is_given_and_can_not_be_is_refused_before_anything_is_played(source: str) -> None:
    whole = json.loads(FILES[0].read_text()) | {"rigged": {source: IMPOSSIBLE[source]}}
    with pytest.raises(Unreadable) as refused:
        read(json.dumps(whole).encode())
    assert refused.value.place.startswith(f"$.rigged.{source}")
