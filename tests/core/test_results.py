"""Ranks and points belong to seats: the game computes the result of a seat with several sides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core.game import AnyGame, Opening
from engine.core.results import Result, results
from tests.games.heap import GAME, PAIRS, POWERS, Heap

ALONE = tuple((power,) for power in POWERS)


def ended(*coins: int) -> Heap:
    return Heap(rules="1", sides=POWERS, seed="", coins=dict(zip(POWERS, coins, strict=True)))


def came(state: Heap, seats: Any, game: AnyGame = GAME) -> list[tuple[int, str, int]]:
    return [(one.rank, " ".join(one.sides), one.points) for one in results(game, state, seats)]


def test_where_each_seat_holds_one_side_the_ranking_alone_decides() -> None:
    found = came(ended(3, 9, 3, 1), ALONE)
    assert found == [(1, "east", 9), (2, "north", 3), (2, "south", 3), (4, "west", 1)]


def test_a_seat_of_two_sides_has_one_place() -> None:
    assert came(ended(9, 4, 0, 4), PAIRS["across"]) == [(1, "north south", 4), (1, "east west", 4)]
    assert came(ended(9, 4, 0, 6), PAIRS["across"]) == [(1, "east west", 5), (2, "north south", 4)]


@pytest.mark.parametrize(
    ("worth", "expected"),
    [
        (lambda state, sides: (sum(state.coins[side] for side in sides),), [(1, 11), (2, 4)]),
        (lambda state, sides: (sum(state.coins[side] for side in sides) // len(sides),), [(2, 3), (1, 4)]),
        (lambda state, sides: (max(state.coins[side] for side in sides),), [(1, 5), (2, 4)]),
        (lambda state, sides: (7, max(state.coins[side] for side in sides)), [(1, 7), (2, 7)]),
    ],
    ids=["the sum", "the average, rounded down", "the best", "what breaks a tie"],
)
def test_what_a_seat_has_come_to_is_the_games_to_say(worth: Any, expected: list[tuple[int, int]]) -> None:
    found = {one.sides: one for one in results(replace(GAME, worth=worth), ended(3, 3, 5, 4), PAIRS["three"])}
    assert [(found[sides].rank, found[sides].points) for sides in PAIRS["three"]] == expected


def test_a_seat_has_the_place_of_its_best_side_where_the_game_says_nothing() -> None:
    assert came(ended(9, 4, 0, 6), PAIRS["across"], replace(GAME, worth=None)) == [
        (1, "north south", 9),
        (2, "east west", 10),
    ]


def test_a_power_that_nobody_sits_on_competes_by_itself() -> None:
    assert came(ended(1, 9, 2, 9), [("north",)]) == [
        (1, "east", 9), (1, "west", 9), (3, "south", 2), (4, "north", 1)
    ]  # fmt: skip
    assert came(ended(1, 9, 2, 9), [("north", "east")]) == [
        (1, "west", 9), (2, "north east", 5), (3, "south", 2)
    ]  # fmt: skip


def test_the_game_itself_may_come_first() -> None:
    game = replace(GAME, ranking=lambda _: (("the heap",), POWERS), worth=None)
    assert results(game, ended(1, 1, 1, 1), [POWERS]) == (Result(1, ("the heap",), 0), Result(2, POWERS, 4))


def test_seats_come_in_the_order_in_which_the_game_opens() -> None:
    opening = Opening(("west", "south", "east", "north"), GAME.options(), players=2)
    assert GAME.seats_at(opening) == (("west", "east"), ("south", "north"))
    assert GAME.seats_at(Opening(("east",), GAME.options(alone="east"))) == (("east",),)
