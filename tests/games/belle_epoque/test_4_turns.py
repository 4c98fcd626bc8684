"""Chapters 4 to 6 and 9: turns, resources, events, preparation."""

from __future__ import annotations

from typing import Any

import pytest

from engine.belle_epoque.events import put_away, shuffle_in
from engine.belle_epoque.game import GAME
from engine.belle_epoque.journal import (
    CardClaimed,
    EventDrawn,
    EventRolled,
    IntrigueShuffled,
    NoIntrigueLeft,
    ResourcesTaken,
    TurnEnded,
)
from engine.belle_epoque.prestige import DrawIntrigue
from engine.belle_epoque.printed import DECKS, EVENTS, TURNS
from engine.belle_epoque.rounds import Acting, NextRound
from engine.belle_epoque.setup import Options
from engine.belle_epoque.state import BelleEpoque, Beside
from engine.belle_epoque.turn import BeginTurn, LapseContests, Prepare, TakeResources, phases
from engine.belle_epoque.view import view
from engine.core.agenda import proceed
from tests.games.belle_epoque.positions import position, row
from tests.games.belle_epoque.worked import carry_out, of_kind


def event(state: BelleEpoque, name: str, *dice: int) -> list[Any]:
    return carry_out(state, {"phase": "event", "event": name, "dice": dice})


@pytest.mark.parametrize("turn", range(1, 10))
def test_4_0_the_phases_of_a_turn(turn: int) -> None:
    kinds = [type(step).__name__ for step in phases(position(turn=turn))]
    intrigue = ["DrawIntrigue"] if turn in (2, 4, 6, 8) else []
    events = ["DrawEvent", "DrawEvent"]
    assert kinds == ["TakeResources", *events, *intrigue, "BeginActions", "LapseContests", "Prepare", "Score"]


def test_5_0a_income_and_two_pounds_for_some_allies() -> None:
    on = {"belgium": "uk uk uk uk", "portugal": "uk uk uk", "spain": "uk uk uk uk", "romania": "russia " * 4}
    state = position(TakeResources(), Acting("uk"), on=on)
    assert {side: sheet.money for side, sheet in state.sheets.items()} == {
        "uk": 17,
        "france": 11,
        "russia": 12,
        "central_powers": 12,
    }


def test_5_0b_three_cubes_each_and_four_with_the_eiffel_tower() -> None:
    state = position(TakeResources(), Acting("uk"), great_works={"france": True, "uk": True})
    assert [sheet.embassies for sheet in state.sheets.values()] == [3, 4, 3, 3]


def test_5_0b_no_more_than_the_general_reserve_holds() -> None:
    state = position(embassies={"uk": 39})
    assert ResourcesTaken("uk", 13, 1) in carry_out(state, {"phase": "resources"})


def test_5_0c_money_and_cubes_are_kept_from_turn_to_turn() -> None:
    state = position(TakeResources(), Acting("uk"), treasury={"uk": 4}, embassies={"uk": 2})
    assert (state.sheets["uk"].money, state.sheets["uk"].embassies) == (17, 5)


def test_6_0a_two_events_one_after_the_other() -> None:
    state = position(turn=1)
    state.events = ["ev_economic_crisis", "ev_economic_development"]
    state.agenda = [*phases(state)[1:3], Acting("uk")][::-1]
    proceed(state)
    drawn = [entry.event for entry in state.news if isinstance(entry, EventDrawn)]
    assert drawn == ["ev_economic_development", "ev_economic_crisis"]


def test_6_0b_cubes_on_the_highest_spaces_leave() -> None:
    state = position(on={"china": "uk uk uk uk france", "serbia": "uk"})
    event(state, "ev_boxer_rebellion")
    assert row(state, "china") == "uk uk"


@pytest.mark.parametrize(("turn", "pile"), [(1, 8), (4, 10), (7, 8)])
@pytest.mark.parametrize("promo", [False, True])
def test_6_1c_so_many_cards_are_in_the_pile(turn: int, pile: int, promo: bool) -> None:
    state = GAME.start(4, "cd" * 32, Options(promo=promo))
    for now in range(1, turn + 1):
        state.turn = now
        shuffle_in(state)
        if now < turn:
            state.events_drawn += [state.events.pop(), state.events.pop()]
    assert len(state.events) == pile


def test_6_1a_the_eras_and_their_turns() -> None:
    assert {turn.turn: turn.era for turn in TURNS.values()} == {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3}


