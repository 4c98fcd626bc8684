from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Literal

import pytest
from msgspec import Struct

from engine.core.clone import NotPlain, cloner, require_immutable
from engine.core.state import State, encode
from tests.core.walks import walks
from tests.games.tiny import GAME


def mutable_parts(data: Any) -> Iterator[int]:
    """Yield the identity of every mutable part of plain data."""
    if isinstance(data, Struct):
        if not data.__struct_config__.frozen:
            yield id(data)
        parts = [getattr(data, name) for name in data.__struct_fields__]
    elif isinstance(data, list | dict):
        yield id(data)
        parts = list(data.values() if isinstance(data, dict) else data)
    else:
        parts = list(data) if isinstance(data, tuple) else []
    for part in parts:
        yield from mutable_parts(part)


def test_a_clone_equals_a_deep_copy_in_every_position() -> None:
    for state in walks():
        assert GAME.clone(state) == deepcopy(state)
        assert encode(GAME.clone(state)) == encode(state)


def test_a_clone_shares_nothing_that_can_change() -> None:
    for state in walks(games=3):
        clone = GAME.clone(state)
        assert not set(mutable_parts(state)) & set(mutable_parts(clone))


class Cube(Struct):
    colour: str


class Region(Struct):
    cubes: list[Cube]
    owner: str | None = None


class Seal(Struct, frozen=True):
    name: str
    marks: tuple[int, ...] = ()


class Rich(State):
    """Fields of every shape that a position may have."""

    regions: dict[str, Region] = {}
    grid: list[list[int]] = []
    piles: dict[str, dict[str, list[int]]] = {}
    last: Region | None = None
    none: Region | None = None
    seals: list[Seal] = []
    by_number: dict[int, tuple[str, int]] = {}
    phase: Literal["one", "two"] = "one"


def rich() -> Rich:
    region = Region([Cube("red"), Cube("blue")], "uk")
    return Rich(
        rules="1",
        sides=("red",),
        seed="",
        regions={"fr": region},
        grid=[[1, 2], [3]],
        piles={"red": {"hand": [1]}},
        last=Region([Cube("red")]),
        seals=[Seal("a", (1, 2))],
        by_number={1: ("a", 2)},
        rigged={"die": [1, (2, "x")]},
    )


def test_every_shape_of_plain_data_is_cloned_deeply() -> None:
    state = rich()
    clone = cloner(Rich)(state)
    assert clone == deepcopy(state)
    assert not set(mutable_parts(state)) & set(mutable_parts(clone))


def namesake() -> type[Struct]:
    class Cube(Struct):
        weight: int
        notes: list[str]

    return Cube


Other = namesake()


class TwoOfAName(State):
    cubes: list[Cube] = []
    others: list[Other] = []  # type: ignore[valid-type]


def test_two_classes_may_share_a_name() -> None:
    state = TwoOfAName(rules="1", sides=(), seed="", cubes=[Cube("red")], others=[Other(3, ["x"])])
    assert cloner(TwoOfAName)(state) == deepcopy(state)


class WithSet(State):
    seen: set[str] = set()


class WithFloat(State):
    share: float = 0.0


class WithAny(State):
    whatever: Any = None


class WithBareList(State):
    things: list = []  # type: ignore[type-arg]


class WithMutableKeys(State):
    odd: dict[tuple[Cube, int], int] = {}


class WithTwoKinds(State):
    either: list[int] | dict[str, int] = []


@pytest.mark.parametrize("state", [WithSet, WithFloat, WithAny, WithBareList, WithMutableKeys, WithTwoKinds])
def test_what_is_not_plain_data_is_refused_and_named(state: type[State]) -> None:
    with pytest.raises(NotPlain, match=rf"{state.__name__}\.{state.__struct_fields__[-1]}: .* is not plain data"):
        cloner(state)


class ListField(Struct, frozen=True):
    cards: list[int]


class DictField(Struct, frozen=True):
    cards: dict[str, int]


class NestedField(Struct, frozen=True):
    cubes: tuple[Cube, ...]


class UnionField(Struct, frozen=True):
    cards: tuple[int, ...] | list[int]


class InnerField(Struct, frozen=True):
    inner: ListField


class FloatField(Struct, frozen=True):
    share: float


@pytest.mark.parametrize("step", [ListField, DictField, NestedField, UnionField, InnerField, FloatField])
def test_a_step_with_a_field_that_can_change_is_refused(step: type[Struct]) -> None:
    with pytest.raises(NotPlain, match=rf"{step.__name__}\.{step.__struct_fields__[0]}: .* use a tuple or a scalar"):
        require_immutable(step)


def test_tuples_scalars_and_frozen_structs_are_fine_in_a_step() -> None:
    require_immutable(Seal)
