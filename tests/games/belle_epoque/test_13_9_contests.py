"""13.9: contests with automated Powers."""

from __future__ import annotations

from typing import Any

import pytest

from engine.belle_epoque.action_journal import (
    BothLeft,
    ContestBegan,
    ContestRolled,
    ContestWon,
    DieRolledAgain,
    FleetsReadied,
)
from engine.belle_epoque.automated_contests import (
    AutomatedContests,
    PlayingEmpire,
    SendingUnits,
    share,
    with_automated,
)
from engine.belle_epoque.automated_journal import ArsenalShared, UnitsCommitted
from engine.belle_epoque.choices import ChangeStrategy, CommitUnits, LetBe, PlayNational
from engine.belle_epoque.game import GAME
from engine.belle_epoque.journal import AllianceBegan
from engine.belle_epoque.reactions import Reacting
from engine.belle_epoque.state import BelleEpoque
from engine.core.journal import Entry
from tests.games.belle_epoque.automated_positions import table
from tests.games.belle_epoque.positions import offered, play, question, refused, row
from tests.games.belle_epoque.worked import ask, of_kind

MONEY = {"uk": 20}


def fights(
    attacker: list[int], defender: list[int], played: tuple[str, ...] = ("uk",), **board: Any
) -> tuple[BelleEpoque, list[Entry]]:
    """Resolve the contests of turn 2, up to the first question: France has an arsenal of 4, Russia of 4."""
    dice = {"attacker": attacker, "defender": defender}
    state = table(*played, **{"turn": 2, "dice": dice} | board)
    return state, ask(state, AutomatedContests())


# 13.9a, 13.9.1


def test_13_9a_in_the_order_of_territories_then_of_spaces() -> None:
    on = {"china": "uk<france", "serbia": "uk . france<russia uk<russia", "belgium": "uk<france"}
    _, told = fights([6] * 4, [1] * 4, on=on)
    began = [(entry.territory, entry.space) for entry in of_kind(told, ContestBegan)]
    assert began == [("belgium", 1), ("serbia", 3), ("serbia", 4), ("china", 1)]


def test_13_9a_contests_of_humans_are_left() -> None:
    state, told = fights([6], [1], played=("uk", "russia"), on={"serbia": "uk<russia uk<france"})
    assert [entry.space for entry in of_kind(told, ContestBegan)] == [2]
    assert row(state, "serbia") == "uk<russia france"


def test_13_9_1a_its_bonus_is_shared_by_all_of_them_and_the_same_in_each() -> None:
    on = {"serbia": "uk<france uk<france uk<france", "belgium": "france<uk"}
    _, told = fights([1] * 4, [6] * 4, on=on)
    assert told[1] == ArsenalShared("france", 4, 4, 1)
    assert {entry.attacker for entry in of_kind(told, ContestRolled)} == {(1, 0), (1, 1)}


def test_13_9_1a_the_number_is_counted_when_the_phase_begins() -> None:
    on = {"portugal": "uk<russia russia russia uk", "namibia": "portugal<france"}
    _, told = fights([6, 1], [1, 6], on=on)
    assert of_kind(told, ArsenalShared) == [ArsenalShared("france", 4, 1, 4), ArsenalShared("russia", 4, 1, 4)]
    assert AllianceBegan("russia", "portugal") in told
    assert ContestBegan("france", "russia", "namibia", 1, "portugal") in told


@pytest.mark.parametrize(("arsenal", "contests", "bonus"), [(16, 1, 4), (16, 3, 4), (3, 2, 2), (0, 1, 0), (1, 3, 0)])
def test_13_9_1a_rounded_a_half_up_and_four_at_most(arsenal: int, contests: int, bonus: int) -> None:
    assert share(arsenal, contests) == bonus


def test_13_9_1a_four_at_most_for_the_uk_too() -> None:
    _, told = fights([3], [3], played=("france",), turn=9, on={"serbia": "russia<uk"}, prestige={"uk": 6})
    assert ArsenalShared("uk", 16, 1, 4) in told


def test_13_9_1a_less_what_sabotage_took() -> None:
    state = table("uk", turn=2, on={"serbia": "uk<france"}, dice={"attacker": [6], "defender": [1]})
    state.automata["france"].arsenal_lost = 6
    assert ask(state, AutomatedContests())[1] == ArsenalShared("france", 0, 1, 0)


