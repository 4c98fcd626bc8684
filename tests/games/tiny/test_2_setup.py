"""Chapter 2 of the Antechamber: the setup."""

from itertools import chain

import pytest

from engine.core.game import Opening
from tests.games.tiny import GAME
from tests.games.tiny.positions import SEED
from tests.games.tiny.state import DISPATCHES, Options
from tests.games.tiny.view import view

ORDER = (12, 1, 11, 2, 10, 3, 9, 4, 8, 5, 7, 6)


@pytest.mark.parametrize("players", [2, 3])
def test_2_1_each_envoy_draws_two_dispatches_of_twelve(players: int) -> None:
    state = GAME.start(players, SEED)
    assert [len(hand) for hand in state.hands.values()] == [2] * players
    assert sorted(chain(state.deck, *state.hands.values())) == list(DISPATCHES)


def test_2_1_they_are_drawn_from_the_top_in_seating_order() -> None:
    opening = Opening(("blue", "red"), Options(), rigged={"dispatches": [ORDER]})
    state, _ = GAME.open(opening)
    assert state.hands == {"blue": [12, 1], "red": [11, 2]}
    assert state.deck[::-1] == list(ORDER[4:])


def test_2_1_in_secret() -> None:
    state = GAME.start(2, SEED)
    assert view(state, "red").hand == sorted(state.hands["red"])
    assert view(state, None).hand == []


@pytest.mark.parametrize(("players", "bank"), [(2, 17), (3, 12)])
def test_2_1_everybody_has_five_coins_the_usher_three_the_bank_makes_it_thirty(players: int, bank: int) -> None:
    state = GAME.start(players, SEED)
    assert state.coins == dict.fromkeys(state.sides, 5) | {"usher": 3, "bank": bank}
