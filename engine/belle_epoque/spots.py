"""8.6.1b, 8.6.2: cubes that cards place, replace or remove, one after the other, where their player decides. Each of
these steps goes on until all cubes are done or nothing more is possible (8.6c).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import islice
from random import Random
from typing import ClassVar

from msgspec.structs import replace

from engine.belle_epoque.board import cube_at, free_for_choice, general_reserve, is_closed_to
from engine.belle_epoque.choices import PickSpace
from engine.belle_epoque.context import Context, hit, safe_powers
from engine.belle_epoque.holdings import recheck
from engine.belle_epoque.pieces import put_cube, remove_cube
from engine.belle_epoque.printed import NATIONS, POWERS, TERRITORIES
from engine.belle_epoque.printed.vocabulary import PlaceMinor, PlaceOwn, RemoveRivalCubes, ReplaceWithOwn
from engine.belle_epoque.state import BelleEpoque
from engine.core.agenda import then
from engine.core.menu import Menu
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.core.step import Automatic, Waiting

Spot = tuple[str, int]
"""A territory and one of its spaces."""


class Spots(Automatic[BelleEpoque], frozen=True):
    """Handle a number of cubes one after the other; ask the player where there is more than one spot."""

    refused_by: ClassVar[str] = "8.6.2b"
    context: Context
    left: int

    def giving(self, state: BelleEpoque) -> frozenset[str]:
        """Return the kinds of cubes that may be replaced or removed."""
        raise TypeError(f"{type(self).__name__} must say whose cubes give way")

    def open(self, state: BelleEpoque) -> Iterable[str]:
        """Return the territories where the step still looks for spots."""
        raise TypeError(f"{type(self).__name__} must say where")

    def take(self, state: BelleEpoque, spot: Spot) -> None:
        raise TypeError(f"{type(self).__name__} must say what happens there")

    def spaces(self, state: BelleEpoque, territory: str, giving: frozenset[str]) -> list[int]:
        row = state.spaces[territory]
        if giving.isdisjoint(row):
            return []
        return [space for space, cube in enumerate(row, start=1) if cube in giving]

    def spots(self, state: BelleEpoque) -> Iterator[Spot]:
        giving = self.giving(state)
        for territory in self.open(state):
            for space in self.spaces(state, territory, giving):
                yield territory, space

    def any_spot(self, state: BelleEpoque, rng: Random) -> Spot:
        """Pick any territory that has a spot, then any of its spots."""
        giving, left = self.giving(state), [*self.open(state)]
        while True:
            territory = left.pop(int(rng.random() * len(left)))
            if spaces := self.spaces(state, territory, giving):
                return territory, spaces[int(rng.random() * len(spaces))]

    def run(self, state: BelleEpoque) -> None:
        spots = [*islice(self.spots(state), 2)] if self.left else []
        if len(spots) == 1:
            self.take(state, spots[0])
        elif spots:
            then(state, PickingSpace(self.context.side, self))  # type: ignore[arg-type]


class PlacingCubes(Spots, frozen=True):
    """8.6.2a: place a cube on a free space, or in place of another one; the player's own cubes never where a rival has
    closed (8.6.3)."""

    clause = "8.6.2a"
    cube: str
    territories: tuple[str, ...]
    most_each: int
    free_only: bool = False
    together: bool = False
    """True if all go to the same territory."""
    used: tuple[str, ...] = ()

    def giving(self, state: BelleEpoque) -> frozenset[str]:
        return frozenset() if self.free_only else giving_way(state, self.context)

    def open(self, state: BelleEpoque) -> Iterable[str]:
        if not general_reserve(state, self.cube):
            return ()
        named = self.used[:1] if self.together and self.used else self.territories
        open_ones = [one for one in named if self.used.count(one) < self.most_each]
        if self.cube in POWERS:
            return [one for one in open_ones if not is_closed_to(state, one, self.cube)]
        return open_ones

    def spaces(self, state: BelleEpoque, territory: str, giving: frozenset[str]) -> list[int]:
        return free_for_choice(state, territory) + super().spaces(state, territory, giving)

    def take(self, state: BelleEpoque, spot: Spot) -> None:
        then(state, replace(self, left=self.left - 1, used=(*self.used, spot[0])))
        replace_cube(state, self.context, self.cube, spot)


class ReplacingCubes(Spots, frozen=True):
    """Replace a cube of another Power or nation by one of the player's."""

    clause = "8.6.2a"
    effect: ReplaceWithOwn
    used: tuple[str, ...] = ()

    def giving(self, state: BelleEpoque) -> frozenset[str]:
        allies = [territory for territory, holder in state.held.items() if holder == self.context.side]
        return giving_way(state, self.context).difference(allies)

    def open(self, state: BelleEpoque) -> Iterable[str]:
        if not general_reserve(state, self.context.side):
            return ()
        return [one for one in territories_of(self.effect.territory_kind) if self.is_open(state, one)]

    def is_open(self, state: BelleEpoque, territory: str) -> bool:
        side = self.context.side
        own = not self.effect.needs_own_cube_there or side in state.spaces[territory]
        unused = self.used.count(territory) < self.effect.max_per_territory
        return own and unused and not is_closed_to(state, territory, side)

    def take(self, state: BelleEpoque, spot: Spot) -> None:
        then(state, replace(self, left=self.left - 1, used=(*self.used, spot[0])))
        replace_cube(state, self.context, self.context.side, spot)


