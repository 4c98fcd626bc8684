"""13.10 and 10.2: the end of games with automated Powers."""

from __future__ import annotations

import pytest

from engine.belle_epoque.automated_journal import SolitaireResult
from engine.belle_epoque.automated_result import AUTOMATED_POWERS, level_of
from engine.belle_epoque.ending import end_game
from engine.belle_epoque.scoring import count_points, ranking, score
from engine.belle_epoque.state import BelleEpoque
from tests.games.belle_epoque.automated_positions import table
from tests.games.belle_epoque.worked import of_kind


def ended(turn: int, vp: int, *played: str) -> BelleEpoque:
    """End the game in this turn; the first Power had these VP before the last scoring, which brings none."""
    state = table(*played, turn=turn, vp={played[0]: vp})
    end_game(state, "sarajevo" if turn < 9 else "last_turn")
    return state


@pytest.mark.parametrize(("turn", "bonus"), [(7, 10), (8, 5), (9, 0)])
def test_13_10a_vp_by_the_turn_in_which_sarajevo_came(turn: int, bonus: int) -> None:
    state = ended(turn, 60, "uk")
    assert state.sheets["uk"].vp == 60 + bonus
    assert sum(point.points for point in score(state)) == 60 + bonus


@pytest.mark.parametrize("power", ["france", "russia", "central_powers"])
def test_13_10a_whichever_power_is_played(power: str) -> None:
    without, with_bonus = (points_of(ended(turn, 60, power), "turn_bonus") for turn in (9, 7))
    assert (without, with_bonus) == (0, 10)


def points_of(state: BelleEpoque, reason: str) -> int:
    return sum(point.points for point in score(state) if point.reason == f"belle_epoque.{reason}")


def test_13_10a_scoring_in_between_is_as_usual() -> None:
    state = table("uk", turn=6, on={"egypt_sudan": "uk uk uk uk"})
    count_points(state, final=False)
    assert state.sheets["uk"].scored[-1] == 8


def test_13_10a_not_for_two_people() -> None:
    assert ended(7, 60, "uk", "russia").sheets["uk"].vp == 60


@pytest.mark.parametrize(
    ("vp", "level"),
    [
        (-5, "crushing_defeat"),
        (74, "crushing_defeat"),
        (75, "marginal_defeat"),
        (84, "marginal_defeat"),
        (85, "minor_victory"),
        (94, "minor_victory"),
        (95, "decisive_victory"),
        (109, "decisive_victory"),
        (110, "crushing_victory"),
    ],
)
def test_13_10b_the_levels(vp: int, level: str) -> None:
    assert level_of(vp) == level
    assert SolitaireResult("uk", vp, level) in of_kind(list(ended(9, vp, "uk").news), SolitaireResult)


@pytest.mark.parametrize(("vp", "first"), [(84, AUTOMATED_POWERS), (85, "uk")])
def test_13_10b_one_wins_with_a_victory_and_else_loses(vp: int, first: str) -> None:
    assert ranking(ended(9, vp, "uk"))[0] == (first,)


def test_13_10b_the_turn_bonus_counts_for_the_level() -> None:
    assert [ranking(ended(turn, 80, "uk"))[0] for turn in (7, 8, 9)] == [("uk",), ("uk",), (AUTOMATED_POWERS,)]


def test_13_1c_with_two_or_three_the_vp_of_people_are_compared() -> None:
    assert ranking(ended(9, 30, "uk", "russia")) == (("uk",), ("russia",))