def test_6_1b_the_third_era_comes_in_whole_and_discards_stay_out() -> None:
    state = GAME.start(4, "cd" * 32)
    state.turn = 7
    state.events_drawn = list(state.events)
    state.events = []
    shuffle_in(state)
    assert {EVENTS[card].era for card in state.events} == {3}
    assert len(state.events_away) == 2


def test_6_1b_four_are_put_away_of_era_ii_with_the_promotional_card() -> None:
    assert DECKS[2].removed == 3
    state = GAME.start(4, "cd" * 32, Options(promo=True))
    assert len(put_away(state, 2)) == 8
    assert len(state.events_away) == 6


def test_6_2a_lowest_free_space_unnumbered_ones_last() -> None:
    state = position(on={"china": "uk uk uk uk uk uk", "manchuria_korea": "uk . uk"})
    event(state, "ev_sino_japanese_war")
    assert row(state, "china") == "uk uk uk uk uk uk japan"
    assert row(state, "manchuria_korea") == "uk japan uk japan"


def test_6_2b_a_cube_just_placed_may_be_replaced_too() -> None:
    state = position(on={"horn_of_africa": "uk uk uk france france"})
    event(state, "ev_italian_penetration", 6)
    assert row(state, "horn_of_africa") == "uk uk uk france france italy"


def test_6_2c_on_an_armament_cube_the_cube_is_not_placed() -> None:
    state = position(on={"horn_of_africa": "uk uk uk france france arm"}, armament_cubes={"uk": 3})
    told = event(state, "ev_italian_penetration", 6, 1)
    assert of_kind(told, EventRolled)[0] == EventRolled("horn_of_africa", 6, None, armaments=True)
    assert row(state, "horn_of_africa") == "italy uk uk france france arm"


def test_6_2d_in_four_spaces_five_and_six_are_rolled_again() -> None:
    from engine.belle_epoque.effects import roll_space

    state = position(dice={"event": [6, 5, 2]})
    assert roll_space(state, "greece") == (2, 2)


def test_6_2e_all_contests_are_over_before_events() -> None:
    state = position(LapseContests(), Acting("uk"), on={"serbia": "russia<uk"})
    assert row(state, "serbia") == "russia"


def test_6_3a_sarajevo_ends_the_game_at_once() -> None:
    state = position(turn=7)
    event(state, "ev_sarajevo")
    assert state.ended == "sarajevo"
    assert state.agenda == []


def test_6_3b_income_and_an_event_before_it_stand() -> None:
    state = position(turn=7)
    state.events = ["ev_sarajevo", "ev_economic_development"]
    state.agenda = phases(state)[::-1]
    proceed(state)
    assert state.ended == "sarajevo"
    assert state.sheets["uk"].money == 13 + 3


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("ev_mahdi_revolt", "uk uk uk france france", "uk . . france france"),
        ("ev_mahdi_revolt", "uk uk france france", "uk . france"),
        ("ev_mahdi_revolt", "italy", "italy"),
    ],
)
def test_6_0a_the_leader_loses_cubes_and_of_several_each_one(name: str, before: str, after: str) -> None:
    state = position(on={"egypt_sudan": before})
    event(state, name)
    assert row(state, "egypt_sudan") == after


def test_6_0a_dice_take_cubes_of_anybody_and_nothing_from_free_spaces() -> None:
    state = position(on={"ottoman_empire": "uk russia"})
    event(state, "ev_young_turks", 2, 5)
    assert row(state, "ottoman_empire") == "uk"


@pytest.mark.parametrize(
    ("on", "claimer"),
    [
        ({"serbia": "russia " * 4}, "russia"),
        ({"serbia": "russia " * 4, "greece": "uk " * 3}, "russia"),
        ({"serbia": "russia " * 4, "bulgaria": "uk " * 4}, None),
        ({"serbia": "russia " * 3}, None),
    ],
)
def test_6_0a_the_balkan_wars_go_to_the_best_by_alliances_then_cubes(on: dict[str, str], claimer: str | None) -> None:
    state = position(on=on)
    assert CardClaimed(claimer, "ev_balkan_wars") in event(state, "ev_balkan_wars")
    assert state.claimed.get("ev_balkan_wars") == claimer