def test_13_9_1b_a_minor_nation_without_an_ally_keeps_its_bonus() -> None:
    _, told = fights([3], [6], on={"china": "japan<france"})
    assert ContestRolled("china", 1, (3, 4), (6, 2)) in told


# 13.9.2, 13.9.3


def test_13_9_2_two_automated_powers_roll_a_die_each_plus_the_bonus() -> None:
    state, told = fights([2], [3], on={"serbia": "russia<france"})
    assert ContestRolled("serbia", 1, (2, 4), (3, 4)) in told
    assert ContestWon("serbia", 1, "russia", "france") in told
    assert state.agenda == []


def test_13_9_2_results_as_in_8_7j() -> None:
    _, told = fights([3], [3], on={"serbia": "russia<france"})
    assert BothLeft("serbia", 1, ("france", "russia")) in told
    _, told = fights([3], [3], on={"serbia": "russia<france"}, prestige={"france": 6})
    assert ContestWon("serbia", 1, "france", "russia") in told


def units(**board: Any) -> dict[str, Any]:
    fleets = {"africa": [{"of": "uk", "ready": True}]}
    return {"treasury": MONEY, "arsenal": {"uk": {"armies": 3}}, "fleet_boxes": fleets} | board


def test_13_9_3_the_bonus_is_known_then_the_human_commits_in_one_step() -> None:
    state, told = fights([1], [6], on={"libya": "uk<france"}, **units())
    assert of_kind(told, ArsenalShared) == [ArsenalShared("france", 4, 1, 4)]
    assert isinstance(question(state), SendingUnits)
    told = play(state, ("uk", CommitUnits(1, 2)))
    assert told[0] == UnitsCommitted("uk", 1, 2, (), 4)
    assert ContestRolled("libya", 1, (1, 4), (6, 5)) in told
    sheet = state.sheets["uk"]
    assert (sheet.money, sheet.exhausted, sheet.armies_out) == (16, {"africa": 1}, {"libya": 2})


def test_13_9_3_the_human_may_be_the_attacker_or_the_ally_of_the_nation_attacked() -> None:
    on = {"portugal": "uk uk uk", "namibia": "portugal<france", "libya": "france<uk"}
    state, told = fights([6, 1], [1, 6], on=on, **units())
    assert of_kind(told, ContestBegan) == [ContestBegan("uk", "france", "libya", 1, "france")]
    assert ContestRolled("libya", 1, (6, 0), (1, 2)) in play(state, ("uk", CommitUnits()))
    told = play(state, ("uk", CommitUnits(armies=2)))
    assert ContestWon("namibia", 1, "portugal", "france") in told


def test_13_9_3_nobody_commits_what_it_cant_pay() -> None:
    state, _ = fights([1], [6], on={"libya": "uk<france"}, **units(treasury={"uk": 3}))
    assert refused(state, "uk", CommitUnits(1, 2)) == ("too_dear", "8.7k")
    assert refused(state, "uk", CommitUnits(2, 0)) == ("no_such_units", "8.7k")
    numbers = [(choice.fleets, choice.armies) for choice in offered(state)]
    assert numbers == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1)]


def test_13_9_3_units_of_allies_come_too() -> None:
    on = {"italy": "uk uk uk uk uk", "serbia": "uk<france"}
    state, _ = fights([1], [6], on=on)
    told = play(state, ("uk", CommitUnits(allied=("italy_army",))))
    assert ContestRolled("serbia", 1, (1, 4), (6, 1)) in told


def test_13_9_3_without_any_unit_it_is_not_asked() -> None:
    _, told = fights([1], [6], on={"libya": "uk<france"})
    assert ContestWon("libya", 1, "uk", "france") in told


def test_13_9_3_two_humans_beside_automated_powers_fight_their_own_as_usual() -> None:
    state = table("uk", "russia", turn=2, on={"serbia": "uk<russia"})
    assert with_automated(state) == []
    assert ask(state, AutomatedContests()) == []


# 13.4.6g


def strategies(**board: Any) -> dict[str, Any]:
    return {"automated": {"france": {"change_of_strategy": 1}}} | board


