"""8.2: missions, the majorities and alliances that they bring, and the units of minor nations."""

from __future__ import annotations

import pytest

from engine.belle_epoque.action_journal import MissionSent
from engine.belle_epoque.choices import (
    Pass,
    ResolveContest,
    SendMission,
)
from engine.belle_epoque.journal import (
    AllianceBegan,
    AllianceEnded,
    ControlBegan,
    PrestigeMoved,
    Scored,
)
from engine.belle_epoque.printed import MINOR_UNITS, TERRITORIES
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.state import MinorUnit
from engine.belle_epoque.turn import Score
from tests.games.belle_epoque.positions import offered, play, position, refused, row
from tests.games.belle_epoque.test_8_actions import CUBES, fleets


def test_8_2a_one_cube_from_the_embassies() -> None:
    state = position(embassies={"uk": 1})
    assert play(state, ("uk", SendMission("serbia", 1))) == [MissionSent("uk", "serbia", 1)]
    assert (state.sheets["uk"].embassies, row(state, "serbia")) == (0, "uk")
    assert refused(position(), "uk", SendMission("serbia", 1)) == ("no_cube", "8.2a")


def test_8_2a_onto_a_rivals_cube_it_prepares_a_contest() -> None:
    state = position(embassies={"uk": 1}, on={"serbia": "russia"})
    assert play(state, ("uk", SendMission("serbia", 1))) == [MissionSent("uk", "serbia", 1, "russia")]
    assert row(state, "serbia") == "russia<uk"


def test_8_2b_a_majority_is_alliance_at_once() -> None:
    state = position(embassies={"uk": 1}, on={"greece": "uk uk"})
    assert AllianceBegan("uk", "greece") in play(state, ("uk", SendMission("greece", 3)))


@pytest.mark.parametrize("how", ["ready", "exhausted"])
def test_8_2_1a_overseas_a_fleet_has_to_stand_in_the_box(how: str) -> None:
    state = position(embassies=CUBES, fleet_boxes=fleets(africa=how))
    assert refused(state, "uk", SendMission("china", 1)) == ("no_fleet", "8.2.1a")
    play(state, ("uk", SendMission("libya", 1)))


def test_8_2_1a_an_allied_fleet_will_do() -> None:
    state = position(embassies=CUBES, on={"spain": "uk uk uk uk"}, minor_units={"spain_fleet": {"at": "asia"}})
    play(state, ("uk", SendMission("china", 1)))


def test_8_2_1b_nobody_adds_to_a_contest() -> None:
    state = position(Acting("france"), embassies=CUBES, on={"serbia": "russia<uk uk"})
    assert refused(state, "france", SendMission("serbia", 1)) == ("contest_there", "8.2.1b")
    play(state, ("france", SendMission("serbia", 2)))


def test_8_2_1c_the_lowest_free_numbered_space_or_the_lowest_without_a_number() -> None:
    state = position(embassies=CUBES, on={"italy": "uk . uk"})
    assert [choice.space for choice in offered(state, SendMission) if choice.territory == "italy"] == [2, 7]
    assert refused(state, "uk", SendMission("italy", 4)) == ("lowest_space", "8.2.1c")


def test_8_2_1d_a_contest_may_be_prepared_although_spaces_are_free() -> None:
    state = position(embassies=CUBES, on={"serbia": ". russia"})
    play(state, ("uk", SendMission("serbia", 2)))


def test_8_2_1e_not_onto_own_cubes_armaments_or_cubes_of_an_ally() -> None:
    on = {"portugal": "uk uk uk", "namibia": "portugal uk france arm"}
    state = position(embassies=CUBES, on=on, armament_cubes={"russia": 4}, fleet_boxes=fleets(africa="ready"))
    for space in (1, 2, 4):
        assert refused(state, "uk", SendMission("namibia", space)) == ("no_rival_there", "8.2.1e")
    play(state, ("uk", SendMission("namibia", 3)))


def test_8_2_1f_not_into_a_territory_that_a_rival_has_closed() -> None:
    state = position(embassies=CUBES, closed={"serbia": ["russia"]})
    assert refused(state, "uk", SendMission("serbia", 1)) == ("closed", "8.2.1f")
    own = position(embassies=CUBES, closed={"serbia": ["uk"]})
    play(own, ("uk", SendMission("serbia", 1)))


