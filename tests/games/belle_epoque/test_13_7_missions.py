"""13.5 to 13.7: Fleet, Prestige and missions of automated Powers."""

from __future__ import annotations

from typing import Any

import pytest

from engine.belle_epoque.automated_journal import (
    CellRolled,
    CubeDispatched,
    CubeKept,
    DispatchBegan,
    FleetMarked,
    RowRolled,
    TerritoryPassedOver,
)
from engine.belle_epoque.automated_missions import Dispatching, Sending, columns_for
from engine.belle_epoque.automated_order import AutomatedFleet, AutomatedPrestige
from engine.belle_epoque.board import fleet_track, general_reserve
from engine.belle_epoque.journal import IntrigueDrawn, PrestigeBonus, PrestigeMoved
from engine.belle_epoque.printed import SHEETS
from engine.belle_epoque.state import BelleEpoque
from engine.core.journal import Entry
from tests.games.belle_epoque.automated_positions import ran, table
from tests.games.belle_epoque.positions import row
from tests.games.belle_epoque.worked import of_kind

FULL = "uk uk uk russia russia russia"


def dispatched(**board: Any) -> tuple[BelleEpoque, list[CubeDispatched]]:
    """Dispatch the cubes of automated France, by default in turn 2; return where they went."""
    state = table("uk", **{"turn": 2} | board)
    return state, of_kind(ran(state, Dispatching("france")), CubeDispatched)


def sent(column: int, row_die: int, **board: Any) -> tuple[BelleEpoque, list[Entry]]:
    """Send one cube of automated France for this column of a row."""
    state = table("uk", **{"turn": 2, "embassies": {"france": 1}} | board)
    return state, ran(state, Sending("france", (column,), row_die))


# 13.5, 13.6


@pytest.mark.parametrize(("turn", "marks"), [(1, 1), (2, 0)])
def test_13_5a_when_the_sheet_shows_a_fleet_its_track_rises(turn: int, marks: int) -> None:
    state = table("uk", turn=turn)
    told = ran(state, AutomatedFleet("france"))
    assert state.automata["france"].fleet_marks == marks
    assert told == ([FleetMarked("france", 1)] if marks else [])


def test_13_5b_fleets_of_allies_count_on_its_track_and_nothing_else_of_them() -> None:
    on = {"italy": "france " * 5, "ottoman_empire": "france " * 4}
    state = table("uk", turn=1, on=on)
    ran(state, AutomatedFleet("france"))
    assert fleet_track(state, "france") == 2


def test_13_5b_the_prestige_of_serbia_counts() -> None:
    state = table("uk", turn=2, on={"serbia": "russia russia russia"}, embassies={"russia": 1})
    told = ran(state, Sending("russia", (1,), 1))
    assert PrestigeMoved("russia", 1, 6) in told


def test_13_6_when_it_shows_prestige_it_moves_up_and_takes_cubes_and_cards_but_no_money() -> None:
    state = table("uk", turn=2, prestige={"france": 6}, intrigue_draw=["in_05"])
    assert ran(state, AutomatedPrestige("france")) == [
        PrestigeMoved("france", 1, 7),
        IntrigueDrawn("france", 1, ("in_05",)),
    ]
    assert PrestigeBonus("france", "md", 1) in ran(table("uk", turn=2), AutomatedPrestige("france"))
    state = table("uk", turn=2, prestige={"france": 7})
    assert ran(state, AutomatedPrestige("france")) == [PrestigeMoved("france", 1, 8)]
    assert ran(table("uk", turn=5), AutomatedPrestige("france")) == []


# 13.7a, 13.7b


def test_13_7a_it_sends_three_cubes_from_the_general_reserve() -> None:
    state, went = dispatched(dice={"row": [2], "cell": [1]})
    assert [(entry.column, entry.territory) for entry in went] == [
        (1, "algeria_morocco"),
        (2, "italy"),
        (3, "melanesia"),
    ]
    assert state.sheets["france"].embassies == 0


