"""The output and exit codes of `horloge record`; no file makes it crash."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from typer.testing import CliRunner, Result

from app.cli import horloge
from engine.core import registry
from engine.core.record import AnyRecord, opening
from tests.core.walks import run, written_under
from tests.games.tiny import GAME

PLAYED = run(3)
EARLIER = written_under("0.9", PLAYED.record)
"""The record of the same game by a site under earlier rules."""
LAST = len(PLAYED.record.choices)


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", [])
    monkeypatch.setenv("HORLOGE_GAMES", "tests.games.tiny")


def record(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(horloge, ["record", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def written(path: Path, record: AnyRecord = PLAYED.record, **changes: Any) -> Path:
    path.write_text(json.dumps(msgspec.to_builtins(record) | changes))
    return path


@pytest.fixture
def same(tmp_path: Path) -> Path:
    return written(tmp_path / "same.json")


@pytest.fixture
def different(tmp_path: Path) -> Path:
    """Write a record of earlier rules whose third entry has another hash than today's rules give."""
    choices = msgspec.to_builtins(EARLIER.choices)
    choices[2]["hash"] = "0" * 16
    return written(tmp_path / "different.json", EARLIER, choices=choices)


@pytest.fixture
def out_of_turn(tmp_path: Path) -> Path:
    choices = msgspec.to_builtins(PLAYED.record.choices)
    choices[0]["side"] = "blue"
    return written(tmp_path / "out-of-turn.json", choices=choices)


def test_a_game_that_goes_the_same_way_exits_0(same: Path) -> None:
    done = record("check", same)
    assert done.exit_code == 0
    assert done.stdout == f"{same}: the same in all {LAST} entries under rules 1\n"


def test_a_game_that_goes_differently_exits_1_with_the_first_entry(different: Path) -> None:
    done = record("check", different)
    assert done.exit_code == 1
    expected, came = "0" * 16, EARLIER.choices[2].hash
    said = f"entry 3: hash of the position: expected {expected}, came {came} under rules 1, written under rules 0.9"
    assert done.stdout == f"{different}: {said}\n"


def test_a_file_that_cannot_be_read_exits_2_with_the_place(out_of_turn: Path) -> None:
    done = record("check", out_of_turn)
    assert done.exit_code == 2
    assert done.stderr == f"{out_of_turn}: $.choices[0]: blue is not asked here; waited for: red\n"


def test_the_worst_of_several_files_decides_and_each_is_reported(
    same: Path, different: Path, out_of_turn: Path
) -> None:
    assert record("check", same, different).exit_code == 1
    done = record("check", out_of_turn, different, same)
    assert done.exit_code == 2
    assert [len(done.stdout.splitlines()), len(done.stderr.splitlines())] == [2, 1]


def test_json_gives_every_file_with_what_was_expected_and_what_came(
    same: Path, different: Path, out_of_turn: Path
) -> None:
    done = record("check", "--json", same, different, out_of_turn)
    one, two, three = json.loads(done.stdout)["files"]
    assert (one["result"], one["entries"], one["rated"], one["rules"]) == ("same", LAST, True, "1")
    assert (two["result"], two["entry"], two["expected"], two["rules"]) == ("differs", 3, "0" * 16, "0.9")
    assert (two["came"], two["rules_today"]) == (EARLIER.choices[2].hash, "1")
    assert (three["result"], three["place"]) == ("unreadable", "$.choices[0]")
    assert done.exit_code == 2


def test_a_record_of_older_rules_says_so(tmp_path: Path) -> None:
    """Its hashes include the version it was written under: it is the same as long as the game goes the same way."""
    old = written(tmp_path / "old", EARLIER)
    done = record("check", old)
    assert done.exit_code == 0
    assert done.stdout == f"{old}: the same in all {LAST} entries under rules 1, written under rules 0.9\n"
    first = f"The Antechamber, rules 1, written under rules 0.9: after entry {LAST} of {LAST}\n"
    assert record("show", old).stdout.startswith(first)
    assert (shown(old)["rules"], shown(old)["written"]) == ("1", "0.9")


