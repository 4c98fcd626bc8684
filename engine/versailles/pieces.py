"""1.3: moves cubes and units between their places. None are ever made or lost here."""

from __future__ import annotations

from engine.core.journal import tell
from engine.core.state import Side
from engine.versailles.cards.board import HOME_FOUR, HOME_LAST, HOME_THREE
from engine.versailles.journal import (
    Demobilised,
    InfluenceExhausted,
    InfluenceRecovered,
    InfluenceReturned,
    UnitsWithdrawn,
)
from engine.versailles.state import Versailles


def put(state: Versailles, side: Side, issue: str, cubes: int) -> None:
    """Put available cubes onto an issue."""
    state.available[side] -= cubes
    on_issue = state.cubes.setdefault(issue, {})
    on_issue[side] = on_issue.get(side, 0) + cubes


def exhaust(state: Versailles, side: Side, cubes: int) -> int:
    """Exhaust up to this many available cubes."""
    cubes = min(cubes, state.available[side])
    if cubes:
        state.available[side] -= cubes
        state.exhausted[side] += cubes
        tell(state, InfluenceExhausted(side, cubes))
    return cubes


def recover(state: Versailles, side: Side, cubes: int) -> int:
    """Make up to this many exhausted cubes available."""
    cubes = min(cubes, state.exhausted[side])
    if cubes:
        state.exhausted[side] -= cubes
        state.available[side] += cubes
        tell(state, InfluenceRecovered(side, cubes))
    return cubes


def return_cubes(state: Versailles, issue: str) -> None:
    """Make all cubes on an issue available again."""
    on_issue = state.cubes.pop(issue, {})
    for side, cubes in on_issue.items():
        state.available[side] += cubes
    tell(state, InfluenceReturned(issue, tuple(on_issue.items())))


def units_of(state: Versailles, side: Side) -> list[str]:
    """Return the places where a side has units in play: pools, then regions."""
    pools = (("available", state.units_available), ("exhausted", state.units_exhausted))
    return [*(name for name, pool in pools if pool.get(side)), *state.deployed.get(side, ())]


def lift(state: Versailles, side: Side, unit: str) -> None:
    """Take a unit away from its place, to put it elsewhere."""
    if unit == "available":
        state.units_available[side] -= 1
    elif unit == "exhausted":
        state.units_exhausted[side] -= 1
    else:
        del state.deployed[side][unit]


def withdraw(state: Versailles, side: Side, regions: tuple[str, ...]) -> None:
    """Exhaust the units deployed in these regions."""
    for region in regions:
        lift(state, side, region)
        state.units_exhausted[side] += 1
    if regions:
        tell(state, UnitsWithdrawn(side, regions))


def demobilise(state: Versailles, side: Side, unit: str, mutiny: bool = False) -> int:
    """8.3: send a unit home, to the best free space; 6.2: in a mutiny to the last one. Return the happiness gained."""
    lift(state, side, unit)
    state.demobilised[side] += 1
    space = HOME_LAST if mutiny else take_space(state, side)
    tell(state, Demobilised(side, unit, space, mutiny))
    return space


def take_space(state: Versailles, side: Side) -> int:
    for index, worth in enumerate(home_track(state)):
        if not state.home[index]:
            state.home[index] = side
            return worth
    return HOME_LAST


def home_track(state: Versailles) -> tuple[int, ...]:
    """Return the spaces that hold one unit each."""
    return HOME_FOUR if len(state.factions) == 4 else HOME_THREE


def best_space(state: Versailles) -> int:
    """Return the happiness that demobilising gives now."""
    return home_track(state)[state.home.index("")] if "" in state.home else HOME_LAST