def test_8_2_2_russia_needs_no_fleet_for_four_territories() -> None:
    state = position(Acting("russia"), embassies=CUBES)
    reached = {choice.territory for choice in offered(state, SendMission)}
    asia = {"persia", "afghanistan_baluchistan", "china", "manchuria_korea"}
    assert asia < reached
    assert not reached & {"japan", "indochina", "micronesia", "melanesia", "libya"}


def test_8_2_3a_the_bonus_of_each_minor_nation() -> None:
    bonuses = {one.id: one.bonus for one in TERRITORIES.values() if one.bonus}
    assert {name for name, bonus in bonuses.items() if bonus.money == 2} == {
        "belgium",
        "netherlands",
        "portugal",
        "romania",
    }
    assert {unit: kind.usable_in for unit, kind in MINOR_UNITS.items()} == {
        "spain_fleet": ("europe", "africa", "asia"),
        "italy_army": ("europe", "africa", "asia"),
        "italy_fleet": ("europe", "africa", "asia"),
        "greece_fleet": ("europe",),
        "bulgaria_army": ("europe",),
        "japan_fleet": ("asia",),
    }
    assert (bonuses["ottoman_empire"].draw, bonuses["ottoman_empire"].keep, bonuses["serbia"].delta) == (2, 1, 1)


def test_8_2_3c_in_colonies_the_cubes_of_an_ally_count_in_minor_nations_they_do_not() -> None:
    on = {"portugal": "uk uk uk", "namibia": "portugal portugal uk uk", "serbia": "portugal uk uk uk"}
    assert position(on=on).held == {"portugal": "uk", "namibia": "uk"}


def test_8_2_4_a_majority_in_a_colony_is_control() -> None:
    state = position(embassies=CUBES, on={"libya": "uk uk uk"}, fleet_boxes=fleets(africa="ready"))
    assert ControlBegan("uk", "libya") in play(state, ("uk", SendMission("libya", 4)))


def test_8_2_3d_units_change_hands_as_they_are() -> None:
    state = position(
        Acting("russia"),
        on={"spain": "uk<russia uk uk uk russia russia"},
        dice={"attacker": [6], "defender": [1]},
        minor_units={"spain_fleet": {"at": "africa", "ready": False}},
    )
    play(state, ("russia", ResolveContest("spain", 1)))
    assert (state.held, state.minor_units["spain_fleet"]) == ({}, MinorUnit("africa", ready=False))
    state.agenda, state.sheets["russia"].embassies = [Acting("russia")], 1
    state.spaces["spain"] = ("russia", "uk", "uk", "", "russia", "russia")
    play(state, ("russia", SendMission("spain", 4)))
    assert (state.held, state.minor_units["spain_fleet"]) == ({"spain": "russia"}, MinorUnit("africa", ready=False))


def test_8_2_3e_a_newly_won_unit_goes_to_the_arsenal_and_home_with_the_alliance() -> None:
    state = position(embassies=CUBES, on={"greece": "uk uk"})
    play(state, ("uk", SendMission("greece", 3)))
    assert state.minor_units["greece_fleet"] == MinorUnit("arsenal")


def test_8_2_3f_serbias_prestige_comes_and_goes_with_the_alliance() -> None:
    state = position(
        Acting("russia"),
        on={"serbia": "uk uk uk uk<russia"},
        dice={"attacker": [6], "defender": [1]},
        prestige={"uk": 6},
    )
    told = play(state, ("russia", ResolveContest("serbia", 4)))
    assert told[-2:] == [AllianceEnded("uk", "serbia"), PrestigeMoved("uk", -1, 5)]


def test_8_2_6_cubes_may_be_kept() -> None:
    state = position(embassies=CUBES)
    play(state, ("uk", Pass()))
    assert state.sheets["uk"].embassies == 4


def test_8_2_3b_alliances_give_vp_at_each_scoring() -> None:
    state = position(on={"netherlands": "uk uk uk uk"})
    for turn in (3, 6, 9):
        state.turn = turn
        Score().run(state)
    told = [
        dict(entry.points)["territories"] for entry in state.news if isinstance(entry, Scored) and entry.side == "uk"
    ]
    assert told == [TERRITORIES["netherlands"].vp] * 3
