"""Chapter 2 of Compass: the map and the setup."""

from itertools import chain

import pytest

from engine.core.chance import UnriggedDraw
from engine.core.game import Opening
from tests.games.compass import GAME
from tests.games.compass.positions import ORDER, SEED, position
from tests.games.compass.state import CROWN, HOMES, LETTERS, PLACES, POWERS, RING, WINDS, conserved, neighbours
from tests.games.compass.view import view

DEALT = (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3)


def test_2_1_a_ring_of_homes_and_marches_around_the_home_of_the_crown() -> None:
    assert RING[::2] == POWERS
    assert RING[1::2] == ("northeast", "southeast", "southwest", "northwest")
    assert len(PLACES) == 9
    assert PLACES[8] == CROWN


def test_2_1_1_next_to_a_province_are_those_beside_it_and_next_to_a_home_the_crowns() -> None:
    assert neighbours("northeast") == ("north", "east")
    assert set(neighbours("north")) == {"northwest", "northeast", CROWN}
    assert set(neighbours(CROWN)) == HOMES - {CROWN}
    assert all(one in neighbours(other) for one in PLACES for other in neighbours(one))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_2_1_2_each_power_has_three_armies_at_home_and_two_in_reserve_the_crown_has_two_and_three(players: int) -> None:
    state = GAME.start(players, SEED)
    for power in state.sides:
        assert state.armies[power] == {power: 3}
        assert state.reserve(power) == 2
    assert state.armies[CROWN] == {CROWN: 2}
    assert state.reserve(CROWN) == 3


def test_2_1_2_armies_of_two_powers_never_stand_in_one_province() -> None:
    state = position(armies={"north": {"east": 1}})
    assert conserved(state) == ["east holds armies of 2 powers"]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_2_1_3a_each_power_draws_three_of_twelve_letters(players: int) -> None:
    state = GAME.start(players, SEED)
    assert [len(state.hands[power]) for power in state.sides] == [3] * len(state.sides)
    assert len(state.unused) == 12 - 3 * len(state.sides)
    assert sorted(chain(state.unused, *state.hands.values())) == sorted(LETTERS)


def test_2_1_3a_in_secret() -> None:
    state = GAME.start(4, SEED)
    assert view(state, "east").hand == sorted(state.hands["east"])
    assert view(state, None).hand == []


def test_2_1_3b_six_of_nine_winds_are_the_deck_and_the_others_are_put_away() -> None:
    state = GAME.start(4, SEED)
    assert (len(state.deck), len(state.away)) == (6, 3)
    assert sorted(state.deck + state.away) == sorted(WINDS)


def test_2_1_3b_a_record_names_the_six_and_nobody_knows_more_of_the_others() -> None:
    opening = Opening(POWERS, GAME.options(), rigged={"winds": [ORDER], "letters": [DEALT]})
    state, _ = GAME.open(opening)
    assert state.deck[::-1] == list(ORDER)
    assert state.away == [wind for wind in WINDS if wind not in ORDER]


def test_2_1_3b_which_six_they_are_is_drawn_by_lot() -> None:
    with pytest.raises(UnriggedDraw, match="'winds'"):
        GAME.open(Opening(POWERS, GAME.options(), rigged={"letters": [DEALT]}))
    decks = {tuple(GAME.start(4, f"{number:064x}").deck) for number in range(20)}
    assert len({frozenset(deck) for deck in decks}) > 10
