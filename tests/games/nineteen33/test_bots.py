"""The clerk in whole games of six years."""

from random import Random

import pytest

from engine.core.chance import derived_seed
from engine.core.door import submit, waiting
from engine.core.game import Opening
from engine.core.refusal import Refusal
from engine.nineteen33 import choices
from engine.nineteen33.bots import clerk
from engine.nineteen33.game import GAME
from engine.nineteen33.setup import Options
from engine.nineteen33.slips import DevelopmentSlip, LabourSlip
from engine.nineteen33.state import Nineteen33
from tests.games.nineteen33.positions import acting, develop, position, write


def game_of_clerks(players: int) -> tuple[Nineteen33, int]:
    """A whole game, and how many choices it took."""
    options = Options()
    sides = GAME.sides(players, options)
    state, _ = GAME.open(Opening(sides, options, derived_seed("clerks", players), players=players))
    taken = 0
    while state.agenda:
        side, menu = next(iter((GAME.out_of_turn.awaited(state) or waiting(GAME, state)).items()))
        came = submit(GAME, state, side, clerk(state, side, menu, Random(taken)))
        assert not isinstance(came, Refusal), came
        taken += 1
    return state, taken


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_clerk_feeds_its_people_balances_its_budget_and_reaches_its_aims(players: int) -> None:
    state, taken = game_of_clerks(players)
    assert (state.month, state.ended) == (72, "calendar")
    assert taken < GAME.bound(state)
    assert GAME.conserved(state) == []
    for side in state.sides:
        held = state.leaders[side]
        assert held.score > 25
        assert (held.debt, held.unemployed) == (0, 0)
        assert held.steps >= 4


def test_it_plays_the_card_that_helps_its_slips() -> None:
    state = acting(position(), "france")
    state.pacts = ["liberal"]
    write(state, "france", DevelopmentSlip("food"), LabourSlip())
    develop(state, "france", "food", branch="productive", path=2)
    state.leaders["france"].hand = [1, 2]
    state.leaders["france"].unemployed, state.leaders["france"].food = 0, 99
    menu = waiting(GAME, state)["france"]
    assert clerk(state, "france", menu, Random(0)) == choices.PlayCard(2)
    submit(GAME, state, "france", choices.PlayCard(2))
    assert clerk(state, "france", waiting(GAME, state)["france"], Random(0)) == choices.Develop("food", 3)


def test_without_money_it_ends_its_turn() -> None:
    state = acting(position(), "france")
    state.pacts = ["liberal"]
    state.leaders["france"].hand, state.leaders["france"].treasury = [2], 20
    state.leaders["france"].food = 99
    assert clerk(state, "france", waiting(GAME, state)["france"], Random(0)) == choices.EndTurn()
