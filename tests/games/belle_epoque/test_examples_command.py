"""`horloge examples`: its output and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from app.cli import horloge
from engine.core import registry

PATH = Path(__file__).parent / "examples.json"


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", [])
    monkeypatch.setenv("HORLOGE_GAMES", "tests.games.tiny")


def examples(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(horloge, ["examples", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def changed(path: Path, old: str, new: str) -> Path:
    text = PATH.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return path


@pytest.fixture
def different(tmp_path: Path) -> Path:
    return changed(tmp_path / "different.json", '"era_1_cards": 10', '"era_1_cards": 11')


def test_exit_0_if_all_examples_hold() -> None:
    result = examples("belle_epoque", PATH, PATH)
    assert result.exit_code == 0
    assert result.stdout.count("48 of 48 examples hold") == 2


def test_exit_1_with_example_path_expected_and_got(different: Path) -> None:
    result = examples("belle_epoque", different)
    assert result.exit_code == 1
    assert "event_decks_6_1: facts.era_1_cards: expected 11, got 10" in result.stdout
    assert "47 of 48 examples hold" in result.stdout


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"schema": "belle_epoque/examples/1"}', "[" * 5000, '{"schema": 1, "schema": 2}', "\x00"],
)
def test_exit_2_for_what_is_no_file_of_examples(tmp_path: Path, text: str) -> None:
    path = tmp_path / "none.json"
    path.write_text(text)
    assert examples("belle_epoque", path).exit_code == 2


def test_exit_2_names_the_example_that_is_malformed(tmp_path: Path, different: Path) -> None:
    path = changed(tmp_path / "malformed.json", '"ev_sarajevo"', '"ev_waterloo"')
    result = examples("belle_epoque", different, path)
    assert result.exit_code == 2
    assert "event_sarajevo_6_3.steps[1].event: Invalid enum value 'ev_waterloo'" in result.stderr


def test_exit_2_for_a_file_that_is_not_there_and_one_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe")
    assert examples("belle_epoque", tmp_path / "none.json").exit_code == 2
    assert examples("belle_epoque", tmp_path / "bytes.json").exit_code == 2


def test_exit_2_for_a_game_that_is_not_there_or_has_no_examples() -> None:
    assert examples("chess", PATH).exit_code == 2
    assert "no form for worked examples" in examples("antechamber", PATH).stderr


def test_the_same_as_json(different: Path) -> None:
    result = examples("belle_epoque", PATH, different, "--json")
    same, other = json.loads(result.stdout)["files"]
    assert (same["result"], same["examples"], same["unlike"]) == ("hold", 48, [])
    assert other["unlike"] == [{"example": "event_decks_6_1", "path": "facts.era_1_cards", "expected": 11, "got": 10}]
