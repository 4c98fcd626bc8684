"""Estimates for the clerk what cards are worth, by their effects, and where they should strike."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.belle_epoque.appraisal import CUBE, POUND, RIVAL, STEP, gain
from engine.belle_epoque.board import contest_at, is_closed_to, lowest_free
from engine.belle_epoque.printed import POWERS, TERRITORIES, effects_of, vocabulary
from engine.belle_epoque.printed.figures import FREE
from engine.belle_epoque.spots import RemovingCubes, ReplacingCubes, Spots, territories_of
from engine.belle_epoque.state import BelleEpoque
from engine.core.state import Side

Appraiser = Callable[[BelleEpoque, Side, Any], float]
LITTLE = 0.3
"""The worth of an effect that is not appraised more closely."""


def card_worth(state: BelleEpoque, side: Side, card: str, half: str = "") -> float:
    return sum(effect_worth(state, side, effect) for effect in effects_of(card, half))


def effect_worth(state: BelleEpoque, side: Side, effect: vocabulary.Effect) -> float:
    appraiser = APPRAISERS.get(type(effect))
    return appraiser(state, side, effect) if appraiser else LITTLE


def amount_worth(who: str, amount: float) -> float:
    """Return the amount as the player's gain, or as a rival's loss."""
    return amount if who == "self" else -amount * RIVAL


def best(gains: Iterable[float], count: int) -> float:
    """Add up the highest of the gains, at most `count` of them and only those above zero."""
    return sum(one for one in sorted(gains, reverse=True)[:count] if one > 0)


def free_gain(state: BelleEpoque, side: Side, territory: str) -> float:
    """Return the worth of a cube on the lowest free space; 0 if none is free or a rival has closed the territory."""
    space = lowest_free(state, territory)
    if space is None or is_closed_to(state, territory, side):
        return 0
    return gain(state, side, territory, space, side)


def place_own(state: BelleEpoque, side: Side, effect: vocabulary.PlaceOwn) -> float:
    territories = effect.territories or territories_of(effect.territory_kind)
    return best((free_gain(state, side, territory) for territory in territories), effect.count)


def replace_with_own(state: BelleEpoque, side: Side, effect: vocabulary.ReplaceWithOwn) -> float:
    """Add up the best replacements of another cube by the clerk's own, where it has a cube."""
    gains = []
    for territory in territories_of(effect.territory_kind):
        row = state.spaces[territory]
        others = [space for space, cube in enumerate(row, start=1) if cube in POWERS and cube != side]
        if side in row and others:
            gains.append(max(gain(state, side, territory, space, side) for space in others))
    return best(gains, effect.count)


def remove_cubes(state: BelleEpoque, side: Side, effect: vocabulary.RemoveRivalCubes) -> float:
    """Add up the removals that hurt rivals most, one per territory."""
    gains = []
    for territory, printed in TERRITORIES.items():
        if effect.territory_kind in (None, printed.kind):
            row = state.spaces[territory]
            rivals = {cube: row.index(cube) + 1 for cube in row if cube in state.sides and cube != side}
            gains += [gain(state, side, territory, space, FREE) for space in rivals.values()]
    return best(gains, effect.count)


def choose(state: BelleEpoque, side: Side, effect: vocabulary.Choose) -> float:
    worths = [effect_worth(state, side, option) for option in effect.options]
    return max(worths) if effect.by == "player" else min(worths)


APPRAISERS: dict[type[vocabulary.Effect], Appraiser] = {
    vocabulary.Prestige: lambda _state, _side, effect: amount_worth(effect.who, effect.delta * STEP),
    vocabulary.Money: lambda _state, _side, effect: amount_worth(effect.who, effect.amount * POUND),
    vocabulary.Md: lambda _state, _side, effect: amount_worth(effect.who, effect.delta * CUBE),
    vocabulary.PlaceOwn: place_own,
    vocabulary.ReplaceWithOwn: replace_with_own,
    vocabulary.RemoveRivalCubes: remove_cubes,
    vocabulary.Choose: choose,
    vocabulary.BuildUnits: lambda _state, _side, effect: max(
        option.armies * 2 * POUND + option.fleets * 8 * POUND - option.cost * POUND for option in effect.options
    ),
    vocabulary.RerollOwnDie: lambda _state, _side, _effect: 0,
    vocabulary.ContestBonus: lambda _state, _side, _effect: 0,
    vocabulary.ContestFleetCost: lambda _state, _side, _effect: 0,
}


def spot_worth(state: BelleEpoque, side: Side, asking: Spots, territory: str, space: int) -> float:
    """Return what the Power gains if a card strikes there."""
    if isinstance(asking, RemovingCubes):
        contest = contest_at(state, territory, space)
        return gain(state, side, territory, space, contest.side if contest else FREE)
    cube = asking.context.side if isinstance(asking, ReplacingCubes) else asking.cube  # type: ignore[attr-defined]
    return gain(state, side, territory, space, cube)