def test_a_record_whose_version_was_changed_differs_from_its_first_entry(tmp_path: Path) -> None:
    """A record of today's rules under another version claims other hashes than it holds."""
    done = record("check", written(tmp_path / "claimed", rules="0.9"))
    assert done.exit_code == 1
    expected, came = PLAYED.record.choices[0].hash, EARLIER.choices[0].hash
    assert f": entry 1: hash of the position: expected {expected}, came {came} under rules 1, " in done.stdout


@pytest.mark.parametrize("command", ["check", "show"])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "line 1, column 1: not JSON"),
        (b'{\n"game": nil}', "line 2, column"),
        (b"\xff", "line 1, column 1: not UTF-8"),
        (b"[" * 10_000, "$: "),
        (b'{"x":' + b"[" * 10_000 + b"]" * 10_000 + b"}", "$: not a record: nested too deeply"),
        (b'{"game": "chess"}', "$.game: there is no game 'chess'; there are: "),
        (b'{"game": "antechamber"}', "$: Object missing required field"),
    ],
)
def test_nonsense_gets_a_message_with_its_place_and_exit_2(
    command: str, content: bytes, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "nonsense.json"
    file.write_bytes(content)
    done = record(command, file)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"{file}: {said}")


@pytest.mark.parametrize("command", ["check", "show"])
def test_what_is_no_file_gets_a_message_and_exit_2(command: str, tmp_path: Path) -> None:
    done = record(command, tmp_path)
    assert (done.exit_code, done.stderr) == (2, f"{tmp_path}: file: Is a directory\n")
    done = record(command, tmp_path / "missing")
    assert (done.exit_code, done.stderr) == (2, f"{tmp_path / 'missing'}: file: No such file or directory\n")


@pytest.mark.parametrize("command", ["check", "show"])
def test_a_file_of_100_megabytes_is_refused(command: str, tmp_path: Path) -> None:
    file = tmp_path / "huge.json"
    file.touch()
    os.truncate(file, 100_000_000)
    done = record(command, file)
    assert (done.exit_code, done.stderr) == (2, f"{file}: $: more than 10000000 bytes: this is no record\n")


