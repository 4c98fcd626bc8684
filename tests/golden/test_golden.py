"""Whole games and single rules on record, replayed under today's rules: every JSON file in the folder `golden` of a
game's tests.

A change of rules that makes a game go differently shows here first. If it is meant, raise the game's rules version and
renew the records; if it is not, it is a bug.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from app.ops.record_check import verdict
from engine.core import registry
from engine.core.journal import Entry
from engine.core.record import Replay, read, schema
from tests.games.tiny import GAME
from tests.games.tiny.journal import Accepted, AuctionWon, BallotShown, Leaked, OrderFired
from tests.golden.records import golden_folder, golden_records
from tests.support.games import TEST_GAMES

FILES = golden_records()
ANTECHAMBER = sorted(golden_folder(GAME.key).glob("*.json"))

every_file = pytest.mark.parametrize("file", FILES.values(), ids=FILES)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", [*TEST_GAMES])


@every_file
def test_it_goes_the_same_way_as_ever(file: Path) -> None:
    judged = verdict(file)
    assert judged.result == "same", str(judged)


@every_file
def test_it_fits_the_schema(file: Path) -> None:
    whole = json.loads(file.read_text())
    validator_of(whole["game"]).validate(whole)


@cache
def validator_of(game: str) -> Draft202012Validator:
    """Return the validator of a game, built once; the schema itself is checked too."""
    described = schema(registry.game(game))
    Draft202012Validator.check_schema(described)
    return Draft202012Validator(described)


@every_file
def test_every_position_is_lawful(file: Path) -> None:
    game, record = read(file.read_bytes())
    for entry, state, _ in Replay(game, record):
        assert not list(game.conserved(state)), f"after entry {entry}"


def told(file: Path) -> Iterator[Entry]:
    for _, _, news in Replay(*read(file.read_bytes())):
        yield from news


def test_the_antechambers_games_hold_everything_that_is_worth_keeping() -> None:
    """They have two and three players, rigged and seeded, an offer accepted, an order given in advance, a leak, a tied
    ballot."""
    records: list[dict[str, Any]] = [json.loads(file.read_text()) for file in ANTECHAMBER]
    assert {len(record["sides"]) for record in records} == {2, 3}
    assert {bool(record.get("rigged")) for record in records} == {True, False}
    entries = [entry for file in ANTECHAMBER for entry in told(file)]
    assert {type(entry) for entry in entries} >= {Accepted, OrderFired, Leaked, AuctionWon}
    assert {entry.winner is None for entry in entries if isinstance(entry, BallotShown)} == {True, False}


@pytest.mark.parametrize("file", ANTECHAMBER, ids=lambda path: path.stem)
def test_the_antechambers_games_are_whole_with_hashes_and_expectations(file: Path) -> None:
    game, record = read(file.read_bytes())
    assert game is GAME
    *_, (_, last, _) = Replay(game, record)
    assert not last.agenda
    assert record.expect
    assert record.points
    assert all(chosen.hash for chosen in record.choices)