class RemovingCubes(Spots, frozen=True):
    """8.6.1b: remove cubes of rival Powers from the map, except those of Powers that were marked before the card."""

    refused_by = "8.6.1b"
    clause = "8.6.1b"
    effect: RemoveRivalCubes
    powers: tuple[Side, ...] = ()
    """The owners of the cubes that have left so far; below, their territories."""
    used: tuple[str, ...] = ()

    def giving(self, state: BelleEpoque) -> frozenset[str]:
        powers, most = self.powers, self.effect.max_per_power
        spared = (self.context.side, *safe_powers(state, self.context))
        wanted = powers[:1] if self.effect.same_power and powers else POWERS
        return frozenset([power for power in wanted if power not in spared and powers.count(power) < most])

    def open(self, state: BelleEpoque) -> Iterable[str]:
        """Return the territories that the card names, without those already used if it may use each only once."""
        named = territories_of(self.effect.territory_kind)
        return [one for one in named if one not in self.used] if self.effect.different_territories else named

    def take(self, state: BelleEpoque, spot: Spot) -> None:
        cube = cube_at(state, *spot)
        powers, used = (*self.powers, cube), (*self.used, spot[0])
        then(state, replace(self, left=self.left - 1, powers=powers, used=used))
        remove_cube(state, *spot)
        hit(state, cube, self.context)
        recheck(state, spot[0])


class SpotsMenu(Menu[PickSpace]):
    """The spots of a card, found only when the menu is asked for them."""

    __slots__ = ("asking", "state")
    types = frozenset({PickSpace})

    def __init__(self, state: BelleEpoque, asking: Spots) -> None:
        self.state, self.asking = state, asking

    def judge(self, choice: PickSpace) -> Refusal | None:
        there = (choice.territory, choice.space) in self.asking.spots(self.state)
        return None if there else illegal("belle_epoque.out_of_reach", self.asking.refused_by)

    def __iter__(self) -> Iterator[PickSpace]:
        return (PickSpace(*spot) for spot in self.asking.spots(self.state))

    def sample(self, rng: Random) -> PickSpace:
        return PickSpace(*self.asking.any_spot(self.state, rng))


class PickingSpace(Waiting[BelleEpoque, PickSpace], frozen=True):
    """8.6.2a, 8.6.1b: ask where the next cube goes, or which one leaves."""

    clause = "8.6.2a"
    side: Side
    asking: PlacingCubes | ReplacingCubes | RemovingCubes

    def waiting(self, state: BelleEpoque) -> Mapping[Side, Menu]:
        return {self.side: SpotsMenu(state, self.asking)}

    def choose(self, state: BelleEpoque, side: Side, choice: PickSpace) -> None:
        self.asking.take(state, (choice.territory, choice.space))


def giving_way(state: BelleEpoque, context: Context) -> frozenset[str]:
    """8.6.2b: return the kinds of cubes that may be replaced: never armament cubes, the player's own, or cubes of
    Powers that are safe from the card."""
    return all_but(context.side, safe_powers(state, context))


@cache
def all_but(side: Side, safe: tuple[Side, ...]) -> frozenset[str]:
    return frozenset((*NATIONS, *POWERS)).difference((side, *safe))


def replace_cube(state: BelleEpoque, context: Context, cube: str, spot: Spot) -> None:
    replaced = cube_at(state, *spot)
    put_cube(state, cube, *spot)
    if replaced in POWERS:
        hit(state, replaced, context)
    recheck(state, spot[0])


def placements(effect: PlaceMinor | PlaceOwn, context: Context) -> list[PlacingCubes]:
    """8.6.2c: return a step for each territory of a card in printed order, or for one of several that the player
    picks."""
    if isinstance(effect, PlaceMinor):
        if effect.one_of:
            return [PlacingCubes(context, effect.count, effect.minor, effect.one_of, effect.count, together=True)]
        places = effect.each_of or (effect.territory,)
        return [PlacingCubes(context, effect.count, effect.minor, (place,), effect.count) for place in places]
    territories = effect.territories or territories_of(effect.territory_kind)
    free_only = effect.mode == "free"
    return [PlacingCubes(context, effect.count, context.side, territories, effect.max_per_territory, free_only)]


@cache
def territories_of(kind: str | None) -> tuple[str, ...]:
    """Return the territories of this kind, or all of them if a card names none."""
    return tuple(one.id for one in TERRITORIES.values() if kind in (None, one.kind))
