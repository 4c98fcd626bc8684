"""Chapter 12: the score, point by point, and the ranking."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.core.game import Point
from engine.core.refusal import Fact
from engine.core.state import Side
from engine.versailles import solitaire
from engine.versailles.cards.board import (
    CALM_MOST,
    FLAG_POINTS,
    HAPPINESS_POINTS,
    REGIONS,
    SIGNS_FROM,
    ZERO_HAPPINESS_POINTS,
)
from engine.versailles.cards.kinds import Condition
from engine.versailles.cards.strategies import STRATEGIES
from engine.versailles.state import Versailles, card


def score(state: Versailles) -> tuple[Point, ...]:
    if state.goal:
        return solitaire.score(state)
    return tuple(point for side in state.sides for point in points(state, side))


def points(state: Versailles, side: Side) -> Iterator[Point]:
    """12.1"""
    for issue in state.controlled(side):
        yield Point(side, card(issue).stars, "versailles.stars", {"issue": issue})
        for token in state.settled[issue].tokens:
            if token.partition(":")[2] == side:
                yield Point(side, FLAG_POINTS, "versailles.flag", {"issue": issue, "token": token})
    yield from happiness_points(state, side)
    if strategy := state.strategies.get(side):
        for condition in STRATEGIES[strategy].conditions:
            yield condition_point(state, side, strategy, condition)


def happiness_points(state: Versailles, side: Side) -> Iterator[Point]:
    """12.2: tied sides share the higher place, the next is skipped."""
    mine = state.happiness[side]
    place = sum(state.happiness[other] > mine for other in state.sides)
    yield Point(side, rank_points(state, side), "versailles.happiness", {"place": place + 1, "happiness": mine})
    if mine == 0:
        yield Point(side, ZERO_HAPPINESS_POINTS, "versailles.no_happiness")


def rank_points(state: Versailles, side: Side) -> int:
    place = sum(state.happiness[other] > state.happiness[side] for other in state.sides)
    return HAPPINESS_POINTS[len(state.sides)][place]


def condition_point(state: Versailles, side: Side, strategy: str, condition: Condition) -> Point:
    """12.3: score one condition. Happiness points that count twice also double the loss of a side at 0 [R]."""
    count = counted(state, side, condition)
    worth = rank_points(state, side) + no_happiness(state, side) if condition.kind == "happiness_twice" else 0
    facts: dict[str, Fact] = {
        "strategy": strategy,
        "count": count,
        "each": condition.points,
        "token": condition.token or "",
    }
    return Point(side, worth or count * condition.points, f"versailles.condition.{condition.kind}", facts)


def no_happiness(state: Versailles, side: Side) -> int:
    return ZERO_HAPPINESS_POINTS if state.happiness[side] == 0 else 0


def counted(state: Versailles, side: Side, condition: Condition) -> int:
    """Return how many times a condition is met."""
    return COUNTS[condition.kind](state, side, condition)


def own_groups(state: Versailles, side: Side) -> list[str]:
    return [card(issue).group for issue in state.controlled(side)]


def calm_regions(state: Versailles) -> int:
    return sum(unrest <= CALM_MOST for unrest in state.unrest.values())


def signing(state: Versailles, condition: Condition) -> int:
    return sum(state.happiness.get(nation, 0) >= SIGNS_FROM for nation in condition.nations)


COUNTS: dict[str, Callable[[Versailles, Side, Condition], int]] = {
    "tokens": lambda state, _side, condition: state.tokens(condition.token or ""),
    "calm_regions": lambda state, _side, _condition: calm_regions(state),
    "restless_regions": lambda state, _side, _condition: len(state.unrest) - calm_regions(state),
    "different_regions": lambda state, side, _condition: len({*REGIONS}.intersection(own_groups(state, side))),
    "league_issues": lambda state, side, _condition: own_groups(state, side).count("league"),
    "reparations_issues": lambda state, side, _condition: own_groups(state, side).count("reparations"),
    "units": lambda state, side, _condition: state.in_play(side),
    "signing": lambda state, _side, condition: signing(state, condition),
    "not_signing": lambda state, _side, condition: len(condition.nations) - signing(state, condition),
    "happiness_twice": lambda _state, _side, _condition: 0,
}
"""12.3: what each kind of condition counts; the happiness points themselves are counted in condition_point."""


def ranking(state: Versailles) -> tuple[tuple[Side, ...], ...]:
    """12.4: rank by points, then happiness, then issues; what is then equal is shared. Alone, the player wins or loses
    (14.3)."""
    if state.goal:
        return solitaire.ranking(state)
    totals = dict.fromkeys(state.sides, 0)
    for point in score(state):
        totals[point.side] += point.points
    worth = {side: (totals[side], state.happiness[side], len(state.controlled(side))) for side in state.sides}
    levels = sorted(set(worth.values()), reverse=True)
    return tuple(tuple(side for side in state.sides if worth[side] == level) for level in levels)


def facts(state: Versailles) -> dict[Side, dict[str, str]]:
    """Return the strategy that each side drafted, if there was a draft."""
    return {side: {"strategy": strategy} for side, strategy in state.strategies.items()}