def test_a_module_that_is_not_there_is_named(same: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HORLOGE_GAMES", "no_such_module")
    done = record("check", same)
    assert done.exit_code == 2
    assert "HORLOGE_GAMES: 'no_such_module' can't be imported: No module named 'no_such_module'" in done.stderr


def shown(*arguments: str | Path) -> dict[str, Any]:
    done = record("show", "--json", *arguments)
    assert done.exit_code == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_show_gives_the_end_unless_told_where(same: Path) -> None:
    assert [shown(same)[key] for key in ("at", "entries", "over", "waiting")] == [LAST, LAST, True, []]
    first = shown(same, "--at", "0")
    assert [first[key] for key in ("at", "over", "waiting")] == [0, False, [{"side": "red", "clause": "3.1"}]]
    assert first["points"] == {"red": 0, "blue": 0, "green": 0}


def test_show_gives_the_public_view_unless_told_whose(same: Path) -> None:
    state, _ = GAME.open(opening(GAME, PLAYED.record))
    assert shown(same, "--at", "0")["view"]["hand"] == []
    assert shown(same, "--at", "0", "--side", "blue")["view"]["hand"] == sorted(state.hands["blue"])


def test_what_is_told_is_what_that_side_may_know(same: Path) -> None:
    views = [[shown(same, "--at", str(at), *side)["told"] for side in ((), ("--side", "red"))] for at in range(LAST)]
    public, reds = zip(*views, strict=True)
    assert sum(map(len, public)) < sum(map(len, reds))


def test_legal_lists_what_each_side_may_do(same: Path) -> None:
    assert shown(same)["legal"] is None
    legal = shown(same, "--at", "0", "--legal")["legal"]
    assert list(legal) == ["red", "blue", "green"]
    assert {"do": "collect"} in legal["red"]["first"]
    assert legal["blue"]["menu"]["either"]
    assert list(shown(same, "--at", "0", "--legal", "--side", "blue")["legal"]) == ["blue"]
    assert shown(same, "--legal")["legal"] == {}


def test_a_position_can_be_read_by_a_person(same: Path) -> None:
    done = record("show", same, "--at", "0", "--legal")
    lines = done.stdout.splitlines()
    assert lines[0] == f"The Antechamber, rules 1: after entry 0 of {LAST}"
    assert any({"red", "blue", "green", "usher", "bank"} <= set(line.split()) for line in lines)
    assert any(line.replace("\u2502", "").split() == ["coins", "5", "5", "5", "3", "12"] for line in lines)
    assert any(line.split()[:2] == ["last", "turn"] for line in lines)
    assert "Waited for: red (3.1)" in lines
    assert "red may:" in lines
    assert "  offer: to red, coins 1; " in done.stdout
    assert record("show", same).stdout.endswith("The game is over.\n")


def test_a_wide_menu_is_described_with_a_few_examples(tmp_path: Path) -> None:
    choices = [{"side": "red", "choice": {"do": "call_ballot"}}]
    done = record("show", written(tmp_path / "ballot.json", choices=choices), "--legal")
    assert "  stake: coins least 0, most 5 (for instance stake: coins 0; stake: coins 1; stake: coins 2)" in done.stdout


def test_a_record_that_goes_differently_opens_at_the_last_entry_before(different: Path) -> None:
    last = shown(different)
    assert last["at"] == 2
    assert last["stopped"].startswith("entry 3: hash of the position")
    assert "It can't be followed further under today's rules." in record("show", different).stdout
    assert shown(different, "--at", "2")["stopped"] is None


def test_an_entry_that_cannot_be_reached_exits_1(different: Path) -> None:
    done = record("show", different, "--at", "3")
    assert done.exit_code == 1
    assert f"{different}: entry 3: hash of the position" in done.stderr


@pytest.mark.parametrize("at", ["-1", "9999"])
def test_an_entry_the_record_has_not_exits_2(same: Path, at: str) -> None:
    done = record("show", same, f"--at={at}")
    assert (done.exit_code, done.stderr) == (2, f"--at {at}: the record has entries 0 (the opening) to {LAST}\n")


def test_a_side_the_game_has_not_exits_2(same: Path) -> None:
    done = record("show", same, "--side", "purple")
    assert (done.exit_code, done.stderr) == (2, "--side purple: the sides are red, blue, green\n")


def test_a_choice_out_of_turn_can_be_shown_up_to_there(out_of_turn: Path) -> None:
    assert shown(out_of_turn, "--at", "0")["at"] == 0
    done = record("show", out_of_turn)
    assert (done.exit_code, done.stdout) == (2, "")


def test_a_position_patched_out_of_all_reason_is_said_to_be_so(tmp_path: Path) -> None:
    patches = [{"after": 0, "path": "sides", "value": []}]
    done = record("show", written(tmp_path / "mad.json", patches=patches), "--at", "0")
    assert done.exit_code == 1
    assert "the position: expected one that can be shown, came the rules broke: ZeroDivisionError" in done.stderr


def test_text_from_a_file_cannot_steer_the_terminal(tmp_path: Path) -> None:
    done = record("check", written(tmp_path / "sly.json", rules="\x1b[31m1\x07[bold]"))
    assert "\N{REPLACEMENT CHARACTER}[31m1\N{REPLACEMENT CHARACTER}[bold]" in done.stdout


def test_the_schema_of_a_game_accepts_its_records(same: Path) -> None:
    jsonschema.validate(json.loads(same.read_text()), json.loads(record("schema", "antechamber").stdout))
    jsonschema.validate(json.loads(same.read_text()), json.loads(record("schema").stdout))


def test_the_schema_of_an_unknown_game_exits_2() -> None:
    done = record("schema", "chess")
    assert done.exit_code == 2
    assert "there is no game 'chess'" in done.stderr
