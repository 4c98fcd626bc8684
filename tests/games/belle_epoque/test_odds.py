"""8.7i, 8.7j: the chances on the table are those of the dice, and depend only on what everyone can see."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from engine.belle_epoque.action_journal import ContestWon
from engine.belle_epoque.automated_contests import AutomatedContests, units_of
from engine.belle_epoque.choices import CommitArmies, CommitFleets, CommitUnits, LetBe
from engine.belle_epoque.clash import Clash, Force
from engine.belle_epoque.game import GAME
from engine.belle_epoque.odds import Odds, faces_that_save, odds, outlooks
from engine.belle_epoque.reactions import Dice, bonus, losers
from engine.belle_epoque.state import BelleEpoque
from engine.belle_epoque.view import clone, view
from engine.core.foresight import foresee
from tests.games.belle_epoque.automated_positions import table
from tests.games.belle_epoque.positions import offered, play, position, question
from tests.games.belle_epoque.test_8_contests import RESOLVE, fight, units
from tests.games.belle_epoque.worked import ask

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
    assert (shown.asked, shown.stage, shown.at_once) == ("uk", 0, True)
    assert (shown.attacker.bonus, shown.defender.bonus) == (0, 4)
    assert (shown.attacker.chance, shown.defender.chance) == (3, 92)


def kept(state: BelleEpoque, clash: Clash, side: str) -> int:
    """Return the chance in per cent, from all 36 throws as the rules decide them."""
    throws = [side not in losers(state, Dice(clash, one, other)) for one in FACES for other in FACES]
    return round(100 * sum(throws) / len(throws))


ALLIES = {"italy": "uk uk uk uk uk", "spain": "uk uk uk uk", "bulgaria": "uk uk uk uk"}
"""The allies of Great Britain: two Fleets and two Armies."""


def rich(**board: Any) -> dict[str, Any]:
    """Give Great Britain two Fleets in Europe, two of allies there too, and five Armies, with money for some of
    them."""
    fleets = [{"of": of, "ready": True} for of in ("uk", "uk")]
    units = {unit: {"at": "europe", "ready": True} for unit in ("italy_fleet", "spain_fleet")}
    units |= {unit: {"at": "arsenal"} for unit in ("italy_army", "bulgaria_army")}
    return {
        "fleet_boxes": {"europe": fleets},
        "minor_units": units,
        "arsenal": {"uk": {"armies": 5}, "france": {"armies": 2}},
        "treasury": {"uk": 5, "france": 5},
    } | board


def test_8_7e_before_each_commitment_the_chance_of_every_answer_is_exact() -> None:
    dice: Any = {"attacker": [1], "defender": [6]}
    state = position(on=ALLIES | {"serbia": "france<uk"}, prestige={"uk": 9, "france": 5}, dice=dice, **rich())
    play(state, RESOLVE)
    for _ in range(3):
        step: Any = question(state)
        shown = view(state, None).duel
        assert shown
        for choice in offered(state):
            part = "fleets" if isinstance(choice, CommitFleets) else "armies"
            joined = step.clash.joined_by(step.side, **{part: choice})
            assert shown.chance(choice) == kept(state, joined, step.side), choice
        play(state, (step.side, offered(state)[1]))


def test_13_9_3_the_chance_of_every_answer_is_exact_with_fleets_armies_and_units_of_allies() -> None:
    state = table(
        "uk", turn=2, on=ALLIES | {"serbia": "france<uk"}, **rich(arsenal={"uk": {"armies": 5}}, treasury={"uk": 5})
    )
    ask(state, AutomatedContests())
    play(state, ("uk", LetBe()))
    step: Any = question(state)
    shown = view(state, None).duel
    assert shown
    choices = offered(state, CommitUnits)
    assert len(choices) > 100
    for choice in choices:
        fleets, armies = units_of(choice)
        assert shown.chance(choice) == kept(state, step.joining.clash.joined_by("uk", fleets, armies), "uk"), choice


def test_8_7e_a_unit_beyond_the_limit_is_told_to_be_wasted() -> None:
    state = position(on=ALLIES | {"serbia": "france<uk"}, **rich())
    play(state, RESOLVE)
    duel = view(state, None).duel
    assert duel
    one, allied = CommitFleets(1), CommitFleets(1, ("italy_fleet",))
    assert [duel.wastes(choice) for choice in (CommitFleets(), one, allied)] == [False] * 3
    assert duel.wastes(CommitFleets(2, ("italy_fleet",)))
    assert duel.wastes(CommitFleets(1, ("italy_fleet", "spain_fleet")))


def test_13_4_6g_the_chances_count_the_cards_that_lie_open() -> None:
    beside = {"automated": {"france": {"change_of_strategy": 1}}}
    board = units({"uk": 3}) | {"treasury": {"uk": 20}} | beside
    state = table("uk", turn=2, on={"libya": "france", "serbia": "uk<france"}, **board)
    ask(state, AutomatedContests())
    shown = view(state, None).duel
    assert shown
    assert (shown.attacker.again, shown.defender.again) == (1, 0)
    for armies in (0, 3):
        won = 0
        for attacker, defender, again in product(FACES, repeat=3):
            tried = clone(state)
            tried.rigged = {"attacker": [attacker, again], "defender": [defender]}
            told = play(tried, ("uk", CommitUnits(armies=armies)))
            won += any(isinstance(entry, ContestWon) and entry.cube == "uk" for entry in told)
        assert shown.chance(CommitUnits(armies=armies)) == round(100 * won / 216)


def test_13_9a_the_contests_that_follow_are_listed_in_order_with_the_automated_bonus() -> None:
    on = {"china": "uk<france", "serbia": "uk . russia<france", "belgium": "uk<france uk", "italy": "uk<france"}
    board = units({"uk": 3}) | {"treasury": {"uk": 20}, "dice": {"attacker": [6], "defender": [1]}}
    state = table("uk", turn=2, on=on, **board)
    state.agenda.insert(0, AutomatedContests())
    before = [(one.territory, one.attacker, one.defender) for one in view(state, None).to_come]
    assert before == [
        ("belgium", "france", "uk"),
        ("italy", "france", "uk"),
        ("serbia", "france", "russia"),
        ("china", "france", "uk"),
    ]
    ask(state, AutomatedContests())
    to_come = view(state, None).to_come
    assert [(one.territory, one.space, one.cube) for one in to_come] == [
        ("italy", 1, "uk"),
        ("serbia", 3, "russia"),
        ("china", 1, "uk"),
    ]
    assert [one.shares for one in to_come] == [{"france": 1}, {"france": 1, "russia": 4}, {"france": 1}]
    play(state, ("uk", CommitUnits()))
    assert [one.territory for one in view(state, None).to_come] == ["serbia", "china"]


def test_8_7i_a_commitment_that_is_looked_at_shows_the_chance_with_which_the_dice_would_be_rolled() -> None:
    state = fight(**units({"uk": 1}), prestige={"uk": 9, "france": 5})
    play(state, RESOLVE)
    ahead = foresee(GAME, state, "uk", CommitArmies(1))
    assert not ahead.certain
    assert isinstance(ahead.after, BelleEpoque)
    then = view(ahead.after, "uk").duel
    assert then
    assert (then.asked, then.attacker.bonus, then.attacker.chance) == ("", 1, 72)


def test_8_6_4_the_chance_of_a_new_die_counts_the_faces_that_save_the_cube() -> None:
    state = fight(attacker=2, intrigue_hands={"uk": ["in_05"]})
    play(state, RESOLVE)
    assert view(state, None).new_die == 3, "with a 3 both cubes leave"
    assert faces_that_save(state, Dice(CLASH, 2, 3), "uk") == 3


def test_the_outlook_is_the_same_for_everybody() -> None:
    state = fight(**units({"uk": 5, "france": 2}))
    assert view(state, "uk").outlooks == view(state, None).outlooks
