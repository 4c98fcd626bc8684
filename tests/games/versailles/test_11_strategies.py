"""Chapter 11: strategies."""

from typing import Any

import pytest

from engine.versailles import GAME
from engine.versailles.choices import Draft
from engine.versailles.journal import StrategyDrafted
from engine.versailles.state import Versailles
from engine.versailles.strategy import Drafting
from tests.games.versailles.positions import asked, offered, play, position, refused, told

OFFERED = ("isolationism", "reparations", "revanchism", "mobilization", "global_trade")


def drafting(**board: Any) -> Versailles:
    return position(Drafting(), uprisings=1, offered=OFFERED, **board)


def order(state: Versailles) -> list[str]:
    """Return the sides in the order in which they are asked."""
    sides = []
    for strategy in state.offered[: len(state.sides)]:
        sides.append(asked(state))
        play(state, (asked(state), Draft(strategy)))
    return sides


def test_11_1_fewest_stars_on_controlled_issues_first() -> None:
    settled = {
        "korea": ("usa",),
        "vietnam": ("usa",),
        "rheinland": ("uk",),
        "somalia": ("france",),
        "syria": ("italy",),
    }
    assert order(drafting(settled=settled)) == ["france", "usa", "italy", "uk"]


@pytest.mark.parametrize(
    ("active", "expected"),
    [("france", ["france", "usa", "italy", "uk"]), ("italy", ["italy", "uk", "france", "usa"])],
)
def test_11_1_ties_go_to_the_side_nearest_clockwise_to_the_active_one_itself_first(
    active: str, expected: list[str]
) -> None:
    assert order(drafting(active=active)) == expected


def test_11_1_ties_among_some_only() -> None:
    settled = {"korea": ("uk",), "vietnam": ("france",)}
    assert order(drafting(active="usa", settled=settled)) == ["usa", "italy", "uk", "france"]


def test_11_1_each_takes_one_of_those_left() -> None:
    state = drafting()
    assert offered(state) == [Draft(strategy) for strategy in OFFERED]
    play(state, ("france", Draft("revanchism")))
    assert refused(state, "usa", Draft("revanchism")) == ("strategy_not_offered", "11.1")
    assert refused(state, "usa", Draft("fourteen_points")) == ("strategy_not_offered", "11.1")


def test_11_1_the_one_left_over_is_put_away() -> None:
    state = drafting()
    order(state)
    assert state.offered == []
    assert "global_trade" not in state.strategies.values()


def test_11_1_chosen_cards_are_open() -> None:
    state = drafting()
    entries = play(state, ("france", Draft("revanchism")))
    assert told(entries, StrategyDrafted) == [StrategyDrafted("france", "revanchism")]
    assert GAME.view(state, "uk").strategies == {"france": "revanchism"}  # type: ignore[attr-defined]


def test_11_1_with_three_players_four_are_offered() -> None:
    state = drafting(players=3)
    assert len(offered(state)) == 4
    assert order(state) == ["france", "usa", "uk"]


def test_11_2_without_an_uprising_nobody_has_one_and_nobody_scores_one() -> None:
    state = position(settled={"rheinland": ("uk",)})
    assert state.strategies == {}
    assert {point.reason for point in GAME.score(state)} == {"versailles.stars", "versailles.happiness"}
