"""8.7 and 8.6.4, 8.11: contests: the units of both sides, the dice, and rolling again."""

from __future__ import annotations

from typing import Any

import pytest

from engine.belle_epoque.action_journal import BothLeft, ContestRolled, ContestWon, DieRolledAgain, LeftAsItIs
from engine.belle_epoque.choices import ChangeStrategy, CommitArmies, CommitFleets, LetBe, ResolveContest
from engine.belle_epoque.contests import SendingArmies, SendingFleets
from engine.belle_epoque.reactions import Reacting
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.state import BelleEpoque, MinorUnit
from tests.games.belle_epoque.positions import asked, offered, play, position, question, refused, row

RESOLVE = ("uk", ResolveContest("serbia", 1))
MONEY = {"uk": 20, "france": 20, "russia": 20, "central_powers": 20}


def fight(cubes: str = "france<uk", attacker: int = 4, defender: int = 3, **board: Any) -> BelleEpoque:
    """Lay out a contest, by default on the first space of Serbia."""
    on = {"serbia": cubes} | board.pop("on", {})
    dice: dict[str, Any] = {"attacker": [attacker], "defender": [defender]} | board.pop("more_dice", {})
    return position(on=on, dice=dice, **board)


def units(armies: dict[str, int], **fleets: str) -> dict[str, Any]:
    """Return Armies in the Arsenal, and one ready Fleet of each of these Powers in this box."""
    boxes: dict[str, list[dict[str, Any]]] = {}
    for power, continent in fleets.items():
        boxes.setdefault(continent, []).append({"of": power, "ready": True})
    arsenal = {power: {"armies": count} for power, count in armies.items()}
    return {"treasury": MONEY, "arsenal": arsenal, "fleet_boxes": boxes}


def test_8_7_only_the_owner_of_the_upper_cube_resolves() -> None:
    state = fight("uk<france")
    assert refused(state, *RESOLVE) == ("not_your_contest", "8.7")


def test_8_7_the_defender_acts_although_it_has_passed() -> None:
    state = fight(passed=["france"], **units({"france": 1}))
    play(state, RESOLVE)
    assert asked(state) == ["france"]


def test_8_7a_to_8_7d_fleets_of_both_then_armies_of_both() -> None:
    state = fight(**units({"uk": 1, "france": 1}, uk="europe", france="europe"))
    play(state, RESOLVE)
    order = []
    while isinstance(step := question(state), SendingFleets | SendingArmies):
        order.append((step.side, type(step).__name__))
        play(state, (step.side, offered(state)[0]))
    assert order == [
        ("uk", "SendingFleets"),
        ("france", "SendingFleets"),
        ("france", "SendingArmies"),
        ("uk", "SendingArmies"),
    ]


def test_8_7a_fleets_cost_two_pounds_and_are_exhausted() -> None:
    state = fight(**units({}, uk="europe"))
    play(state, RESOLVE, ("uk", CommitFleets(1)))
    sheet = state.sheets["uk"]
    assert (sheet.money, sheet.ready, sheet.exhausted) == (18, {}, {"europe": 1})


def test_8_7c_armies_cost_a_pound_and_stand_beside_the_territory() -> None:
    state = fight(**units({"france": 3}))
    play(state, RESOLVE, ("france", CommitArmies(2)))
    sheet = state.sheets["france"]
    assert (sheet.money, sheet.armies, sheet.armies_out) == (18, 1, {"serbia": 2})


def test_8_7b_and_8_7d_the_other_side_does_the_same() -> None:
    state = fight(**units({"uk": 1, "france": 1}, france="europe"))
    play(state, RESOLVE, ("france", CommitFleets(1)), ("france", CommitArmies(0)), ("uk", CommitArmies(1)))
    assert state.sheets["france"].exhausted == {"europe": 1}
    assert state.sheets["uk"].armies_out == {"serbia": 1}


@pytest.mark.parametrize(
    ("armies", "fleet", "bonus"), [(0, False, 0), (3, False, 3), (5, False, 4), (1, True, 3), (4, True, 4)]
)
def test_8_7e_two_for_a_fleet_one_for_an_army_at_most_four(armies: int, fleet: bool, bonus: int) -> None:
    state = fight("uk<france", **units({"france": 5}, france="europe"))
    state.agenda = [Acting("france")]
    play(state, ("france", ResolveContest("serbia", 1)), ("france", CommitFleets(int(fleet))))
    told = play(state, ("france", CommitArmies(armies)))
    assert ContestRolled("serbia", 1, (4, bonus), (3, 0)) in told


@pytest.mark.parametrize(("armies", "bonus"), [(0, 3), (1, 4), (2, 5), (4, 5)])
def test_8_7g_the_uk_has_one_more_with_an_own_fleet_up_to_five(armies: int, bonus: int) -> None:
    state = fight(**units({"uk": 5}, uk="europe"))
    told = play(state, RESOLVE, ("uk", CommitFleets(1)), ("uk", CommitArmies(armies)))
    assert ContestRolled("serbia", 1, (4, bonus), (3, 0)) in told


