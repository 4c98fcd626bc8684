"""Reading records: every fault of a file is reported with its place."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import msgspec
import pytest

from engine.core import record
from engine.core.reading import LARGEST, Unreadable
from engine.core.record import Replay, read, record_of, schema
from engine.core.sealed import WithdrawAnswer
from tests.core.walks import opening, run, written_under
from tests.games.tiny import GAME
from tests.games.tiny.choices import Collect, Publish
from tests.games.tiny.state import DISPATCHES, Options

SEED = "ab" * 32
WHOLE: dict[str, Any] = {
    "record": 1,
    "game": "antechamber",
    "rules": "1",
    "sides": ["red", "blue"],
    "seed": SEED,
    "choices": [{"side": "red", "choice": {"do": "collect"}}],
}


def raw(**changes: Any) -> bytes:
    return json.dumps(WHOLE | changes).encode()


def with_choice(**choice: Any) -> bytes:
    return raw(choices=[*WHOLE["choices"], {"side": "red", "choice": choice}])


def unreadable(text: bytes) -> tuple[str, str]:
    with pytest.raises(Unreadable) as caught:
        read(text)
    assert str(caught.value) == f"{caught.value.place}: {caught.value.problem}"
    return caught.value.place, caught.value.problem


def test_a_record_is_read_into_typed_choices() -> None:
    game, whole = read(raw())
    assert game is GAME
    assert [(chosen.side, chosen.choice) for chosen in whole.choices] == [("red", Collect())]


def test_what_was_written_is_read_again() -> None:
    played = run(2).record
    assert read(msgspec.json.encode(played))[1] == played


def test_a_game_played_here_is_recorded_with_everything_it_needs() -> None:
    played = record_of(GAME, opening(2), [("red", Publish(3), "abc")], title="A test")
    assert msgspec.to_builtins(played) == {
        "record": 1,
        "game": "antechamber",
        "rules": GAME.rules,
        "sides": ("red", "blue"),
        "options": {"rounds": 4},
        "seed": opening(2).seed,
        "choices": [{"side": "red", "choice": {"do": "publish", "dispatch": 3}, "hash": "abc"}],
        "title": "A test",
    }


def test_a_game_of_earlier_rules_is_the_same_as_long_as_nothing_in_it_goes_otherwise() -> None:
    """Its hashes include the version of the rules under which it began."""
    played = run(2).record
    before = written_under("0", played)
    assert not {one.hash for one in before.choices} & {one.hash for one in played.choices}
    assert [state.rules for _, state, _ in Replay(GAME, before)] == ["0"] * (len(played.choices) + 1)


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        (b"", "line 1, column 1", "not JSON"),
        (b'{"record": 1,\n "game": }', "line 2, column 10", "not JSON"),
        (b'{"game": "antechamber"', "line 1, column 23", "not JSON"),
        (raw() + b"\n x", "line 2, column", "not JSON"),
        (raw()[:-1] + b', "expect": [{"after": 0, "path": "turn", "value": NaN}]}', "line 1, column ", "not JSON"),
        ('{"title": "café\n'.encode("latin-1"), "line 1, column 15", "not UTF-8"),
        ('{"title": "é",\n"'.encode() + b'\xff": 1}', "line 2, column 2", "not UTF-8"),
        (b"\xff\xfe{\x00}\x00", "line 1, column 1", "not UTF-8"),
        (b"null", "$", "Expected `object`, got `null`"),
        (b"[]", "$", "Expected `object`, got `array`"),
        (b"{}", "$", "missing required field `game`"),
        (b'{"game": 7}', "$.game", "Expected `str`, got `int`"),
        (b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "$", "nested too deeply"),
        (raw(game="chess"), "$.game", "there is no game 'chess'; there are: "),
        (raw(record=2), "$.record", "Invalid enum value 2"),
        (raw(sides="red"), "$.sides", "Expected `array`, got `str`"),
        (raw(sides=[]), "$.sides", "The Antechamber is not played by nobody"),
        (raw(sides=["red", "green"]), "$.sides", "The Antechamber is not played by red, green"),
        (raw(sides=["red", "red"]), "$.sides", "The Antechamber is not played by red, red"),
        (raw(players=5), "$.players", "The Antechamber is for 2, 3, not 5"),
        (raw(players=3), "$.sides", "The Antechamber is not played by red, blue"),
        (raw(seed="xyz"), "$.seed", "a seed is 64 hexadecimal digits"),
        (raw(options={"rounds": 0}), "$.options.rounds", "Expected `int` >= 1"),
        (raw(options={"speed": 3}), "$.options", "unknown field `speed`"),
        (raw(nonsense=1), "$", "unknown field `nonsense`"),
        (raw(choices=[{"choice": {"do": "collect"}}]), "$.choices[0]", "missing required field `side`"),
        (raw(choices=[{"side": "red", "choice": {"do": "pass"}, "note": ""}]), "$.choices[0]", "unknown field `note`"),
        (with_choice(do="fly"), "$.choices[1].choice.do", "Invalid value 'fly'"),
        (with_choice(dispatch=3), "$.choices[1].choice", "missing required field `do`"),
        (with_choice(do="publish"), "$.choices[1].choice", "missing required field `dispatch`"),
        (with_choice(do="publish", dispatch="3"), "$.choices[1].choice.dispatch", "Expected `int`, got `str`"),
        (with_choice(do="publish", dispatch=13), "$.choices[1].choice.dispatch", "Expected `int` <= 12"),
        (with_choice(do="raise", coins=-1), "$.choices[1].choice.coins", "Expected `int` >= 0"),
        (with_choice(do="raise", coins=10**40), "$.choices[1].choice.coins", "Expected `int` <= 30"),
        (with_choice(do="tip", to="usher"), "$.choices[1].choice.to", "Invalid enum value 'usher'"),
        (with_choice(do="leak", leak=1), "$.choices[1].choice.leak", "Expected `bool`, got `int`"),
        (raw(rigged={"scandal": [3, 7]}), "$.rigged.scandal[1]", "a die of 6 sides shows 1 to 6, not 7"),
        (raw(rigged={"scandal": [10**40]}), "$.rigged.scandal[0]", "a die of 6 sides shows 1 to 6"),
        (raw(rigged={"scandal": [True]}), "$.rigged[...][0]", "Expected `int | array`, got `bool`"),
        (raw(rigged={"dispatches": [[1, 1]]}), "$.rigged.dispatches[0]", "1 is there twice"),
        (raw(rigged={"dispatches": [["queen"]]}), "$.rigged.dispatches[0]", "there is no card 'queen'"),
        (raw(rigged={"dispatches": [list(DISPATCHES[1:])]}), "$.rigged.dispatches[0]", "the order leaves out 1"),
        (raw(rigged={"cards": []}), "$.rigged.cards", "no such source; there are dispatches, scandal"),
        (raw(expect=[{"after": 2, "path": "turn", "value": 1}]), "$.expect[0].after", "the last entry is 1"),
        (raw(expect=[{"after": -1, "path": "turn", "value": 1}]), "$.expect[0].after", "the last entry is 1"),
        (raw(expect=[{"after": 0, "path": "a", "value": 1, "side": "x"}]), "$.expect[0].side", "there is no 'x'"),
        (raw(patches=[{"after": 9, "path": "turn", "value": 1}]), "$.patches[0].after", "the last entry is 1"),
        (raw(patches=[{"after": 0, "path": "turn"}]), "$.patches[0]", "missing required field `value`"),
        (raw()[:-1] + b', "seed": "' + SEED.encode() + b'"}', "$", "'seed' is there twice"),
        (raw().replace(b'"do": ', b'"do": "collect", "do": '), "$.choices[0].choice", "'do' is there twice"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: bytes, place: str, problem: str) -> None:
    where, what = unreadable(text)
    assert where.startswith(place)
    assert problem in what


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    text = raw()[:-1] + b', "expect": [{"after": 0, "path": "turn", "value": ' + b"1" * 5000 + b"}]}"
    assert unreadable(text) == ("$.expect[0].value", "Integer value out of range")


def test_a_huge_file_is_refused_before_it_is_read() -> None:
    assert unreadable(b"\xff" * (LARGEST + 1)) == ("$", "more than 10000000 bytes: this is no record")


def test_a_doubled_key_is_refused_even_where_any_value_may_stand() -> None:
    text = raw()[:-1] + b', "expect": [{"after": 0, "path": "coins", "value": [1, {"red": 1, "red": 2}]}]}'
    assert unreadable(text) == ("$.expect[0].value[1]", "'red' is there twice")


def test_options_may_be_left_out() -> None:
    game, whole = read(raw())
    assert record.opening(game, whole).options == Options()


@pytest.mark.parametrize(
    ("changes", "rated"),
    [
        ({}, True),
        ({"rigged": {"scandal": [3]}}, False),
        ({"seed": "", "rigged": {"scandal": [3]}}, False),
        ({"patches": [{"after": 0, "path": "turn", "value": 1}]}, False),
    ],
)
def test_a_rigged_or_patched_game_is_never_rated(changes: dict[str, Any], rated: bool) -> None:
    assert read(raw(**changes))[1].rated is rated


def test_the_schema_accepts_what_is_read() -> None:
    for text in (raw(), msgspec.json.encode(run(3).record)):
        jsonschema.validate(json.loads(text), schema(GAME))
        jsonschema.validate(json.loads(text), schema())


@pytest.mark.parametrize(
    "changes", [{"choices": [{"side": "red", "choice": {"do": "fly"}}]}, {"nonsense": 1}, {"game": "x"}, {"record": 2}]
)
def test_the_schema_refuses_what_is_not_read(changes: dict[str, Any]) -> None:
    unreadable(raw(**changes))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(WHOLE | changes, schema(GAME))


def test_the_schema_is_one_and_names_its_parts_as_people_do() -> None:
    whole = schema(GAME)
    jsonschema.Draft202012Validator.check_schema(whole)
    own = {"Record", "Chosen", "Expectation", "Lots", "Patch", "Refused", "Tenure", "Options", "Back", "End"}
    assert set(whole["$defs"]) == own | {kind.__name__ for kind in GAME.choices} | {WithdrawAnswer.__name__}
    assert {name: part["title"] for name, part in whole["$defs"].items()} == {name: name for name in whole["$defs"]}


def test_the_schema_of_all_records_leaves_choices_to_the_games() -> None:
    parts = schema()["$defs"]
    assert set(parts) == {"Record", "Chosen", "Expectation", "Lots", "Patch", "Refused", "Tenure"}
    assert parts["Chosen"]["properties"]["choice"] == {"type": "object"}
