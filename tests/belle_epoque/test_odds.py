"""8.7i, 8.7j: the chances that the table shows are those of the dice, and go by what everybody can see."""

from __future__ import annotations

from typing import Any

import pytest

from engine.belle_epoque.automated_contests import AutomatedContests
from engine.belle_epoque.choices import CommitArmies, CommitFleets
from engine.belle_epoque.clash import Clash, Force
from engine.belle_epoque.odds import Odds, faces_that_save, odds, outlooks
from engine.belle_epoque.reactions import Dice, bonus, losers
from engine.belle_epoque.view import view
from tests.belle_epoque.automated_positions import table
from tests.belle_epoque.positions import play, position
from tests.belle_epoque.test_8_contests import RESOLVE, fight, units
from tests.belle_epoque.worked import ask

CLASH = Clash("serbia", 1, "france", "uk", "france")
FACES = range(1, 7)


@pytest.mark.parametrize("prestige", [{}, {"france": 3}, {"uk": 3}], ids=["level", "defender", "attacker"])
@pytest.mark.parametrize(("attacking", "defending"), [(0, 0), (4, 0), (0, 3), (2, 3)])
def test_8_7j_the_odds_count_all_36_throws_as_the_rules_decide_them(
    prestige: dict[str, int], attacking: int, defending: int
) -> None:
    state = fight(prestige=prestige)
    clash = Clash("serbia", 1, "france", "uk", "france", Force(armies=attacking), Force(armies=defending))
    ends = [losers(state, Dice(clash, one, other)) for one in FACES for other in FACES]
    counted = Odds(ends.count(("france",)), ends.count(("uk",)), ends.count(("uk", "france")))
    found = odds(state, clash, bonus(state, clash, "uk"), bonus(state, clash, "france"))
    assert found == counted
    assert found.attacker + found.defender + found.both == 36


def test_8_7_1_on_equal_totals_the_power_wins_against_a_nation_without_an_ally() -> None:
    state = position(on={"libya": "italy<uk"})
    clash = Clash("libya", 1, "italy", "uk")
    ends = [losers(state, Dice(clash, one, other)) for one in FACES for other in FACES]
    assert odds(state, clash, 0, bonus(state, clash, "")) == Odds(ends.count(("",)), ends.count(("uk",)))


def test_8_7k_before_a_contest_the_outlook_shows_how_far_both_sides_can_get() -> None:
    state = fight(**units({"uk": 5, "france": 2}, uk="europe"))
    [one] = outlooks(state)
    assert (one.attacking, one.attacking_most, one.defending, one.defending_most) == (0, 5, 0, 2)
    assert one.now == odds(state, CLASH, 0, 0)
    assert one.worst == odds(state, CLASH, 0, 2)
    assert one.best == odds(state, CLASH, 5, 0)
    assert one.full == odds(state, CLASH, 5, 2)


def test_8_7k_what_is_past_cannot_be_sent_any_more() -> None:
    state = fight(**units({"uk": 1, "france": 2}, uk="europe", france="europe"))
    play(state, RESOLVE, ("uk", CommitFleets()))
    [one] = outlooks(state)
    assert (one.attacking_most, one.defending_most) == (1, 4)
    play(state, ("france", CommitFleets()), ("france", CommitArmies(2)))
    [one] = outlooks(state)
    assert (one.attacking, one.attacking_most, one.defending, one.defending_most) == (0, 1, 2, 2)


def test_8_7k_no_more_than_can_be_paid_is_counted() -> None:
    board: dict[str, Any] = units({"uk": 5}, uk="europe") | {"treasury": {"uk": 3}}
    [one] = outlooks(fight(**board))
    assert one.attacking_most == 4, "a Fleet for 2, and an Army for 1, and the one of Great Britain's own Fleet"


def test_13_9_3_against_an_automated_power_its_bonus_is_known_and_all_units_may_still_be_sent() -> None:
    board = units({"uk": 3}, uk="africa") | {"treasury": {"uk": 20}}
    state = table("uk", turn=2, on={"libya": "france<uk"}, **board)
    ask(state, AutomatedContests())
    [one] = outlooks(state)
    assert (one.attacker, one.defender, one.territory, one.space) == ("uk", "france", "libya", 1)
    assert (one.attacking, one.attacking_most, one.defending, one.defending_most) == (0, 5, 4, 4)
    shown = view(state, None).duel
    assert shown
    assert (shown.asked, shown.stage, shown.chances) == ("uk", 0, [])
    assert (shown.attacker.bonus, shown.defender.bonus) == (0, 4)
    assert (shown.attacker.chance, shown.defender.chance) == (3, 92)


def test_8_6_4_the_chance_of_a_new_die_counts_the_faces_that_save_the_cube() -> None:
    state = fight(attacker=2, intrigue_hands={"uk": ["in_05"]})
    play(state, RESOLVE)
    assert view(state, None).new_die == 3, "with a 3 both cubes leave"
    assert faces_that_save(state, Dice(CLASH, 2, 3), "uk") == 3


def test_the_outlook_is_the_same_for_everybody() -> None:
    state = fight(**units({"uk": 5, "france": 2}))
    assert view(state, "uk").outlooks == view(state, None).outlooks
