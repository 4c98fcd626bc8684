"""Whole games at random, a thousand for each way to sit: the invariants are looked at after every choice, and what was
told adds up. A thousand of each take 400 seconds of a core, of which playing takes 75; so each day has its share of
them, which takes 55.
"""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import pytest

from engine.belle_epoque.game import GAME
from engine.belle_epoque.invariants import conserved
from engine.belle_epoque.state import BelleEpoque
from engine.core.door import apply
from engine.core.fuzz import random_answer
from tests.belle_epoque.layouts import LAYOUTS, opening
from tests.belle_epoque.ledger import Ledger

GAMES = 1_000
DAYS = 7
"""All of them are played in so many days. No layout has a pattern that repeats every seven games."""
DAY = datetime.now(UTC).date().toordinal() % DAYS
BATCHES = 3
"""A day's games are cut into so many tests, for several processes to share them."""
CHATTER = 0.02
"""How often a Power leaves orders instead of an answer."""


def share(day: int) -> range:
    return range(day, GAMES, DAYS)


def played(layout: str, number: int) -> BelleEpoque:
    """The end of a game in which nothing was made, lost or changed in silence at any time."""
    state, _ = GAME.open(opening(layout, number))
    answer, rng, bound, ledger = random_answer(GAME, CHATTER), Random(number), GAME.bound(state), Ledger(state)
    while state.agenda:
        side, choice = answer(state, rng)
        ledger.read(apply(GAME, state, side, choice))
        breaches = [*conserved(state), *ledger.differences(state)]
        assert not breaches, f"{layout}, game {number}, {side} {choice}: {breaches}"
        assert state.sequence <= bound
    return state


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_days_share_of_a_thousand_random_games_breaks_nothing(layout: str, batch: int) -> None:
    for number in share(DAY)[batch::BATCHES]:
        state = played(layout, number)
        assert state.ended in ("sarajevo", "last_turn")
        assert {side for level in GAME.ranking(state) for side in level} >= set(state.sides)


def test_each_game_of_the_thousand_has_its_day() -> None:
    days = [
        number for day in range(DAYS) for batch in range(BATCHES) for number in range(day, GAMES, DAYS)[batch::BATCHES]
    ]
    assert sorted(days) == list(range(GAMES))


def test_every_power_is_automated_and_every_option_is_played() -> None:
    """In each layout, within a day's share."""
    for layout in LAYOUTS:
        openings = [opening(layout, number) for number in share(DAY)]
        assert {one.options.promo for one in openings} == {True, False}
        assert {one.options.alternative_setup for one in openings} == {True, False}
        seats = {frozenset(one.sides) for one in openings}
        assert len(seats) == {"three_with_automated": 4, "two_with_automated": 6, "alone": 4}.get(layout, 1), layout
