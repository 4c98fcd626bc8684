"""The table's information beside the position: contests with their chances, objectives, the score if it were now."""

from __future__ import annotations

from typing import Any

import pytest

from engine.belle_epoque.choices import CommitArmies, ResolveContest
from engine.belle_epoque.odds import Duel
from engine.belle_epoque.scoring import points
from engine.belle_epoque.state import BelleEpoque
from engine.belle_epoque.view import view
from tests.games.belle_epoque.positions import play, position

EVEN_AND_AHEAD, EVEN_AND_BEHIND = 58, 42
"""Of 36 throws 15 are higher and 6 equal: 21 or 15 are won."""


def fight(**board: Any) -> BelleEpoque:
    """Let the UK attack France in Serbia; each could send an Army."""
    arsenal = {"uk": {"armies": 1}, "france": {"armies": 1}}
    money = {"uk": 5, "france": 5, "russia": 0, "central_powers": 0}
    given: dict[str, Any] = {"arsenal": arsenal, "treasury": money} | board
    state = position(on={"serbia": "france<uk"}, dice={"attacker": [4], "defender": [3]}, **given)
    play(state, ("uk", ResolveContest("serbia", 1)))
    return state


def shown(state: BelleEpoque) -> Duel:
    duel = view(state, None).duel
    assert duel is not None
    return duel


def test_8_7_without_a_contest_there_is_nothing_to_show() -> None:
    assert view(position(), None).duel is None


def test_8_7j_on_equal_bonuses_the_power_higher_in_prestige_has_the_better_chance() -> None:
    state = fight(prestige={"uk": 9, "france": 5, "russia": 5, "central_powers": 5})
    duel = shown(state)
    assert (duel.attacker.side, duel.defender.side, duel.asked) == ("uk", "france", "france")
    assert (duel.attacker.chance, duel.defender.chance) == (EVEN_AND_AHEAD, EVEN_AND_BEHIND)


def test_8_7c_whoever_is_asked_sees_what_each_unit_of_its_own_would_bring() -> None:
    state = fight(prestige={"uk": 9, "france": 5, "russia": 5, "central_powers": 5})
    assert shown(state).chances == [[[EVEN_AND_BEHIND, EVEN_AND_AHEAD]]]
    play(state, ("france", CommitArmies(1)))
    duel = shown(state)
    assert (duel.asked, duel.defender.armies, duel.defender.bonus) == ("uk", 1, 1)
    assert duel.chances == [[[EVEN_AND_BEHIND, EVEN_AND_AHEAD]]]


@pytest.mark.parametrize(
    "on",
    [
        {},
        {
            "china": "uk uk uk uk russia russia",
            "belgium": "central_powers central_powers central_powers central_powers",
        },
        {"italy": "france france france france france", "serbia": "russia russia russia", "greece": "uk uk uk"},
        {
            "ottoman_empire": "russia russia russia russia",
            "japan": "uk uk",
            "algeria_morocco": "france<uk france",
        },
    ],
)
def test_10_1b_an_objective_is_reached_as_soon_as_it_has_what_it_needs(on: dict[str, str]) -> None:
    for name, one in view(position(on=on), None).objectives.items():
        assert one.reached == (one.has >= one.needs), name


def test_10_2a_the_score_if_it_were_now_is_that_of_the_final_scoring() -> None:
    state = position(on={"serbia": "uk uk uk uk"})
    now = view(state, None).powers["uk"].now
    assert [(line.kind, line.what, line.vp) for line in now if line.kind == "territories"] == [
        ("territories", "serbia", 3)
    ]
    assert sum(line.vp for line in now) == sum(point.points for point in points(state, "uk", final=True))
