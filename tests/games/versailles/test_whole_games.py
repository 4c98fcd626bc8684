"""Random whole games, in every length: a thousand for each number of players through the trusting door with the
invariants checked after every choice, and a few with all checks of the fuzzer.
"""

from __future__ import annotations

from random import Random

import pytest

from engine.core.chance import derived_seed
from engine.core.door import apply
from engine.core.fuzz import play, random_answer
from engine.core.game import Opening
from engine.versailles import GAME
from engine.versailles.cards.board import LENGTHS
from engine.versailles.invariants import conserved
from engine.versailles.setup import Options
from engine.versailles.state import Versailles

GAMES = 1_000
BATCHES = 8
"""The games are split into this many tests, so that several processes share them."""
CHATTER = 0.02
"""The share of choices that are offers or orders instead of an answer; tests/every_game makes more of them."""
CHECKED = 1
"""The number of games of every length that are checked in every respect."""

every_table = pytest.mark.parametrize("players", GAME.players)


def opening(players: int, number: int) -> Opening:
    """Take the lengths in turn; alone there is only one (14.1). Every other game has secret deals."""
    length = "standard" if players == 1 else list(LENGTHS)[number % len(LENGTHS)]
    options = Options(length, secret_deals=players > 1 and number % 2 == 1)  # type: ignore[arg-type]
    return Opening(GAME.sides(players), options, derived_seed(f"whole games for {players}", number), players=players)


def played(players: int, number: int) -> Versailles:
    """Play a game; at no time may anything be created, lost or out of bounds."""
    state, _ = GAME.open(opening(players, number))
    answer, rng, bound = random_answer(GAME, CHATTER), Random(number), GAME.bound(state)
    while state.agenda:
        side, choice = answer(state, rng)
        apply(GAME, state, side, choice)
        assert not (breaches := conserved(state)), f"game {number}, {side} {choice}: {breaches}"
        assert state.sequence <= bound
    return state


@every_table
@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_thousand_random_games_break_nothing(players: int, batch: int) -> None:
    for number in range(batch, GAMES, BATCHES):
        state = played(players, number)
        assert {side for level in GAME.ranking(state) for side in level} >= set(state.sides)


@every_table
@pytest.mark.parametrize("number", range(CHECKED * len(LENGTHS)))
def test_games_of_every_length_hold_every_check(players: int, number: int) -> None:
    assert play(GAME, opening(players, GAMES + number), Random(number)).breaches == []