def test_13_7a_and_those_it_has_gained() -> None:
    _, went = dispatched(embassies={"france": 1}, dice={"row": [2, 3], "cell": [1, 1]})
    assert [(entry.column, entry.territory) for entry in went][3:] == [(3, "china")]


def test_13_7a_a_cube_owed_is_one_fewer() -> None:
    state = table("uk", turn=2, automated={"france": {"owed": 1}}, dice={"row": [2]})
    told = ran(state, Dispatching("france"))
    assert told[0] == DispatchBegan("france", 2, 1)
    assert [entry.column for entry in of_kind(told, CubeDispatched)] == [1, 2]
    assert state.automata["france"].owed == 0


def test_13_7a_no_more_than_the_general_reserve_has() -> None:
    on = dict.fromkeys(["spain", "romania", "bulgaria", "serbia", "libya", "congo"], "france " * 6)
    state, went = dispatched(on=on | {"persia": "france france"}, dice={"row": [2]})
    assert [entry.column for entry in went] == [1, 2]
    assert general_reserve(state, "france") == 0


@pytest.mark.parametrize(
    ("cubes", "usual", "columns"),
    [
        (0, 3, ()),
        (1, 3, (1,)),
        (2, 3, (1, 2)),
        (3, 3, (1, 2, 3)),
        (5, 3, (1, 2, 3, 3, 3)),
        (3, 4, (1, 2, 3)),
        (4, 4, (1, 2, 3, 4)),
        (6, 4, (1, 2, 3, 4, 3, 3)),
    ],
)
def test_13_7b_a_cube_for_each_column_with_fewer_later_ones_stay_empty(
    cubes: int, usual: int, columns: tuple[int, ...]
) -> None:
    assert columns_for(cubes, usual) == columns


# 13.7c to 13.7f


@pytest.mark.parametrize(("turn", "die", "taken"), [(5, 1, True), (5, 5, True), (5, 2, False), (2, 1, False)])
def test_13_7c_with_1_or_5_it_takes_an_armament_cube_from_turn_4(turn: int, die: int, taken: bool) -> None:
    cells = {"cell": [1, 1]} if turn > 3 else {"cell": [1]}
    state = table("uk", turn=turn, dice={"row": [die], **cells})
    [rolled] = of_kind(ran(state, Dispatching("france")), RowRolled)
    assert rolled == RowRolled("france", 1, die, armaments=taken)


def test_13_7c_if_any_is_left() -> None:
    on = dict.fromkeys(["spain", "portugal", "greece", "libya", "egypt_sudan"], "arm")
    state = table("uk", turn=5, on=on, armament_cubes={"france": 0}, dice={"row": [1], "cell": [1, 1]})
    assert not any(entry.armaments for entry in of_kind(ran(state, Dispatching("france")), RowRolled))


def test_13_7d_the_first_named_territory_then_the_one_in_brackets() -> None:
    _, told = sent(1, 3)
    assert told == [CubeDispatched("france", 1, "belgium", 1)]
    _, told = sent(1, 3, on={"belgium": "france " * 4})
    assert told == [TerritoryPassedOver("france", "belgium", "held"), CubeDispatched("france", 1, "greece", 1)]


def test_13_7d_then_the_row_is_rolled_again_without_an_armament_cube() -> None:
    on = {"belgium": "france " * 4, "greece": "france " * 3}
    _, told = sent(1, 3, turn=5, on=on, dice={"row": [1]})
    assert told[2:] == [RowRolled("france", 1, 1, again=True), CubeDispatched("france", 1, "italy", 1)]


def test_13_7e_in_column_3_a_die_gives_the_territory_and_is_rolled_again_if_that_is_held() -> None:
    _, told = sent(3, 3, on={"china": "france " * 5}, dice={"cell": [2, 5]})
    assert told == [
        CellRolled("france", 3, 2, "china"),
        TerritoryPassedOver("france", "china", "held"),
        CellRolled("france", 3, 5, "melanesia"),
        CubeDispatched("france", 3, "melanesia", 1),
    ]


