"""`horloge simulate`: the same series however many processes play it, and records of failures."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from app.cli import horloge
from engine.core import registry
from tests.core.planted import FAULTS
from tests.games.tiny import GAME
from tests.games.tiny.state import Options


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(registry, "added", [])
    monkeypatch.setenv("HORLOGE_GAMES", "tests.games.tiny")
    monkeypatch.chdir(tmp_path)


def simulate(*arguments: str) -> Result:
    result = CliRunner().invoke(horloge, ["simulate", "antechamber", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def summary(*arguments: str) -> dict[str, Any]:
    done = simulate("--json", "--seed", "x", *arguments)
    assert done.exit_code == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_series_is_summed_up(tmp_path: Path) -> None:
    whole = summary("--games", "8", "--players", "2")
    assert (whole["game"], whole["players"], whole["games"], whole["breaches"]) == ("antechamber", 2, 8, [])
    assert whole["shortest"] <= whole["average_length"] <= whole["longest"]
    assert sum(whole["wins"].values()) == 8
    assert whole["decisions_per_second"] > 0
    assert list(tmp_path.iterdir()) == []


def test_a_table_says_the_same_to_people() -> None:
    said = simulate("--games", "8", "--seed", "x").stdout
    assert said.startswith("8 games of antechamber for 3, bots: random; seed x\n")
    assert "Rarest choices: " in said
    assert f"Breaches: 0; digest {summary('--games', '8')['digest']}" in said


def test_the_same_seed_is_the_same_series_in_any_number_of_processes() -> None:
    timing = {"seconds": 0, "decisions_per_second": 0}
    one, two, three = (summary("--games", "9", "--jobs", jobs) | timing for jobs in ("1", "2", "3"))
    assert one == two == three
    assert summary("--games", "10")["digest"] != one["digest"]


def test_without_a_seed_every_series_is_another_and_says_its_seed() -> None:
    one, other = (json.loads(simulate("--games", "2", "--json").stdout) for _ in range(2))
    assert one["seed"] != other["seed"]
    assert json.loads(simulate("--games", "2", "--json", "--seed", one["seed"]).stdout)["digest"] == one["digest"]


def test_options_go_to_the_game() -> None:
    assert summary("--games", "3", "--options", '{"rounds": 1}')["longest"] < summary("--games", "3")["shortest"]


def test_with_check_a_long_game_is_played_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: {"antechamber": replace(GAME, trial=Options(rounds=1))})
    longest = [summary("--games", "3", *options)["longest"] for options in ([], ["--check"])]
    assert longest[1] < longest[0]


def test_nothing_but_json_is_printed_with_json_and_no_bar_where_there_is_no_terminal() -> None:
    done = simulate("--games", "3", "--json")
    json.loads(done.stdout)
    assert done.stderr == ""


@pytest.mark.parametrize("fault", ["a crash in a rule", "lost coins", "an offered choice that is refused"])
def test_a_breach_exits_1_and_writes_a_record_that_opens(
    fault: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game, said = FAULTS[fault]
    monkeypatch.setattr(registry, "games", lambda: {"antechamber": game})
    done = simulate("--games", "12", "--seed", "x", "--check", "--out", "deep/er", "--json")
    assert done.exit_code == 1
    whole = json.loads(done.stdout)
    assert any(said in breach for breach in whole["breaches"])
    files = sorted((tmp_path / "deep" / "er").iterdir())
    assert sorted(whole["records"]) == [str(path.relative_to(tmp_path)) for path in files]
    for path in files:
        opened = CliRunner().invoke(horloge, ["record", "show", str(path)])
        assert opened.exit_code == 0, opened.stderr


def test_a_breach_is_told_to_people_with_the_command_that_opens_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = FAULTS["a leak in a view"]
    monkeypatch.setattr(registry, "games", lambda: {"antechamber": game})
    said = simulate("--games", "7", "--seed", "x", "--check").stdout
    assert "game 0: red sees what it must not" in said
    assert said.count("horloge record show breaches") == 5
    assert " more: all of them with --json, the records under breaches" in said


def test_records_that_cannot_be_written_do_not_hide_the_breaches(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game, _ = FAULTS["a leak in a view"]
    monkeypatch.setattr(registry, "games", lambda: {"antechamber": game})
    (tmp_path / "file").touch()
    done = simulate("--games", "1", "--check", "--json", "--out", "file")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["breaches"]
    assert "--out file: File exists" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "7"], "--players 7: The Antechamber is for 2, 3"),
        (["--bots", "clever"], "--bots clever: the kinds are random"),
        (["--bots", "random,random"], "--bots names 2 kinds: name one, or one for each of the 3 seats"),
        (["--bots", ""], "--bots : the kinds are random"),
        (["--options", "{"], "--options: "),
        (["--options", '{"speed": 1}'], "--options: Object contains unknown field `speed`"),
        (["--options", '{"rounds": 0}'], "--options: Expected `int` >= 1"),
        (["--games", "0"], "Invalid value for '--games'"),
        (["--jobs", "0"], "Invalid value for '--jobs'"),
        (["--players", "many"], "Invalid value for '--players'"),
    ],
)
def test_wrong_use_gets_a_message_and_exit_2(arguments: list[str], said: str) -> None:
    done = simulate(*arguments)
    assert done.exit_code == 2
    assert said in done.stderr


def test_an_unknown_game_exits_2_with_those_there_are() -> None:
    done = CliRunner().invoke(horloge, ["simulate", "chess"])
    assert done.exit_code == 2
    assert "there is no game 'chess'; there are: " in done.stderr
