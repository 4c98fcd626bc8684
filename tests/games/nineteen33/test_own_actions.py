"""The menus of an action turn (4.6): what is drawn could be listed, what is seen sooner is so, and states that are
found open quickly are those with which the rules allow a deal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from engine.core.chance import derived_seed
from engine.core.door import apply
from engine.core.fuzz import random_answer
from engine.core.game import Opening
from engine.core.state import Side
from engine.nineteen33 import trade
from engine.nineteen33.board import is_open, is_tense
from engine.nineteen33.game import GAME
from engine.nineteen33.own_actions import GUIDED_PARTS, MAY, OWN_PARTS, Actions, own_actions
from engine.nineteen33.printed import LEADERS, STATES
from engine.nineteen33.setup import Options
from engine.nineteen33.state import Nineteen33
from engine.nineteen33.turns import Acting, Guiding

GAMES = 5
EVERY = 9
"""Each so many-th question of an action turn is looked at."""


@cache
def turns() -> list[tuple[Nineteen33, Side]]:
    """Positions in action turns, with the leader that acts."""
    return [*questions()]


def questions() -> Iterator[tuple[Nineteen33, Side]]:
    options = Options(years=2)
    for number in range(GAMES):
        players = GAME.players[number % len(GAME.players)]
        seed = derived_seed("own actions", number)
        state, _ = GAME.open(Opening(GAME.sides(players, options), options, seed, players=players))
        rng, answer = Random(number), random_answer(GAME)
        while state.agenda:
            step = state.agenda[-1]
            if isinstance(step, Acting | Guiding) and state.sequence % EVERY == 0:
                yield GAME.clone(state), step.side if isinstance(step, Acting) else step.leader
            apply(GAME, state, *answer(state, rng))


def test_4_6_each_part_of_a_turn_draws_what_it_allows_and_nothing_where_there_is_nothing() -> None:
    for state, leader in turns():
        parts = (OWN_PARTS if state.is_played(leader) else GUIDED_PARTS).each
        for part in parts:
            menu = part(state, leader)
            drawn = menu.draw(Random(state.sequence))
            assert (drawn is None) == (not menu)
            assert drawn is None or menu.check(drawn) is None
            if part in MAY and not MAY[part](state, leader):
                assert not menu


def test_4_6_every_part_is_seen_with_something_in_it_and_with_nothing() -> None:
    """The look of the test above finds what it is to find."""
    for part in MAY:
        seen = {MAY[part](state, leader) for state, leader in turns() if state.is_played(leader)}
        assert seen == {True, False}, part


def test_4_6_a_turn_judges_each_choice_as_its_part_does() -> None:
    for state, leader in turns()[::3]:
        if not state.is_played(leader):
            continue
        menu = own_actions(state, leader)
        assert isinstance(menu, Actions)
        for choice in menu:
            assert menu.check(choice) is None
        assert menu.sample(Random(1)) is not None


def test_7_1_the_states_that_are_open_are_those_that_nothing_closes() -> None:
    closed = set()
    for state, _ in turns():
        for leader in LEADERS:
            able = trade.open_states(state, leader)
            reasons = {name: trade.closed(state, leader, name) for name in STATES}
            assert able == [name for name, why in reasons.items() if why is None]
            closed |= {why.key for why in reasons.values() if why}
            for name in STATES:
                free = is_open(state.places[name], leader) and not is_tense(state, leader)
                taken = state.places[name].dealt_by not in (None, leader)
                assert (trade.shut(state, leader, name) is None) == (free and not taken)
    assert len(closed) >= 6


@pytest.mark.parametrize("players", GAME.players)
def test_4_6_a_turn_can_always_be_ended(players: int) -> None:
    found = [own_actions(state, leader) for state, leader in turns() if len(state.sides) == players]
    assert found
    assert all(bool(menu) for menu in found)
