"""The 77 worked cases of the fact sheet, each carried out by the rules."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.core.examples import Example
from engine.core.reading import Unreadable
from engine.nineteen33.examples.reading import read

RAW = Path(__file__).with_name("examples.json").read_bytes()
EXAMPLES = read(RAW)


@pytest.mark.parametrize("example", EXAMPLES, ids=[one.name for one in EXAMPLES])
def test_a_case_goes_as_the_fact_sheet_says(example: Example) -> None:
    assert list(example.differences()) == []


def test_there_are_as_many_as_the_fact_sheet_has() -> None:
    assert len(EXAMPLES) == 77


def changed(name: str, **changes: object) -> bytes:
    """The file with one case alone, some of it otherwise."""
    file = msgspec.json.decode(RAW)
    [case] = [one for one in file["cases"] if one["id"] == name]
    return msgspec.json.encode({**file, "cases": [{**case, **changes}]})


def test_a_wrong_figure_is_found_with_its_place() -> None:
    after = {"leaders": {"germany": {"treasury_um": 1561}}, "result": {"auctions": 2}}
    [example] = read(changed("bond-1", after=after))
    found = [(one.path, one.expected, one.got) for one in example.differences()]
    assert found == [
        ("bond-1.after.leaders.germany.treasury_um", 1561, 1560),
        ("bond-1.after.result.auctions", 2, 1),
    ]


def test_a_choice_that_is_refused_against_the_case_is_told() -> None:
    [example] = read(changed("trade-7", after={"states": {"denmark": {"dealt_by": "germany"}}}))
    assert [one.path for one in example.differences()] == ["trade-7.after.states.denmark.dealt_by", "trade-7.action"]


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"before": {"month": "1934-13"}}, "bond-1.before.month"),
        ({"before": {"moon": 1}}, "bond-1.before"),
        ({"action": [{"do": "dance"}]}, "bond-1.action"),
        ({"rolls": {"bond_first": [7]}}, "bond-1.rolls"),
        ({"after": {"result": {"moon": 1}}}, "bond-1.after.result.moon"),
    ],
)
def test_what_is_not_in_form_is_refused_before_it_is_played(changes: dict[str, object], place: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read(changed("bond-1", **changes))
    assert refused.value.place.startswith(place)