@pytest.mark.parametrize(("armies", "bonus"), [(0, 0), (1, 2), (3, 4), (5, 4)])
def test_8_7h_the_central_powers_have_one_more_attacking_with_an_army(armies: int, bonus: int) -> None:
    state = fight("uk<central_powers", **units({"central_powers": 5}))
    state.agenda = [Acting("central_powers")]
    told = play(state, ("central_powers", ResolveContest("serbia", 1)), ("central_powers", CommitArmies(armies)))
    assert ContestRolled("serbia", 1, (4, bonus), (3, 0)) in told


@pytest.mark.parametrize(("armies", "bonus"), [(0, 2), (1, 4), (2, 5), (3, 6), (5, 6)])
def test_8_7f_superior_doctrine_adds_two_up_to_six(armies: int, bonus: int) -> None:
    state = fight("uk<central_powers", this_turn=["superior_doctrine"], **units({"central_powers": 5}))
    state.agenda = [Acting("central_powers")]
    told = play(state, ("central_powers", ResolveContest("serbia", 1)), ("central_powers", CommitArmies(armies)))
    assert ContestRolled("serbia", 1, (4, bonus), (3, 0)) in told


def test_8_7i_both_roll_a_die_and_add_their_bonus() -> None:
    state = fight(attacker=2, defender=5, **units({"uk": 4}))
    told = play(state, RESOLVE, ("uk", CommitArmies(4)))
    assert ContestRolled("serbia", 1, (2, 4), (5, 0)) in told
    assert ContestWon("serbia", 1, "uk", "france") in told


def test_8_7j_the_higher_total_keeps_its_cube() -> None:
    won = fight()
    assert ContestWon("serbia", 1, "uk", "france") in play(won, RESOLVE)
    assert (row(won, "serbia"), won.contests) == ("uk", [])
    lost = fight(attacker=2)
    assert ContestWon("serbia", 1, "france", "uk") in play(lost, RESOLVE)
    assert row(lost, "serbia") == "france"


def test_8_7j_equal_totals_go_to_the_higher_prestige_or_both_leave() -> None:
    state = fight(attacker=3, prestige={"france": 6})
    assert ContestWon("serbia", 1, "france", "uk") in play(state, RESOLVE)
    both = fight(attacker=3)
    assert BothLeft("serbia", 1, ("uk", "france")) in play(both, RESOLVE)
    assert row(both, "serbia") == ""


def test_8_7k_nobody_commits_what_it_cant_pay() -> None:
    state = fight(**units({"france": 5}) | {"treasury": {"france": 2}})
    play(state, RESOLVE)
    assert refused(state, "france", CommitArmies(3)) == ("too_dear", "8.7k")
    assert [choice.own for choice in offered(state)] == [0, 1, 2]


def test_8_7l_overseas_armies_need_a_fleet_in_the_box() -> None:
    dice: dict[str, Any] = {"attacker": [4], "defender": [3]}
    state = position(on={"libya": "france<uk"}, dice=dice, **units({"uk": 2}))
    told = play(state, ("uk", ResolveContest("libya", 1)))
    assert ContestRolled("libya", 1, (4, 0), (3, 0)) in told
    state = position(on={"libya": "france<uk"}, dice=dice, **units({"uk": 2}, uk="africa"))
    play(state, ("uk", ResolveContest("libya", 1)), ("uk", CommitFleets(0)))
    assert isinstance(question(state), SendingArmies)


@pytest.mark.parametrize(("territory", "comes"), [("persia", True), ("japan", False)])
def test_8_7l_russia_comes_by_land_to_four_territories(territory: str, comes: bool) -> None:
    dice: dict[str, Any] = {"attacker": [4], "defender": [3]}
    state = position(Acting("russia"), on={territory: "france<russia"}, dice=dice, **units({"russia": 2}))
    play(state, ("russia", ResolveContest(territory, 1)))
    assert isinstance(question(state), SendingArmies) == comes


def test_8_7m_a_side_that_can_commit_nothing_is_not_asked() -> None:
    state = fight()
    play(state, RESOLVE)
    assert isinstance(question(state), Acting)


@pytest.mark.parametrize(("nation", "bonus"), [("boers", 1), ("spain", 1), ("japan", 2), ("united_states", 2)])
def test_8_7_1_a_nation_without_an_ally_has_a_fixed_bonus_and_loses_on_equal_totals(nation: str, bonus: int) -> None:
    state = fight(f"{nation}<uk", attacker=3 + bonus, defender=3)
    told = play(state, RESOLVE)
    assert ContestRolled("serbia", 1, (3 + bonus, 0), (3, bonus)) in told
    assert ContestWon("serbia", 1, "uk", nation) in told