def test_7_0a_every_power_draws_one_card_in_turn_order() -> None:
    state = position(DrawIntrigue(("russia", "uk")), Acting("uk"), intrigue_draw=["in_05", "in_06"])
    assert (state.sheets["russia"].intrigue, state.sheets["uk"].intrigue) == (["in_05"], ["in_06"])


def test_7_0b_hands_are_secret_their_sizes_open() -> None:
    state = position(intrigue_hands={"uk": ["in_05", "in_06"]})
    assert view(state, "uk").hand == ["in_05", "in_06"]
    assert view(state, "france").hand == view(state, None).hand == []
    assert view(state, None).powers["uk"].intrigue == 2


def test_7_0c_an_empty_deck_is_made_of_its_discards_and_without_any_nothing_is_drawn() -> None:
    state = position()
    state.intrigue_deck, state.sheets["france"].intrigue = [], state.intrigue_deck
    state.sheets["france"].intrigue.remove("in_05")
    state.intrigue_discard = ["in_05"]
    state.rigged = {"intrigue": [("in_05",)]}
    state.agenda = [Acting("uk"), DrawIntrigue(("russia", "uk"))]
    proceed(state)
    assert (state.sheets["russia"].intrigue, state.sheets["uk"].intrigue) == (["in_05"], [])
    assert {IntrigueShuffled(1), NoIntrigueLeft("uk")} <= set(state.news)


def test_9_0a_armies_used_return_to_the_arsenal_ready() -> None:
    state = position(
        Prepare(),
        Acting("uk"),
        on={"bulgaria": "uk uk uk uk"},
        armies_out={"uk": {"serbia": 2, "china": 1}, "france": {}, "russia": {}, "central_powers": {}},
        minor_units={"bulgaria_army": {"at": "serbia", "ready": False}},
    )
    assert (state.sheets["uk"].armies, state.sheets["uk"].armies_out) == (3, {})
    assert (state.minor_units["bulgaria_army"].at, state.minor_units["bulgaria_army"].ready) == ("arsenal", True)


def test_9_0b_fleets_stay_in_their_boxes_and_become_ready() -> None:
    boxes = {"asia": [{"of": "uk", "ready": False}, {"of": "uk", "ready": True}]}
    state = position(Prepare(), Acting("uk"), fleet_boxes=boxes)
    assert (state.sheets["uk"].ready, state.sheets["uk"].exhausted) == ({"asia": 2}, {})


def test_9_0c_the_passing_order_becomes_the_turn_order() -> None:
    order = ["russia", "uk", "central_powers", "france"]
    state = position(passed=order)
    state.agenda = [Acting("uk"), Prepare()]
    proceed(state)
    assert (state.order, state.passed) == (order, [])
    assert TurnEnded(4, tuple(order)) in state.news


def test_9_0d_cards_beside_the_board_marks_and_closures_end() -> None:
    state = position(marked=["uk"], closed={"china": ["uk"]}, this_turn=["superior_doctrine"])
    state.intrigue_deck.remove("in_05")
    state.beside = [Beside("uk", "in_05", ("france",)), Beside("uk", "nat_uk_unrest", ("russia",))]
    state.sheets["uk"].national.remove("nat_uk_unrest")
    state.agenda = [Acting("uk"), Prepare()]
    proceed(state)
    assert (state.closed, state.in_force, state.beside, state.intrigue_discard) == ({}, [], [], ["in_05"])
    assert not state.sheets["uk"].marked


def test_9_0e_the_turn_marker_advances() -> None:
    state = position(turn=2)
    state.agenda = [BeginTurn()]
    proceed(state)
    assert state.turn == 3


def test_8_11_the_upper_cubes_of_contests_left_return() -> None:
    state = position(LapseContests(), Acting("uk"), on={"serbia": "russia<uk . uk<france"})
    assert (row(state, "serbia"), state.contests) == ("russia . uk", [])


def test_8_2_3e_a_unit_that_serves_nobody_goes_home_in_preparation() -> None:
    state = position(
        Prepare(), Acting("uk"), minor_units={"spain_fleet": {"at": "africa"}, "italy_army": {"at": "serbia"}}
    )
    assert {state.minor_units[unit].at for unit in ("spain_fleet", "italy_army")} == {"home"}


def test_8_0a_nobody_is_left_when_all_have_passed() -> None:
    state = position(passed=["uk", "france", "russia", "central_powers"])
    state.agenda = [Acting("uk"), NextRound()]
    proceed(state)
    assert state.active == ""