def test_13_7e_if_it_holds_all_of_the_cell_the_row_is_rolled_again() -> None:
    on = {"china": "france " * 5, "indochina": "france " * 4, "melanesia": "france " * 4}
    _, told = sent(3, 3, on=on, dice={"row": [4], "cell": [5]})
    assert told[3:] == [
        RowRolled("france", 3, 4, again=True),
        CellRolled("france", 3, 5, "namibia"),
        CubeDispatched("france", 3, "namibia", 1),
    ]


HELD = {"belgium": "france " * 4, "greece": "france " * 3}


def test_13_7f_after_ten_rerolls_it_goes_to_the_first_objective() -> None:
    _, told = sent(1, 3, on=HELD, dice={"row": [3] * 10})
    assert told[-1] == CubeDispatched("france", 1, "italy", 1, by_priority=True)


def test_13_7f_else_it_is_kept_for_the_next_turn() -> None:
    objectives = SHEETS["france"].automated.objective_priority
    closed = {one: ["uk"] for one in objectives}
    state, told = sent(1, 3, closed=closed, dice={"row": [3] * 10})
    assert told[-1] == CubeKept("france")
    assert state.sheets["france"].embassies == 1


# 13.7g


def test_13_7g_the_lowest_free_space_unnumbered_ones_last() -> None:
    state, _ = sent(1, 1, on={"italy": "uk uk russia russia russia . ."})
    assert row(state, "italy") == "uk uk russia russia russia france"
    state, _ = sent(1, 1, on={"italy": "uk uk uk russia russia russia . ."})
    assert row(state, "italy") == "uk uk uk russia russia russia france"


def test_13_7g_without_one_a_contest_on_the_lowest_cube_of_the_rival_with_most() -> None:
    state, told = sent(1, 3, on={"belgium": "uk uk russia russia russia france"})
    assert told == [CubeDispatched("france", 1, "belgium", 3, "russia")]
    assert row(state, "belgium") == "uk uk russia<france russia russia france"


def test_13_7g_equal_ones_by_die_and_not_on_a_contest() -> None:
    _, told = sent(1, 3, on={"belgium": FULL.replace("uk", "uk<russia", 1)}, dice={"tie": [2]})
    assert told == [CubeDispatched("france", 1, "belgium", 2, "uk", ("uk", "russia"), 2)]


def test_13_7g_if_no_power_has_one_on_the_lowest_cube_of_a_minor_nation_not_its_ally() -> None:
    on = {"belgium": "france france france italy japan japan", "italy": "france " * 5}
    _, told = sent(1, 3, on=on)
    assert told == [CubeDispatched("france", 1, "belgium", 5, "japan")]


def test_13_7g_without_any_the_territory_counts_as_held() -> None:
    on = {"belgium": "france france france uk<russia uk<russia uk<russia"}
    _, told = sent(1, 3, on=on)
    assert told[0] == TerritoryPassedOver("france", "belgium", "full")


# 13.7.1, 13.7.2


def test_13_7_1_for_each_further_cube_of_column_3_a_new_row_is_rolled() -> None:
    state = table("uk", turn=5, embassies={"russia": 2}, dice={"row": [2, 1, 5], "cell": [1, 1, 1]})
    told = ran(state, Dispatching("russia"))
    assert of_kind(told, RowRolled) == [
        RowRolled("russia", 1, 2),
        RowRolled("russia", 3, 1, armaments=True),
        RowRolled("russia", 3, 5, armaments=True),
    ]
    assert [entry.column for entry in of_kind(told, CubeDispatched)] == [1, 2, 3, 3, 3]


def test_13_7_2_from_turn_4_the_fourth_cube_of_france_goes_to_column_4() -> None:
    _, went = dispatched(turn=4, embassies={"france": 1}, dice={"row": [2, 4], "cell": [1, 3, 1]})
    assert [(entry.column, entry.territory) for entry in went] == [
        (1, "algeria_morocco"),
        (2, "italy"),
        (3, "melanesia"),
        (4, "greece"),
        (3, "algeria_morocco"),
    ]
