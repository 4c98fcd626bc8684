"""Random whole games, a thousand for each layout of seats: everything is conserved, and the entries add up. Each game
is checked at some of its choices and at the end: a check after every choice would take four times as long as all else.
test_whole_games.py checks after every choice.
"""

from __future__ import annotations

from random import Random

import pytest

from engine.belle_epoque.game import GAME
from engine.belle_epoque.invariants import conserved
from engine.belle_epoque.state import BelleEpoque
from engine.core.door import apply
from engine.core.fuzz import random_answer
from tests.games.belle_epoque.layouts import LAYOUTS, opening
from tests.games.belle_epoque.ledger import Ledger

GAMES = 1_000
BATCHES = 5
LOOKED_AT = 8
"""Every 8th choice is checked."""
CHATTER = 0.02
"""The share of choices that are orders instead of an answer."""


def played(layout: str, number: int) -> BelleEpoque:
    """Play a game in which nothing is created, lost or changed without an entry."""
    state, _ = GAME.open(opening(layout, number))
    answer, rng, bound, ledger = random_answer(GAME, CHATTER), Random(number), GAME.bound(state), Ledger(state)
    while state.agenda:
        side, choice = answer(state, rng)
        ledger.read(apply(GAME, state, side, choice))
        assert state.sequence <= bound
        if not state.agenda or state.sequence % LOOKED_AT == number % LOOKED_AT:
            breaches = [*conserved(state), *ledger.differences(state)]
            assert not breaches, f"{layout}, game {number}, up to {side} {choice}: {breaches}"
    return state


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_thousand_random_games_break_nothing(layout: str, batch: int) -> None:
    for number in range(batch, GAMES, BATCHES):
        state = played(layout, number)
        assert state.ended in ("sarajevo", "last_turn")
        assert {side for level in GAME.ranking(state) for side in level} >= set(state.sides)


def test_every_power_is_automated_and_every_option_is_played() -> None:
    """This holds in each layout, within the first games."""
    for layout in LAYOUTS:
        openings = [opening(layout, number) for number in range(GAMES // 10)]
        assert {one.options.promo for one in openings} == {True, False}
        assert {one.options.alternative_setup for one in openings} == {True, False}
        seats = {frozenset(one.sides) for one in openings}
        assert len(seats) == {"three_with_automated": 4, "two_with_automated": 6, "alone": 4}.get(layout, 1), layout
