"""Chapter 2: pieces, majority, Alliance and Control."""

import re
from colorsys import rgb_to_hsv
from pathlib import Path
from typing import Any

import pytest

from engine.belle_epoque.board import IN_CONTINENT, general_reserve, majority
from engine.belle_epoque.choices import DeployFleets, EndRound, Invest, PlayIntrigue, ResolveContest, SendMission
from engine.belle_epoque.events import DrawEvent, put_away
from engine.belle_epoque.game import GAME
from engine.belle_epoque.holdings import recheck
from engine.belle_epoque.journal import AllianceBegan, AllianceEnded, ControlBegan, ControlEnded
from engine.belle_epoque.printed import (
    CONTINENTS,
    EVENTS,
    INTRIGUE,
    MINOR_UNITS,
    NATIONAL,
    NATIONS,
    POWERS,
    SHEETS,
    TERRITORIES,
    TURNS,
)
from engine.belle_epoque.rounds import Acting, BeginActions
from engine.belle_epoque.scoring import score
from engine.belle_epoque.setup import Options
from engine.belle_epoque.view import view
from engine.core.agenda import proceed
from engine.core.state import Side
from tests.games.belle_epoque.positions import offered, play, position, row
from tests.games.belle_epoque.worked import carry_out


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


FLEET = {"africa": [{"of": "uk", "ready": True}]}


def test_2_1_with_mission_cubes_alliances_and_control_are_won() -> None:
    on = {"netherlands": "uk uk uk", "libya": "uk uk uk"}
    state = position(Acting("uk"), Acting("uk"), on=on, embassies={"uk": 2}, fleet_boxes=FLEET)
    assert play(state, ("uk", SendMission("netherlands", 4)))[-1] == AllianceBegan("uk", "netherlands")
    state.agenda = [Acting("uk")]
    assert play(state, ("uk", SendMission("libya", 4)))[-1] == ControlBegan("uk", "libya")


def colour(css: str, selector: str, name: str) -> tuple[int, int, int]:
    """Return the red, green and blue of a colour in a style sheet."""
    found = re.search(rf"{re.escape(selector)}\s*{{[^}}]*{name}: #([0-9a-f]{{6}})", css)
    assert found, selector
    red, green, blue = (int(found[1][at : at + 2], 16) for at in (0, 2, 4))
    return red, green, blue


def hue(side: Side) -> tuple[float, float]:
    """Return the hue of a Power's colour in degrees, and its saturation."""
    red, green, blue = colour((STYLES / "horloge.css").read_text(), f".side-{GAME.showing.tones[side]}", "--side")
    degrees, saturation, _ = rgb_to_hsv(red / 255, green / 255, blue / 255)
    return 360 * degrees, saturation


STYLES = Path(__file__).parents[3] / "static" / "css"


@pytest.mark.parametrize(("power", "least", "most"), [("russia", 90, 170), ("france", 200, 250), ("uk", 340, 380)])
def test_2_3_russia_is_green_france_blue_great_britain_red(power: Side, least: int, most: int) -> None:
    degrees, saturation = hue(power)
    assert least <= degrees <= most or least <= degrees + 360 <= most
    assert saturation > 0.5


def test_2_3_central_powers_are_grey_minor_nations_white_armaments_black() -> None:
    assert hue("central_powers")[1] < 0.25
    css = (STYLES / "belle_epoque.css").read_text()
    assert min(colour(css, ".cube.be-minor", "background")) > 230
    assert max(colour(css, ".cube.be-arms", "background")) < 40


OUT: dict[str, dict[str, int]] = {"uk": {"serbia": 1}, "france": {}, "russia": {}, "central_powers": {}}


def test_2_4a_armies_and_fleets_are_ready_or_exhausted() -> None:
    boxes = {"europe": [{"of": "uk", "ready": True}, {"of": "uk", "ready": False}]}
    shown = view(position(fleet_boxes=boxes, armies_out=OUT), None).powers["uk"]
    assert (shown.ready, shown.exhausted, shown.armies, shown.armies_out) == (
        {"europe": 1},
        {"europe": 1},
        0,
        {"serbia": 1},
    )


