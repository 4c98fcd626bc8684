"""Chapter 14: the limits at a glance, each tested against the rules."""

from __future__ import annotations

import pytest

from engine.belle_epoque.action_journal import ContestRolled
from engine.belle_epoque.automated_contests import share
from engine.belle_epoque.choices import (
    BuildGreatWork,
    BuyUnits,
    CommitArmies,
    CommitFleets,
    EndRound,
    Invest,
    PlaceCubes,
    PlayIntrigue,
    RaisePrestige,
    ResolveContest,
    SellArmaments,
    SendMission,
)
from engine.belle_epoque.invariants import conserved
from engine.belle_epoque.placement import Placing
from engine.belle_epoque.printed import INTRIGUE, POWERS, TERRITORIES
from engine.belle_epoque.rounds import Acting
from engine.core.state import Side
from tests.games.belle_epoque.positions import asked, play, position, refused

RICH = {"uk": 99, "france": 99, "russia": 99, "central_powers": 99}
ARMIES = {"uk": 8, "france": 10, "russia": 14, "central_powers": 12}
ARMAMENTS = {"uk": 4, "france": 5, "russia": 5, "central_powers": 6}


@pytest.mark.parametrize("power", POWERS)
def test_14_1_no_more_armies_and_fleets_than_are_in_the_box(power: Side) -> None:
    state = position(Acting(power), treasury=RICH)
    play(state, (power, BuyUnits(ARMIES[power], 3)))
    state.agenda = [Acting(power)]
    assert refused(state, power, BuyUnits(1)) == ("reserves", "8.1b")
    assert refused(state, power, BuyUnits(0, 1)) == ("reserves", "8.1b")


@pytest.mark.parametrize("power", POWERS)
def test_14_1_no_more_armament_cubes_than_are_in_the_box(power: Side) -> None:
    where = [one for one, printed in TERRITORIES.items() if printed.continent == "africa"][: ARMAMENTS[power] + 1]
    state = position(Acting(power), arsenal={power: {"armies": len(where)}})
    for number, territory in enumerate(where, start=1):
        state.agenda = [Acting(power)]
        if number > ARMAMENTS[power]:
            assert refused(state, power, SellArmaments(territory)) == ("armament_cubes", "8.9.1b")
        else:
            play(state, (power, SellArmaments(territory)))


def test_14_1_no_more_than_40_mission_cubes() -> None:
    full = {one: "uk " * printed.spaces for one, printed in list(TERRITORIES.items())[:6]}
    on_map = sum(TERRITORIES[one].spaces for one in full)
    state = position(on=full, embassies={"uk": 40 - on_map})
    state.sheets["uk"].embassies += 1
    assert conserved(state) == ["too many cubes of uk: -1 in the general reserve"]


def test_14_2_two_cubes_on_a_space() -> None:
    state = position(on={"serbia": "france<russia"}, embassies={"uk": 1})
    assert refused(state, "uk", SendMission("serbia", 1)) == ("contest_there", "8.2.1b")


def test_14_2_half_the_spaces_in_the_initial_placement() -> None:
    state = position(Placing("russia"), on={"serbia": "france france france"})
    assert refused(state, "russia", PlaceCubes(("serbia", "romania"))) == ("half_full", "3.3d")


def test_14_3_in_a_round_each_kind_of_action_once_and_two_in_all() -> None:
    state = position(embassies={"uk": 3}, treasury=RICH)
    play(state, ("uk", Invest()))
    assert refused(state, "uk", Invest()) == ("kind_used", "8.0.1a")
    play(state, ("uk", BuyUnits(1)))
    assert asked(state) != ["uk"]


def test_14_3_in_a_turn_one_prestige_action() -> None:
    state = position(Acting("uk"), Acting("uk"), treasury=RICH)
    play(state, ("uk", RaisePrestige()), ("uk", EndRound()))
    assert refused(state, "uk", RaisePrestige()) == ("prestige_bought", "8.5a")


def test_14_3_in_a_turn_one_card_against_a_power() -> None:
    card = next(one.id for one in INTRIGUE.values() if "financial_scandal" in one.halves)
    state = position(intrigue_hands={"uk": [card]}, treasury=RICH, marked=["france", "russia", "central_powers"])
    assert refused(state, "uk", PlayIntrigue(card, "financial_scandal")) == ("no_target", "8.6.1a")


def test_14_3_in_a_game_one_great_work() -> None:
    state = position(treasury=RICH, great_works={"uk": True})
    assert refused(state, "uk", BuildGreatWork()) == ("built_already", "8.3a")


def test_14_3_in_a_game_one_sale_of_armaments_in_a_territory() -> None:
    state = position(on={"libya": "arm"}, armament_cubes={"france": 4}, arsenal={"uk": {"armies": 1}})
    assert refused(state, "uk", SellArmaments("libya")) == ("armed_already", "8.9.1a")


LIMITS = [("france", (), 4), ("uk", (), 5), ("central_powers", (), 4), ("central_powers", ("superior_doctrine",), 6)]


@pytest.mark.parametrize(("power", "in_force", "most"), LIMITS)
def test_14_4_the_bonus_in_contests_has_a_limit(power: Side, in_force: tuple[str, ...], most: int) -> None:
    """The Power commits all it can: a Fleet and every Army."""
    state = position(
        Acting(power),
        on={"serbia": f"russia<{power}"},
        treasury=RICH,
        arsenal={power: {"armies": 7}},
        fleet_boxes={"europe": [{"of": power, "ready": True}]},
        this_turn=[*in_force],
        dice={"attacker": [1], "defender": [6]},
    )
    play(state, (power, ResolveContest("serbia", 1)), (power, CommitFleets(1)))
    told = play(state, (power, CommitArmies(7)))
    assert ContestRolled("serbia", 1, (1, most), (6, 0)) in told


def test_14_4_of_automated_powers_four() -> None:
    assert max(share(arsenal, contests) for arsenal in range(30) for contests in range(1, 9)) == 4
