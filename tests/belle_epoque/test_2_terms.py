"""Chapter 2: pieces, majority, Alliance and Control."""

from typing import Any

import pytest

from engine.belle_epoque.board import general_reserve, majority
from engine.belle_epoque.choices import Invest, PlayIntrigue, ResolveContest, SendMission
from engine.belle_epoque.events import DrawEvent, put_away
from engine.belle_epoque.game import GAME
from engine.belle_epoque.journal import AllianceBegan, AllianceEnded, ControlBegan, ControlEnded
from engine.belle_epoque.printed import EVENTS, INTRIGUE, MINOR_UNITS, NATIONAL, POWERS, SHEETS, TERRITORIES
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.setup import Options
from engine.core.agenda import proceed
from tests.belle_epoque.positions import offered, play, position, row
from tests.belle_epoque.worked import carry_out


def test_2_0a_each_power_has_its_units_cubes_and_cards() -> None:
    armies = {power: SHEETS[power].armies.max for power in POWERS}
    assert armies == {"uk": 8, "france": 10, "russia": 14, "central_powers": 12}
    assert {SHEETS[power].md_cubes for power in POWERS} == {40}
    assert {SHEETS[power].fleets.max for power in POWERS} == {3}
    assert [SHEETS[power].armament_cubes for power in POWERS] == [4, 5, 5, 6]
    assert [sum(card.power == power for card in NATIONAL.values()) for power in POWERS] == [4, 4, 4, 4]


def test_2_0b_events_intrigue_and_cubes_of_minor_nations() -> None:
    assert sum(not card.promo for card in EVENTS.values()) == 25
    assert sum(not card.promo for card in INTRIGUE.values()) == 28
    assert len(TERRITORIES) == 27
    assert len(MINOR_UNITS) == 6


def test_2_0c_promotional_cards_are_an_option() -> None:
    with_promo = GAME.start(4, "ab" * 32, Options(promo=True))
    assert len(with_promo.intrigue_deck) == 31
    assert len(GAME.start(4, "ab" * 32).intrigue_deck) == 28


def test_2_0c_without_the_option_they_are_in_no_deck() -> None:
    for promo in (False, True):
        state = GAME.start(4, "ab" * 32, Options(promo=promo))
        decks = {*state.intrigue_deck, *put_away(state, 2), *state.events_away}
        printed = {card.id for card in INTRIGUE.values() if card.promo}
        printed |= {event.id for event in EVENTS.values() if event.promo}
        assert decks & printed == (printed if promo else set())


def test_2_0c_the_dreyfus_affair_is_carried_out_like_any_event() -> None:
    state = GAME.start(4, "ab" * 32, Options(promo=True))
    state.events.append("ev_dreyfus_affair")
    state.agenda = [DrawEvent()]
    proceed(state)
    assert {power: sheet.prestige for power, sheet in state.sheets.items() if sheet.prestige != 5} == {"france": 3}


@pytest.mark.parametrize("card", [card.id for card in INTRIGUE.values() if card.promo])
def test_2_0c_both_halves_of_a_promotional_card_can_be_played(card: str) -> None:
    board: dict[str, Any] = {"treasury": {"uk": 20}, "arsenal": {"russia": {"armies": 2}}}
    on = {"serbia": "russia france", "egypt_sudan": "france"}
    state = position(on=on, intrigue_hands={"uk": [card]}, **board)
    assert {play.half for play in offered(state, PlayIntrigue)} == set(INTRIGUE[card].halves)


def test_2_2b_money_is_not_limited() -> None:
    state = position(treasury={"uk": 900}, embassies={"uk": 1})
    play(state, ("uk", Invest()))
    assert state.sheets["uk"].money == 902


def test_2_6a_spaces_and_their_die_faces() -> None:
    for territory in TERRITORIES.values():
        assert territory.die_faces == (1, 2, 3, 4, 5, 6, None, None)[: territory.spaces]
        assert territory.spaces in (4, 6, 8)


def test_2_6c_cubes_that_are_nowhere_else_are_in_the_general_reserve() -> None:
    state = position(on={"serbia": "uk russia<uk"}, embassies={"uk": 3})
    assert general_reserve(state, "uk") == 40 - 2 - 3


def test_2_2a_what_the_supply_lacks_is_not_there() -> None:
    state = position(on={"algeria_morocco": "spain", "micronesia": "spain"})
    assert general_reserve(state, "spain") == 0


def test_2_6e_more_than_half_of_the_spaces_that_no_armament_cube_takes() -> None:
    assert majority(position(on={"serbia": "uk uk uk"}), "serbia") is None
    assert majority(position(on={"serbia": "uk uk uk uk"}), "serbia") == "uk"
    armed = position(on={"china": "uk uk uk uk . . arm arm"}, armament_cubes={"russia": 3})
    assert majority(armed, "china") == "uk"


def test_2_6e_the_upper_cube_of_a_contest_does_not_count_the_lower_one_does() -> None:
    state = position(on={"serbia": "uk uk uk uk<russia france<uk"})
    assert state.held == {"serbia": "uk"}


def test_2_6f_alliances_are_looked_at_first_since_cubes_of_allies_count_in_colonies() -> None:
    on = {"portugal": "uk uk", "namibia": "portugal portugal uk uk", "tanganyika": "portugal"}
    state = position(on=on, embassies={"uk": 1})
    told = play(state, ("uk", SendMission("portugal", 3)))
    assert told[1:] == [AllianceBegan("uk", "portugal"), ControlBegan("uk", "namibia")]


def test_2_6f_control_through_an_ally_ends_with_the_alliance() -> None:
    on = {"portugal": "uk uk uk<russia", "namibia": "portugal portugal uk uk"}
    state = position(Acting("russia"), on=on, dice={"attacker": [6], "defender": [1]})
    assert state.held == {"portugal": "uk", "namibia": "uk"}
    told = play(state, ("russia", ResolveContest("portugal", 3)))
    assert told[-2:] == [AllianceEnded("uk", "portugal"), ControlEnded("uk", "namibia")]
    assert state.held == {}


def test_2_6f_control_ends_when_the_cubes_of_an_ally_leave() -> None:
    state = position(on={"portugal": "uk uk uk", "namibia": "portugal portugal uk uk"})
    told = carry_out(state, {"phase": "event", "event": "ev_portugal_bankruptcy"})
    assert ControlEnded("uk", "namibia") in told
    assert row(state, "namibia") == ". . uk uk"
