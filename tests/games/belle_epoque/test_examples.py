"""The worked examples of the sheet of facts (examples.json), carried out as `horloge examples` does; wrong and
impossible examples are found out.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.belle_epoque.game import GAME
from engine.belle_epoque.printed import NATIONAL, POWERS
from engine.core.examples import Difference
from engine.core.reading import Unreadable

PATH = Path(__file__).parent / "examples.json"
FILE: dict[str, Any] = json.loads(PATH.read_text())
IDS = [example["id"] for example in FILE["examples"]]

AUTOMATED_MISSING: tuple[str, ...] = ()
"""Examples that need rules not yet written."""


def read(whole: dict[str, Any]) -> dict[str, Callable[[], list[Difference]]]:
    assert GAME.teaching.examples
    examples = GAME.teaching.examples(json.dumps(whole).encode())
    return {one.name: lambda one=one: [*one.differences()] for one in examples}  # type: ignore[misc]


EXAMPLES = read(FILE)


@pytest.mark.parametrize("name", [name for name in IDS if name not in AUTOMATED_MISSING])
def test_it_goes_as_the_example_says(name: str) -> None:
    assert EXAMPLES[name]() == []


def test_12_0_the_first_half_of_the_worked_turn_is_an_example() -> None:
    """It adds no rule: the other examples carry it out."""
    name = "extended_turn_5_first_half"
    [example] = [example for example in FILE["examples"] if example["id"] == name]
    before = FILE["base"] | example["before"]
    assert (before["turn"], before["order"]) == (5, ["uk", "france", "russia", "central_powers"])
    assert EXAMPLES[name]() == []


def alone(name: str) -> dict[str, Any]:
    """Return a copy of the file with this example alone."""
    return deepcopy(FILE | {"examples": [example for example in FILE["examples"] if example["id"] == name]})


def found(name: str, change: Callable[[dict[str, Any]], object]) -> list[Difference]:
    whole = alone(name)
    change(whole["examples"][0])
    return read(whole)[name]()


def refused(name: str, change: Callable[[dict[str, Any]], object]) -> tuple[str, str]:
    """Return the place where a changed example is refused before it is played, and the reason."""
    with pytest.raises(Unreadable) as refusal:
        found(name, change)
    return refusal.value.place, refusal.value.problem


def step(example: dict[str, Any], **keys: Any) -> None:
    example["steps"][0].update(keys)


def four(example: dict[str, Any], power: str) -> None:
    """Use a fourth column for another Power than France."""
    step(example, power=power, column="col4")
    example["before"]["humans"] = [one for one in POWERS if one != power]
    example["before"]["automated"] = {power: {"fleet_marks": 0, "owed": 0, "change_of_strategy": 0}}
    hand = [card.id for card in NATIONAL.values() if card.power == power and card.kind == "common"]
    whole = {one: FILE["base"]["national_hands"][one] for one in POWERS}
    example["before"]["national_hands"] = whole | {power: hand}


WRONG: list[tuple[str, Callable[[dict[str, Any]], object], str]] = [
    ("purchase_8_1", lambda one: one["steps"][0]["changes"]["treasury"].update(france=1), "steps[0].changes.treasury"),
    ("purchase_8_1", lambda one: one["after"]["treasury"].update(france=1), "after.treasury.france"),
    ("purchase_8_1", lambda one: step(one, armies=9), "steps[0]"),
    ("resources_5_0", lambda one: one["steps"][0]["tells"]["income"].update(uk=1), "steps[0].tells.income"),
    ("resources_5_0", lambda one: one["before_derived"]["alliances"].pop("italy"), "before_derived.alliances.italy"),
    ("resources_5_0", lambda one: one["after_derived"]["fleet_track"].update(uk=2), "after_derived.fleet_track.uk"),
    ("mission_fleet_8_2_1", lambda one: step(one, legal=True), "steps[0].legal"),
    ("mission_fleet_8_2_1", lambda one: step(one, clause="8.2.1b"), "steps[0].clause"),
    ("setup_3_3", lambda one: one["probes"][0].update(legal=True), "probes[0].legal"),
    ("control_8_2_4", lambda one: one["facts"]["control"].update(congo=None), "facts.control"),
    ("event_decks_6_1", lambda one: one["facts"].update(era_1_cards=9), "facts.era_1_cards"),
    ("averages_10_2_b", lambda one: one["facts"]["players"][0].update(player_vp=98), "facts.players"),
    ("event_unnumbered_6_2", lambda one: step(one, dice=[]), "steps[0].dice"),
    ("event_unnumbered_6_2", lambda one: step(one, dice=[2, 3]), "steps[0].dice"),
    ("contest_8_7", lambda one: one["steps"][0]["dice"].update(rerolls=[3]), "steps[0].dice"),
    ("contest_8_7", lambda one: one["steps"][0]["attacker"].update(armies=3), "steps[0]"),
    ("big_stick_8_6", lambda one: one["steps"][0]["spaces"].update(japan=4), "steps[0]"),
]


@pytest.mark.parametrize(("column", "territory"), [("col3", "indochina"), ("col3plus", "indochina"), ("col4", "italy")])
def test_13_7_2_a_mission_may_be_of_any_column_of_the_sheet(column: str, territory: str) -> None:
    def change(one: dict[str, Any]) -> None:
        placed = {"territories": {territory: ["france", *FILE["base"]["territories"][territory][1:]]}}
        step(one, column=column, dice=[4], tells={"territory": territory}, changes=placed)
        one.update(after=placed, after_derived=one["before_derived"])

    assert found("auto_mission_c_13_7", change) == []


@pytest.mark.parametrize(("name", "change", "path"), WRONG, ids=map(str, range(len(WRONG))))
def test_what_goes_otherwise_is_told_with_its_path(name: str, change: Any, path: str) -> None:
    assert any(one.path.startswith(path) for one in found(name, change))


MALFORMED: list[tuple[str, Callable[[dict[str, Any]], object], str, str]] = [
    ("purchase_8_1", lambda one: step(one, armies="2"), "steps[0].armies", "Expected `int`"),
    ("purchase_8_1", lambda one: step(one, armies=True), "steps[0].armies", "Expected `int`"),
    ("purchase_8_1", lambda one: step(one, colour="red"), "steps[0]", "unknown field `colour`"),
    ("purchase_8_1", lambda one: step(one, power="prussia"), "steps[0].power", "'prussia'"),
    ("purchase_8_1", lambda one: step(one, do="sleep"), "steps[0].do", "'sleep'"),
    ("purchase_8_1", lambda one: one["steps"][0].pop("do"), "steps[0]", "a step has one of"),
    ("purchase_8_1", lambda one: one["steps"][0].pop("changes"), "steps[0]", "`changes`"),
    ("purchase_8_1", lambda one: one["before"].update(treasury={"france": -1}), "before.treasury", ">= 0"),
    ("purchase_8_1", lambda one: one["before"].update(coffers={}), "before", "unknown field `coffers`"),
    ("purchase_8_1", lambda one: one["after"].update(treasury=[]), "after.treasury", "Expected `object`"),
    ("purchase_8_1", lambda one: one["before"]["reserves"]["france"].update(armies=9), "before", "Armies"),
    ("purchase_8_1", lambda one: one.update(facts={"moon": 1}), "facts.moon", "no such fact"),
    ("purchase_8_1", lambda one: one.pop("after"), "", "`after`"),
    (
        "resources_5_0",
        lambda one: one["before"]["territories"].update(portugal=["uk"]),
        "before.territories.portugal",
        "4",
    ),
    ("resources_5_0", lambda one: one["before"].update(humans=["uk"]), "before.automated", "an entry for each"),
    ("intrigue_ottoman_7", lambda one: one["before"].update(intrigue_discard=["in_05"]), "before", "in_05"),
    ("intrigue_ottoman_7", lambda one: one["before"].update(intrigue_draw=["in_01"] * 2), "before", "in_01"),
    ("intrigue_ottoman_7", lambda one: one["steps"][1].update(keep="in_99"), "steps[1].keep", "'in_99'"),
    ("event_unnumbered_6_2", lambda one: step(one, dice=[7]), "steps[0].dice", "<= 6"),
    ("event_unnumbered_6_2", lambda one: step(one, event="ev_sarajevo"), "steps[0].event", "era 3"),
    ("event_unnumbered_6_2", lambda one: one["before"].update(balkan_wars_card="uk"), "before.balkan", "era 3"),
    ("event_unnumbered_6_2", lambda one: one["steps"].append(one["steps"][0]), "steps[1].event", "drawn before"),
    ("contest_8_7", lambda one: one["steps"][0]["dice"].update(attacker=0), "steps[0].dice.attacker", ">= 1"),
    ("setup_3_3", lambda one: one["probes"][0].update(after_step=99), "probes[0].after_step", "19"),
    ("setup_3_3", lambda one: one["probes"][0].update(clause="x"), "probes[0].clause", "regex"),
    ("auto_mission_a_13_7", lambda one: step(one, power="uk"), "steps[0].power", "people play it"),
    ("auto_mission_a_13_7", lambda one: step(one, column="col5"), "steps[0].column", "'col5'"),
    ("auto_tie_13_4", lambda one: four(one, "russia"), "steps[0].column", "no such column"),
]


@pytest.mark.parametrize(("name", "change", "place", "problem"), MALFORMED, ids=map(str, range(len(MALFORMED))))
def test_what_is_not_in_form_or_can_not_be_is_refused_before_it_is_played(
    name: str, change: Any, place: str, problem: str
) -> None:
    where, why = refused(name, change)
    assert where.startswith(f"{name}.{place}".rstrip("."))
    assert problem in why


@pytest.mark.parametrize(
    ("part", "place"), [("x", "$.examples[1]"), ({"id": 5}, "$.examples[1].id"), ({}, "$.examples[1]")]
)
def test_an_example_without_a_name_is_told_by_its_number(part: object, place: str) -> None:
    whole = alone("purchase_8_1")
    whole["examples"].append(part)
    with pytest.raises(Unreadable) as refusal:
        read(whole)
    assert refusal.value.place == place


def test_no_two_examples_have_one_name() -> None:
    whole = alone("purchase_8_1")
    whole["examples"] *= 2
    with pytest.raises(Unreadable, match="twice"):
        read(whole)


def mangled(data: Any, rng: Random) -> Any:
    """Return the data with one value changed somewhere."""
    if isinstance(data, dict | list) and data and rng.random() < 0.9:
        keys = list(data) if isinstance(data, dict) else range(len(data))
        key = rng.choice(keys)
        data[key] = mangled(data[key], rng)
        return data
    return rng.choice([None, True, -1, 7, 10**30, 1.5, "", "uk", "in_05", "china", [], {}, ["uk"], {"uk": 1}])


@pytest.mark.parametrize("number", range(200))
def test_whatever_stands_in_a_file_it_is_carried_out_or_refused(number: int) -> None:
    rng = Random(number)
    whole = alone(rng.choice(IDS))
    whole["examples"][0] = mangled(whole["examples"][0], rng)
    with suppress(Unreadable):
        for differences in read(whole).values():
            assert all(one.path and "the rules broke" not in str(one.got) for one in differences())