def test_13_4_6g_its_die_is_rolled_again_where_another_one_could_win() -> None:
    state, told = fights([1, 6], [5], on={"serbia": "russia<france"}, **strategies())
    [card] = [entry.card for entry in of_kind(told, DieRolledAgain)]
    assert ContestWon("serbia", 1, "france", "russia") in told
    assert (state.automata["france"].strategies, state.intrigue_discard) == ([], [card])


def test_13_4_6g_not_where_no_die_could_win() -> None:
    on = {"serbia": "russia<france", "belgium": "italy<france italy<france italy<france italy<france"}
    state, told = fights([6, 6, 6, 6, 1], [1, 1, 1, 1, 6], on=on, **strategies())
    assert of_kind(told, DieRolledAgain) == []
    assert len(state.automata["france"].strategies) == 1


def test_13_4_6g_nor_where_it_wins() -> None:
    state, told = fights([6], [1], on={"serbia": "russia<france"}, **strategies())
    assert (of_kind(told, DieRolledAgain), len(state.automata["france"].strategies)) == ([], 1)


def test_13_4_6g_after_the_opponents() -> None:
    board = strategies(intrigue_hands={"uk": ["in_25"]}, treasury=MONEY, arsenal={"uk": {"armies": 4}})
    state, told = fights([3, 6], [3, 4], on={"serbia": "uk<france"}, **board)
    told = play(state, ("uk", CommitUnits(armies=4)))
    assert isinstance(question(state), Reacting)
    told = play(state, ("uk", ChangeStrategy("in_25")))
    assert [entry.side for entry in of_kind(told, DieRolledAgain)] == ["uk", "france"]


def test_13_4b_a_human_may_use_change_of_strategy_against_an_automated_power() -> None:
    state, _ = fights([6], [1, 6], on={"serbia": "uk<france"}, intrigue_hands={"uk": ["in_23"]})
    told = play(state, ("uk", ChangeStrategy("in_23")))
    assert told[0] == DieRolledAgain("uk", "in_23", 6)


# 13.4.7c


def empire(**board: Any) -> BelleEpoque:
    fleets = {"africa": [{"of": "uk", "ready": False}] * 3}
    cards = {"uk": ["nat_uk_empire_seas"]}
    base: dict[str, Any] = {
        "treasury": MONEY,
        "fleet_boxes": fleets,
        "on": {"libya": "uk<france"},
        "national_hands": cards,
    }
    state, _ = fights([1], [6], **base | board)
    return state


def test_13_4_7c_empire_of_the_seas_before_the_first_contest() -> None:
    state = empire()
    assert isinstance(question(state), PlayingEmpire)
    told = play(state, ("uk", PlayNational("nat_uk_empire_seas")))
    assert FleetsReadied("uk", (("own", "africa"),) * 3) in told
    told = play(state, ("uk", CommitUnits(3)))
    assert told[0] == UnitsCommitted("uk", 3, 0, (), 0)
    assert state.sheets["uk"].money == 16


def test_13_4_7c_or_not() -> None:
    state = empire()
    told = play(state, ("uk", LetBe()))
    assert of_kind(told, ContestRolled)
    assert state.sheets["uk"].national == ["nat_uk_empire_seas"]


@pytest.mark.parametrize(
    "board",
    [
        {"played": ("uk", "russia")},
        {"treasury": {"uk": 3}},
        {"on": {"libya": "russia<france"}},
        {"national_hands": {"uk": []}},
    ],
)
def test_13_4_7c_only_alone_and_where_it_can_and_takes_part(board: dict[str, Any]) -> None:
    assert not isinstance(question(empire(**board)), PlayingEmpire)


def test_13_9_a_contest_whose_cubes_are_of_one_side_by_now_lapses() -> None:
    on = {"portugal": "uk<france france france uk", "namibia": "portugal<france"}
    state, told = fights([6], [1], on=on)
    assert AllianceBegan("france", "portugal") in told
    assert [entry.territory for entry in of_kind(told, ContestBegan)] == ["portugal"]
    assert row(state, "namibia") == "portugal<france"


def test_the_view_tells_what_the_bonus_would_be() -> None:
    state = table("uk", turn=2, on={"serbia": "uk<france uk<france", "libya": "russia<france"})
    shown = GAME.view(state, "uk").automated["france"]  # type: ignore[attr-defined]
    assert (shown.arsenal, shown.contests, shown.share) == (4, 3, 1)
