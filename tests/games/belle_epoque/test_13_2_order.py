"""13.2 and 13.3: the order in which automated Powers act, and the phases of a turn around them."""

from __future__ import annotations

import pytest

from engine.belle_epoque.action_journal import ContestLapsed, Passed
from engine.belle_epoque.automated_journal import (
    AutomatedOrderDrawn,
    AutomatedTurnBegan,
    AutomatedTurnEnded,
    TerritoryPassedOver,
)
from engine.belle_epoque.automated_missions import passed_over
from engine.belle_epoque.automated_order import AutomatedActions, AutomatedTurn, draw_automated_order
from engine.belle_epoque.choices import ResolveContest
from engine.belle_epoque.grouping import automated_turns
from engine.belle_epoque.journal import IntrigueDrawn, MoneyChanged, PhaseBegan, ResourcesTaken, RoundBegan
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.turn import LapseContests, Prepare, TakeResources, phases
from engine.core.grouping import Fold
from tests.games.belle_epoque.automated_positions import kinds, ran, table
from tests.games.belle_epoque.positions import position, refused, row
from tests.games.belle_epoque.worked import of_kind

QUIET = {"row": [2, 2, 2, 2], "cell": [1, 1, 1, 1]}
"""Rows without armament cubes; the Central Powers earn a further cube."""


def test_13_2a_in_turn_1_the_order_is_drawn_by_lot() -> None:
    state = table("uk", dice={"automated_order": [("russia", "central_powers", "france")]})
    draw_automated_order(state)
    assert state.automated_order == ["russia", "central_powers", "france"]
    assert state.news == [AutomatedOrderDrawn(("russia", "central_powers", "france"))]


def test_13_2a_nothing_is_drawn_for_one() -> None:
    state = table("uk", "france", "russia")
    draw_automated_order(state)
    assert (state.automated_order, state.news) == (["central_powers"], [])


def test_13_2a_later_the_one_that_was_first_goes_last() -> None:
    state = table("uk", passed=["uk"])
    ran(state, Prepare())
    assert state.automated_order == ["russia", "central_powers", "france"]


def test_13_2a_automated_powers_act_one_after_the_other() -> None:
    told = ran(table("uk", turn=1, dice=QUIET), AutomatedActions())
    assert [entry.side for entry in of_kind(told, AutomatedTurnBegan)] == ["france", "russia", "central_powers"]
    assert [entry.side for entry in of_kind(told, AutomatedTurnEnded)] == ["france", "russia", "central_powers"]


def test_13_2b_humans_keep_their_passing_order() -> None:
    state = table("uk", "france", passed=["france", "uk"])
    ran(state, Prepare())
    assert (state.order, state.passed) == (["france", "uk"], [])


def test_13_2b_by_turn_order_automated_powers_come_first() -> None:
    state = table("uk", turn=4)
    [draw] = [step for step in phases(state) if type(step).__name__ == "DrawIntrigue"]
    told = ran(state, draw)
    assert [entry.side for entry in of_kind(told, IntrigueDrawn)] == ["france", "russia", "central_powers", "uk"]


def test_13_3a_the_phases_of_a_turn() -> None:
    names = [type(step).__name__ for step in phases(table("uk", turn=2))]
    before = ["TakeResources", "DrawEvent", "DrawEvent", "DrawIntrigue", "AutomatedActions", "BeginActions"]
    assert names == [*before, "AutomatedContests", "LapseContests", "Prepare", "Score"]
    assert "AutomatedActions" not in {type(step).__name__ for step in phases(position())}


def test_13_3a_resources_are_for_humans_only() -> None:
    state = table("uk", "russia")
    told = ran(state, TakeResources())
    assert [entry.side for entry in of_kind(told, ResourcesTaken)] == ["uk", "russia"]
    assert (state.sheets["france"].money, state.sheets["france"].embassies) == (0, 0)


