"""Chapter 17: the end of the game, the score sheet, and who wins."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.game import Point
from engine.core.journal import tell
from engine.core.state import Side
from engine.nineteen33.journal import GameEnded
from engine.nineteen33.state import Leader, Nineteen33

MEASURES: tuple[Callable[[Leader], int], ...] = (
    lambda held: held.employed,
    lambda held: held.steps,
    lambda held: len(held.signed),
    lambda held: held.created,
)
"""17.2: the measures that give a point each between level leaders."""


def score(state: Nineteen33) -> tuple[Point, ...]:
    """15.4 to 15.9: the points of each leader that is played, by what they were for."""
    return tuple(
        Point(side, points, f"nineteen33.{reason}")
        for side in state.sides
        for reason, points in state.leaders[side].points.items()
        if points
    )


def ranking(state: Nineteen33) -> tuple[tuple[Side, ...], ...]:
    """17.1, 17.2: most points, then lower debt, then the points of the measures."""
    levels = groups([*state.sides], lambda side: (state.leaders[side].score, -state.leaders[side].debt))
    return tuple(tuple(level) for one in levels for level in by_measures(state, one))


def by_measures(state: Nineteen33, level: list[Side]) -> list[list[Side]]:
    """17.2: a point for the most of each measure; equal values give a point to each."""
    best = [max(measure(state.leaders[side]) for side in level) for measure in MEASURES]

    def points(side: Side) -> int:
        held = state.leaders[side]
        return sum(measure(held) == most for measure, most in zip(MEASURES, best, strict=True))

    return groups(level, lambda side: (points(side),))


def groups(sides: list[Side], worth: Callable[[Side], tuple[int, ...]]) -> list[list[Side]]:
    """From the most worth to the least, those that are level together."""
    values = sorted({worth(side) for side in sides}, reverse=True)
    return [[side for side in sides if worth(side) == value] for value in values]


def finish(state: Nineteen33) -> None:
    """17.1"""
    tell(state, GameEnded(ranking(state)[0]))
