"""Computes how a game ended for its players: ranks and points of seats, whichever sides each of them holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from engine.core.game import AnyGame, Seats
from engine.core.state import AnyState, Side


class Result(Struct, frozen=True):
    """The result of a seat, or of a name in the ranking without a seat. Ties share the same rank."""

    rank: int
    sides: tuple[Side, ...]
    points: int


def results(game: AnyGame, state: AnyState, seats: Iterable[tuple[Side, ...]]) -> tuple[Result, ...]:
    """Return the results from first to last, ties in the order of the seats. Sides without a seat, and the game itself
    where it can win, compete on their own."""
    levels, seated = game.ranking(state), tuple(seats)
    held = {side for sides in seated for side in sides}
    contenders = (*seated, *((name,) for level in levels for name in level if name not in held))
    if game.worth and any(len(sides) > 1 for sides in seated):
        worth = {sides: game.worth(state, sides) for sides in contenders}
        return placed(worth, {sides: points for sides, (points, *_) in worth.items()})
    return placed(by_best_side(levels, contenders), {sides: points_of(game, state, sides) for sides in contenders})


def by_best_side(levels: Seats, contenders: Seats) -> dict[tuple[Side, ...], tuple[int, ...]]:
    """Return the rank of the best side as a worth: more is better."""
    place = {name: number for number, level in enumerate(levels) for name in level}
    return {sides: (-min(place.get(side, len(levels)) for side in sides),) for sides in contenders}


def points_of(game: AnyGame, state: AnyState, sides: tuple[Side, ...]) -> int:
    """Return the points as the score sheet adds up; for a name that is not on it, what the game says it is worth."""
    totals = game.totals(state)
    if game.worth and not totals.keys() & set(sides):
        return game.worth(state, sides)[0]
    return sum(totals.get(side, 0) for side in sides)


def placed(
    worth: Mapping[tuple[Side, ...], tuple[int, ...]], points: Mapping[tuple[Side, ...], int]
) -> tuple[Result, ...]:
    """Rank each by the number of those that are worth more."""
    best_first = sorted(worth, key=lambda sides: worth[sides], reverse=True)
    return tuple(
        Result(1 + sum(worth[other] > worth[sides] for other in worth), sides, points[sides]) for sides in best_first
    )