def test_13_3b_it_resolves_no_contest() -> None:
    state = table("uk", turn=1, on={"greece": "uk<france"}, dice=QUIET)
    ran(state, AutomatedActions())
    assert row(state, "greece").startswith("uk<france")


def test_13_3c_it_has_no_money_and_the_track_pays_it_none() -> None:
    state = table("uk", turn=2, prestige={"france": 7}, dice={"row": [2], "cell": [1]})
    told = ran(state, AutomatedTurn("france"))
    assert state.sheets["france"].prestige == 8
    assert (state.sheets["france"].money, of_kind(told, MoneyChanged)) == (0, [])


def test_13_3d_it_needs_no_fleet_to_send_cubes() -> None:
    state = table("uk", turn=1, dice={"row": [6], "cell": [1]})
    ran(state, AutomatedTurn("france"))
    assert [row(state, one) for one in ("indochina", "melanesia")] == ["france", "france"]


@pytest.mark.parametrize(
    "on",
    [
        {"serbia": "france<uk"},
        {"belgium": "france france france france", "congo": "belgium<uk"},
    ],
)
def test_13_3e_humans_cant_resolve_a_contest_with_an_automated_power(on: dict[str, str]) -> None:
    territory = [*on][-1]
    state = table("uk", on=on)
    assert refused(state, "uk", ResolveContest(territory, 1)) == ("against_automated", "13.3e")


def test_13_3e_other_contests_lapse_when_all_have_passed() -> None:
    state = table("uk", on={"libya": "spain<uk"})
    assert ran(state, LapseContests()) == [PhaseBegan(4, "unresolved"), ContestLapsed("uk", "libya", 1)]


def test_13_3f_card_fleet_prestige_missions_armaments() -> None:
    on = {"persia": "russia russia russia"}
    state = table("uk", turn=6, on=on, national_hands={"russia": ["nat_russia_social"]})
    state.rigged = {"card": [("nat_russia_social",)], "row": [1, 1], "cell": [1, 1]}
    told = ran(state, AutomatedTurn("russia"))
    order = [name for name in kinds(told) if name in STEPS]
    assert order == STEPS


STEPS = [
    "AutomatedTurnBegan",
    "CardPlayed",
    "FleetMarked",
    "DispatchBegan",
    "ArmamentsPlaced",
    "ArmamentsReturned",
    "AutomatedTurnEnded",
]


def test_13_3g_for_its_missions_a_closed_territory_counts_as_held() -> None:
    state = table("uk", turn=1, closed={"algeria_morocco": ["uk"]}, dice={"row": [2], "cell": [1]})
    told = ran(state, AutomatedTurn("france"))
    assert passed_over(state, "france", "algeria_morocco") == "closed"
    assert TerritoryPassedOver("france", "algeria_morocco", "closed") in told
    assert row(state, "congo") == "france"


def test_13_3b_its_turn_is_one_story() -> None:
    told = [*ran(table("uk", turn=1, dice=QUIET), AutomatedActions()), Passed("uk", 1)]
    stories = [told[fold.run.start : fold.run.stop] for fold in automated_turns(told)]
    assert [type(story[0]) for story in stories] == [AutomatedTurnBegan] * 3
    assert [type(story[-1]) for story in stories] == [AutomatedTurnEnded] * 3
    assert sum(map(len, stories)) == len(told) - 1 - len([entry for entry in told if isinstance(entry, RoundBegan)])


def test_13_3b_the_next_choice_goes_on_with_a_story_broken_off_by_a_question() -> None:
    told = [Passed("uk", 1), AutomatedTurnBegan("france"), Passed("uk", 2)]
    assert [*automated_turns(told)] == [Fold(range(1, 3), is_open=True)]


def test_13_3a_people_act_afterwards() -> None:
    state = table("uk", turn=1, dice=QUIET)
    ran(state, AutomatedActions(), Acting("uk"))
    assert state.agenda == [Acting("uk")]
