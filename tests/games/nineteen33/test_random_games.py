"""Games of one year at random, a thousand for each number of seats: what is conserved stays. It is looked at now and
then and in the end, each game at other choices: looking after every choice would take three times as long as all else.
tests/every_game looks after every choice, at games of two years.
"""

from __future__ import annotations

from random import Random

import pytest

from engine.core.chance import derived_seed
from engine.core.door import apply
from engine.core.fuzz import random_answer
from engine.core.game import Opening
from engine.nineteen33.calendar import MONTHS
from engine.nineteen33.game import GAME
from engine.nineteen33.invariants import conserved
from engine.nineteen33.printed import LEADERS
from engine.nineteen33.setup import Options
from engine.nineteen33.state import Nineteen33

GAMES = 1_000
BATCHES = 5
LOOKED_AT = 40
"""Each so many-th choice is looked at."""
CHATTER = 0.02
"""How often a leader leaves orders instead of an answer."""
TRIOS = (Options(years=1), Options(years=1, liberal="united_kingdom"), Options(years=1, nationalist="italy"))


def opening(players: int, number: int) -> Opening:
    options = TRIOS[number % len(TRIOS) if players == min(GAME.players) else 0]
    return Opening(GAME.sides(players, options), options, derived_seed("random", number), players=players)


def played(players: int, number: int) -> Nineteen33:
    """The end of a game in which nothing broke."""
    state, _ = GAME.open(opening(players, number))
    answer, rng, bound = random_answer(GAME, CHATTER), Random(number), GAME.bound(state)
    while state.agenda:
        side, choice = answer(state, rng)
        apply(GAME, state, side, choice)
        assert state.sequence <= bound
        if not state.agenda or state.sequence % LOOKED_AT == number % LOOKED_AT:
            breaches = conserved(state)
            assert not breaches, f"{players} leaders, game {number}, up to {side} {choice}: {breaches}"
    return state


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("players", GAME.players)
def test_a_thousand_random_games_break_nothing(players: int, batch: int) -> None:
    for number in range(batch, GAMES, BATCHES):
        state = played(players, number)
        assert state.ended == "war" or (state.ended, state.month) == ("calendar", MONTHS)
        assert {side for level in GAME.ranking(state) for side in level} == set(state.sides)


def test_every_leader_is_left_to_a_guide() -> None:
    """Within the first games of three."""
    seats = {frozenset(opening(3, number).sides) for number in range(GAMES // 10)}
    assert len(seats) == len(TRIOS)
    assert {leader for one in seats for leader in LEADERS if leader not in one} == set(LEADERS) - {"soviet_union"}
