"""13.8: armament cubes of automated Powers."""

from __future__ import annotations

from typing import Any

import pytest

from engine.belle_epoque.automated_arms import Arming, by_worth
from engine.belle_epoque.automated_journal import ArmamentsPlaced, ArmamentsReturned
from engine.belle_epoque.automated_order import AutomatedTurn
from engine.belle_epoque.journal import AllianceBegan, AllianceEnded, ControlEnded, PrestigeMoved
from engine.belle_epoque.state import BelleEpoque
from engine.core.journal import Entry
from tests.games.belle_epoque.automated_positions import ran, table
from tests.games.belle_epoque.positions import row
from tests.games.belle_epoque.worked import of_kind


def armed(cubes: int = 1, **board: Any) -> tuple[BelleEpoque, list[Entry]]:
    """Give automated France this many armament cubes to place."""
    state = table("uk", **{"turn": 5} | board)
    return state, ran(state, Arming("france", cubes))


def test_13_8a_cubes_taken_by_missions_are_placed_at_once_without_paying() -> None:
    state = table("uk", turn=5, on={"belgium": "france france france"}, national_hands={"france": []})
    state.rigged = {"row": [1], "cell": [1, 1]}
    told = ran(state, AutomatedTurn("france"))
    assert of_kind(told, ArmamentsPlaced) == [ArmamentsPlaced("france", "belgium", (6,), now="france")]
    assert (state.sheets["france"].armaments, state.sheets["france"].sold_armies) == (4, 0)


def test_13_8b_objectives_from_the_highest_vp_down_equal_ones_in_order_of_priority() -> None:
    assert by_worth("france") == [
        *("italy", "china"),
        *("belgium", "melanesia", "french_guinea", "namibia"),
        *("algeria_morocco", "indochina", "greece"),
    ]


def test_13_8b_where_a_rival_loses_what_it_holds() -> None:
    state, told = armed(2, on={"italy": "uk uk uk uk uk france france france"})
    assert told[:1] == [ArmamentsPlaced("france", "italy", (5, 4), ("uk", "uk"), before="uk")]
    assert AllianceEnded("uk", "italy") in told
    assert row(state, "italy") == "uk uk uk arm arm france france france"


def test_13_8b_or_it_gains_the_territory() -> None:
    _, told = armed(on={"belgium": "france france france"})
    assert ArmamentsPlaced("france", "belgium", (6,), now="france") in told
    assert AllianceBegan("france", "belgium") in told


def test_13_8b_not_where_there_is_an_armament_cube_already() -> None:
    _, told = armed(on={"belgium": "france france france arm"}, armament_cubes={"uk": 3})
    assert told == [ArmamentsReturned("france", 1)]


@pytest.mark.parametrize(("cubes", "spaces"), [(1, []), (2, [(8, 7)])])
def test_13_8b_only_where_it_has_the_printed_number(cubes: int, spaces: list[tuple[int, ...]]) -> None:
    _, told = armed(cubes, on={"italy": "france france france france uk"})
    placed = [entry for entry in of_kind(told, ArmamentsPlaced) if entry.territory == "italy"]
    assert [entry.spaces for entry in placed] == spaces


def test_13_8b_not_where_a_rival_would_gain_and_nobody_loses() -> None:
    _, told = armed(on={"belgium": "uk uk uk"})
    assert told == [ArmamentsReturned("france", 1)]


def test_13_8c_free_spaces_are_filled_first() -> None:
    state, _ = armed(on={"belgium": "france . france uk . france"})
    assert row(state, "belgium") == "france . france uk arm france"


def test_13_8c_without_them_the_highest_cube_of_the_rival_with_most_is_replaced() -> None:
    state, _ = armed(on={"belgium": "france russia russia uk france france"})
    assert row(state, "belgium") == "france russia arm uk france france"


def test_13_8c_equal_ones_by_die() -> None:
    _, told = armed(2, on={"namibia": "france france france russia uk portugal"}, dice={"tie": [1]})
    assert ArmamentsPlaced("france", "namibia", (4,), ("russia",), (1,), None, "france") in told


def test_13_8c_not_on_a_space_with_a_contest() -> None:
    state, told = armed(on={"belgium": "france france france russia russia<uk russia<uk"})
    assert row(state, "belgium") == "france france france arm russia<uk russia<uk"
    _, told = armed(on={"belgium": "france france france russia<uk russia<uk russia<uk"})
    assert told == [ArmamentsReturned("france", 1)]


def test_13_8d_with_cubes_left_it_looks_again_from_the_top() -> None:
    _, told = armed(2, on={"belgium": "france france france", "indochina": "france france france"})
    assert [entry.territory for entry in of_kind(told, ArmamentsPlaced)] == ["belgium", "indochina"]


def test_13_8d_cubes_without_a_target_go_back() -> None:
    state, told = armed(2)
    assert told == [ArmamentsReturned("france", 2)]
    assert state.sheets["france"].armaments == 5


def test_8_9_2_in_a_territory_closed_by_a_rival_it_loses_prestige() -> None:
    _, told = armed(2, on={"china": "uk uk uk uk uk russia russia russia"}, closed={"china": ["uk"]})
    assert ControlEnded("uk", "china") in told
    assert PrestigeMoved("france", -1, 4) in told
