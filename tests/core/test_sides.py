"""Sides are found by the types of fields, however deep, and never by a string that happens to be equal."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Struct

from engine.core.journal import Entry
from engine.core.sides import IS_SIDE, Side, SideName, encoded, fact_of, facts_of, picks_sides, plain_of, sides_in
from engine.core.state import Side as SideOfStates

Power = Annotated[Literal["malta", "italy"], IS_SIDE]


class Siege(Struct, frozen=True, tag_field="what"):
    place: str
    by: Side | None = None


class Sailed(Entry, frozen=True):
    place: str
    side: Side | None = None
    fleets: tuple[tuple[Side, int], ...] = ()
    friends: tuple[Power, ...] = ()
    over: Siege | Side | None = None
    sieges: tuple[Siege, ...] = ()


def test_a_place_that_is_called_like_a_side_is_no_side() -> None:
    assert sides_in(Sailed("malta")) == []
    assert sides_in(Sailed("malta", "italy")) == ["italy"]
    assert [type(facts_of(Sailed("malta", "malta"))[name]) for name in ("place", "side")] == [str, SideName]


@pytest.mark.parametrize(
    ("entry", "sides"),
    [
        (Sailed("malta", fleets=(("italy", 2), ("malta", 1))), ["italy", "malta"]),
        (Sailed("malta", friends=("malta",)), ["malta"]),
        (Sailed("malta", over="italy"), ["italy"]),
        (Sailed("malta", over=Siege("italy")), []),
        (Sailed("malta", sieges=(Siege("italy", "malta"), Siege("malta", "italy"))), ["malta", "italy"]),
        (Sailed("malta", "italy", over=Siege("rome", "italy")), ["italy"]),
    ],
)
def test_sides_are_found_in_unions_tuples_and_structs(entry: Sailed, sides: list[Side]) -> None:
    assert sides_in(entry) == sides


class Board(Struct):
    ships: dict[Side, dict[str, int]]
    owners: dict[str, Side]
    seen: list[Siege]
    turns: dict[int, list[str]]


def test_a_view_as_plain_data_keeps_its_sides_apart_from_places() -> None:
    board = Board({"malta": {"malta": 2}}, {"malta": "italy"}, [Siege("malta", "malta")], {3: ["malta"]})
    told = plain_of(board)
    assert told == msgspec.to_builtins(board)
    ships, owners, (siege,) = told["ships"], told["owners"], told["seen"]
    assert [type(key) for key in (*ships, *ships["malta"], *owners)] == [SideName, str, str]
    assert [type(one) for one in (owners["malta"], siege["by"], siege["place"])] == [SideName, SideName, str]


def test_a_side_costs_neither_the_decoder_nor_the_type_checker_anything() -> None:
    assert msgspec.json.decode(msgspec.json.encode(Sailed("malta", "italy")), type=Sailed) == Sailed("malta", "italy")
    assert SideOfStates is Side
    with pytest.raises(msgspec.ValidationError, match="Invalid enum value 'rome'"):
        msgspec.convert({"told": "sailed", "place": "malta", "friends": ["rome"]}, Sailed)


def test_a_side_among_facts_is_written_like_the_side_and_nothing_else_is() -> None:
    assert encoded({SideName("malta"): (SideName("italy"), 1)}) == b'{"malta":["italy",1]}'
    with pytest.raises(NotImplementedError, match="object can't be written"):
        encoded([object()])


def test_the_words_that_a_form_offers_are_sides_by_type_too() -> None:
    assert [name for name in Sailed.__struct_fields__ if picks_sides(Sailed, name)] == [
        "side",
        "fleets",
        "friends",
        "over",
    ]
    assert type(fact_of(Siege, "by", "malta")) is SideName
    assert type(fact_of(Siege, "place", "malta")) is str
    assert fact_of(Siege, "gone", "malta") == "malta"