def test_8_7_2_units_of_allies_cost_nothing() -> None:
    state = fight(on={"italy": "france france france france france"}, treasury={})
    play(state, RESOLVE)
    told = play(state, ("france", CommitArmies(0, ("italy_army",))))
    assert ContestRolled("serbia", 1, (4, 0), (3, 1)) in told
    assert state.minor_units["italy_army"] == MinorUnit("serbia", ready=False)


def test_8_7_3_bulgarias_army_helps_in_europe_only() -> None:
    on = {"bulgaria": "france france france france", "libya": "france<uk"}
    boxes = {"africa": [{"of": "france", "ready": False}]}
    dice: dict[str, Any] = {"attacker": [4], "defender": [3]}
    state = position(on=on, dice=dice, fleet_boxes=boxes)
    play(state, ("uk", ResolveContest("libya", 1)))
    assert isinstance(question(state), Acting)


def test_8_7_4_the_ally_of_an_attacked_nation_defends_without_a_fixed_bonus() -> None:
    on = {"portugal": "france france france", "namibia": "portugal<uk"}
    dice: dict[str, Any] = {"attacker": [3], "defender": [3]}
    board = units({"france": 1}, france="africa") | {"prestige": {"france": 6}}
    state = position(on=on, dice=dice, **board)
    play(state, ("uk", ResolveContest("namibia", 1)))
    told = play(state, ("france", CommitFleets()), ("france", CommitArmies()))
    assert ContestRolled("namibia", 1, (3, 0), (3, 0)) in told
    assert ContestWon("namibia", 1, "portugal", "uk") in told


def test_8_2_5c_not_against_ones_own_cube_or_that_of_an_ally() -> None:
    state = fight("uk<uk")
    assert refused(state, *RESOLVE) == ("against_oneself", "8.2.5c")
    state = position(on={"portugal": "uk uk uk", "namibia": "portugal<uk"})
    assert refused(state, "uk", ResolveContest("namibia", 1)) == ("against_oneself", "8.2.5c")


# Rolling again

HANDS = {"uk": ["in_23"], "france": ["in_24", "in_05"]}


def test_8_6_4_who_would_lose_may_roll_again_and_then_the_other_one() -> None:
    more = {"attacker": [2, 6], "defender": [3, 1]}
    state = fight(more_dice=more, intrigue_hands=HANDS, passed=["france"])
    play(state, RESOLVE)
    assert isinstance(question(state), Reacting)
    assert asked(state) == ["uk"]
    told = play(state, ("uk", ChangeStrategy("in_23")))
    assert told[0] == DieRolledAgain("uk", "in_23", 6)
    assert asked(state) == ["france"]
    told = play(state, ("france", ChangeStrategy("in_24")))
    assert told[0] == DieRolledAgain("france", "in_24", 1)
    assert asked(state) == ["france"]
    assert ContestWon("serbia", 1, "uk", "france") in play(state, ("france", LetBe()))
    assert state.intrigue_discard == ["in_23", "in_24"]


def test_8_6_4_the_contest_ends_when_the_loser_lets_it_be() -> None:
    state = fight(attacker=2, intrigue_hands=HANDS)
    play(state, RESOLVE)
    told = play(state, ("uk", LetBe()))
    assert told == [LeftAsItIs("uk"), ContestWon("serbia", 1, "france", "uk")]


def test_8_6_4_if_both_cubes_would_leave_the_attacker_is_asked_first() -> None:
    state = fight(attacker=3, more_dice={"attacker": [3], "defender": [3, 5]}, intrigue_hands=HANDS)
    play(state, RESOLVE)
    assert asked(state) == ["uk"]
    play(state, ("uk", LetBe()))
    assert asked(state) == ["france"]
    play(state, ("france", ChangeStrategy("in_24")))
    assert asked(state) == ["uk"]


def test_8_6_5_everybody_with_an_intrigue_card_is_asked_whatever_it_is() -> None:
    state = fight(attacker=2, intrigue_hands={"uk": ["in_05"]})
    play(state, RESOLVE)
    assert offered(state) == [LetBe()]


def test_8_6_5_and_nobody_without_one() -> None:
    state = fight(attacker=2)
    play(state, RESOLVE)
    assert isinstance(question(state), Acting)


def test_8_7d_armies_of_the_attacker_come_last_and_cost_as_those_of_the_defender() -> None:
    state = fight(**units({"uk": 3, "france": 1}))
    play(state, RESOLVE, ("france", CommitArmies(1)))
    assert isinstance(step := question(state), SendingArmies)
    assert step.side == "uk"
    told = play(state, ("uk", CommitArmies(2)))
    sheet = state.sheets["uk"]
    assert (sheet.money, sheet.armies, sheet.armies_out) == (18, 1, {"serbia": 2})
    assert ContestRolled("serbia", 1, (4, 2), (3, 1)) in told