def test_2_4a_a_great_work_shows_its_vp_once_it_is_built() -> None:
    unbuilt, built = position(), position(great_works={"uk": True})
    assert (view(unbuilt, None).powers["uk"].built, view(built, None).powers["uk"].built) == (False, True)
    vp = {point.points for point in score(built) if point.reason == "belle_epoque.great_work"}
    assert vp == {SHEETS["uk"].great_work.vp}
    assert not any(point.reason == "belle_epoque.great_work" for point in score(unbuilt))


def test_2_4b_markers_show_tracks_order_vp_and_who_was_hit() -> None:
    state = position(
        BeginActions(),
        order=["russia", "uk", "france", "central_powers"],
        prestige={"uk": 7},
        bonus_marker={"uk": 8},
        vp={"uk": 12},
        marked=["uk"],
        great_works={"uk": True},
    )
    shown = view(state, None)
    power = shown.powers["uk"]
    assert (power.fleet_track, power.prestige, power.reached, power.vp, power.marked) == (1, 7, 8, 12, True)
    assert shown.order == ["russia", "uk", "france", "central_powers"]
    assert shown.powers["france"].marked is False


def test_2_5_vp_are_counted_after_both_eras_and_at_the_end() -> None:
    assert [turn.turn for turn in TURNS.values() if turn.scoring] == [3, 6, 9]


def test_2_5_where_vp_come_from() -> None:
    on = {"netherlands": "uk uk uk uk", "libya": "uk uk uk uk"}
    state = position(on=on, great_works={"uk": True}, balkan_wars_card="uk", prestige={"uk": 9})
    reasons = {point.reason.removeprefix("belle_epoque.") for point in score(state) if point.side == "uk"}
    assert reasons - {"scoring"} == {"territories", "objectives", "great_work", "prestige", "card"}


def test_2_6b_fleets_stand_in_the_box_of_a_continent_never_in_a_territory() -> None:
    assert set(CONTINENTS) == set(IN_CONTINENT)
    state = position(arsenal={"uk": {"fleets": 2}})
    goals = {to for choice in offered(state, DeployFleets) for _, _, to in choice.moves}
    assert goals == set(CONTINENTS)


def test_2_6d_every_other_power_and_every_minor_nation_is_a_rival() -> None:
    """Cubes of all of them may be attacked; the Power's own may not."""
    rivals = ["france", "russia", "central_powers", *NATIONS]
    on = {"china": " ".join(["uk", *rivals[:7]]), "persia": " ".join(rivals[7:])}
    boxes = {"asia": [{"of": "uk", "ready": True}]}
    state = position(on=on, embassies={"uk": 1}, fleet_boxes=boxes)
    attacked = {(one.territory, one.space) for one in offered(state, SendMission)}
    there = {("china", space) for space in range(2, 9)} | {("persia", space) for space in range(1, len(rivals) - 6)}
    assert attacked & {(one, space) for one in on for space in range(1, 9)} >= there
    assert ("china", 1) not in attacked


def test_2_6g_a_turn_is_one_of_nine_and_a_round_one_go_of_each_power() -> None:
    assert sorted(TURNS) == list(range(1, 10))
    state = position(BeginActions(), embassies={"uk": 2, "france": 2, "russia": 2, "central_powers": 2})
    rounds = []
    for power in (*state.order, *state.order):
        rounds.append((state.round, state.active))
        play(state, (power, Invest()), (power, EndRound()))
    assert rounds == [(number, power) for number in (1, 2) for power in state.order]


def test_2_6g_a_contest_is_a_rivals_cube_on_another_cube() -> None:
    state = position(on={"serbia": "france"}, embassies={"uk": 1})
    play(state, ("uk", SendMission("serbia", 1)))
    assert row(state, "serbia") == "france<uk"
    recheck(state, "serbia")
    assert state.held == {}
