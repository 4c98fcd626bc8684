"""8.9: selling armaments. The sold units leave the game, and the armament cubes take spaces away from the majority."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from random import Random

from engine.belle_epoque.action_journal import ArmamentsSold
from engine.belle_epoque.board import contested, cube_at, free_spaces, is_closed_to
from engine.belle_epoque.choices import SellArmaments
from engine.belle_epoque.holdings import ARSENAL, recheck
from engine.belle_epoque.pieces import set_space
from engine.belle_epoque.prestige import move_prestige
from engine.belle_epoque.printed import POWERS, TERRITORIES, TURNS, rate_of
from engine.belle_epoque.printed.figures import ARMS, CLOSED_SALE_PRESTIGE, FREE
from engine.belle_epoque.state import BelleEpoque
from engine.belle_epoque.units import shift
from engine.core.choice import Choice
from engine.core.journal import tell
from engine.core.menu import Menu
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side


def free_for_arms(state: BelleEpoque, territory: str, cubes: int) -> list[int]:
    """8.9.1c: return spaces for the cubes: the highest free space first, then the highest free one beside it; if none
    is free there, the highest of all."""
    free = free_spaces(state, territory)
    taken = [free.pop()] if free else []
    while free and len(taken) < cubes:
        beside = TERRITORIES[territory].beside(taken[0])
        taken.append(max([space for space in free if space in beside] or free))
        free.remove(taken[-1])
    return taken


def replaceable(state: BelleEpoque, territory: str) -> list[int]:
    """8.9.1d, 8.9.1e: return the spaces of MD cubes of any Power that are in no contest. Cubes of minor nations are no
    MD cubes (2.0a) [R]."""
    waits = contested(state, territory)
    row = enumerate(state.spaces[territory], start=1)
    return [space for space, cube in row if cube in POWERS and space not in waits]


def places_of_fleets(state: BelleEpoque, side: Side) -> Counter[str]:
    """8.9a: count the Power's own ready Fleets, in the Arsenal and in each box."""
    sheet = state.sheets[side]
    return +Counter({ARSENAL: sheet.fleets, **sheet.ready})


class Sales(Menu[SellArmaments]):
    """8.9: the territories without armament cubes where the rate can be paid and placed in full."""

    __slots__ = ("fleets_at", "side", "state")
    types = frozenset({SellArmaments})

    def __init__(self, state: BelleEpoque, side: Side) -> None:
        self.state, self.side = state, side
        self.fleets_at: Counter[str] | None = None

    @property
    def fleets(self) -> Counter[str]:
        """Count the Fleets on first use, since most looks at the menu need none."""
        if self.fleets_at is None:
            self.fleets_at = places_of_fleets(self.state, self.side)
        return self.fleets_at

    def refused_territory(self, territory: str) -> Refusal | None:
        """Return why no armaments may be sold there; None if they may."""
        sheet, rate = self.state.sheets[self.side], RATES[territory]
        if not TURNS[self.state.turn].armaments:
            return illegal("belle_epoque.no_sales_yet", "8.9a")
        if ARMS in self.state.spaces[territory]:
            return illegal("belle_epoque.armed_already", "8.9.1a", territory=territory)
        if rate.armies > sheet.armies or rate.fleets > self.fleets.total():
            return illegal("belle_epoque.rate_too_high", "8.9.1b", armies=rate.armies, fleets=rate.fleets)
        if rate.cubes > sheet.armaments or self.to_replace(territory) > len(replaceable(self.state, territory)):
            return illegal("belle_epoque.armament_cubes", "8.9.1b", cubes=rate.cubes)
        return None

    def to_replace(self, territory: str) -> int:
        """8.9.1d: return how many cubes must be replaced because too few spaces are free."""
        return max(0, RATES[territory].cubes - self.state.spaces[territory].count(FREE))

    def __bool__(self) -> bool:
        return self.has_means() and any(map(self.is_open, TERRITORIES))

    def has_means(self) -> bool:
        sheet = self.state.sheets[self.side]
        return TURNS[self.state.turn].armaments and sheet.armaments > 0 and bool(sheet.armies or self.fleets)

    def is_open(self, territory: str) -> bool:
        """Tell whether armaments may be sold there; faster than `refused_territory`."""
        sheet, rate = self.state.sheets[self.side], RATES[territory]
        if rate.armies > sheet.armies or rate.cubes > sheet.armaments:
            return False
        row = self.state.spaces[territory]
        if FREE in row and rate.cubes == 1 and not rate.fleets:
            return ARMS not in row
        return self.refused_territory(territory) is None

    def judge(self, choice: SellArmaments) -> Refusal | None:
        if refused := self.refused_territory(choice.territory):
            return refused
        rate, replaced = RATES[choice.territory], set(choice.replaced)
        if len(choice.fleets) != rate.fleets or Counter(choice.fleets) - self.fleets:
            return illegal("belle_epoque.fleets_of_the_rate", "8.9a", fleets=rate.fleets)
        if len(choice.replaced) != self.to_replace(choice.territory) or len(replaced) != len(choice.replaced):
            return illegal("belle_epoque.cubes_to_replace", "8.9.1d", cubes=self.to_replace(choice.territory))
        if replaced - set(replaceable(self.state, choice.territory)):
            return illegal("belle_epoque.no_cube_to_replace", "8.9.1e")
        return None

    def specimens(self) -> Iterator[Choice]:
        if TURNS[self.state.turn].armaments:
            return (SellArmaments(one) for one in TERRITORIES if self.refused_territory(one))
        return iter((SellArmaments(next(iter(TERRITORIES))),))

    def __iter__(self) -> Iterator[SellArmaments]:
        for territory in TERRITORIES if self.has_means() else ():
            if self.is_open(territory):
                yield from self.sales(territory)

    def sales(self, territory: str) -> Iterator[SellArmaments]:
        """Yield every way to sell in this territory."""
        count = self.to_replace(territory)
        cubes = [*combinations(replaceable(self.state, territory), count)] if count else [()]
        for places in self.payable(RATES[territory].fleets):
            for replaced in cubes:
                yield SellArmaments(territory, places, replaced)

    def payable(self, count: int) -> list[tuple[str, ...]]:
        """Return the ways to take this many Fleets from the places where the Power has any."""
        if not count:
            return [()]
        ways = combinations_with_replacement(self.fleets, count)
        return [places for places in ways if not Counter(places) - self.fleets]

    def sample(self, rng: Random) -> SellArmaments:
        """Pick any territory where armaments may be sold, then any way to sell there."""
        while True:
            territory = TERRITORY_LIST[int(rng.random() * len(TERRITORY_LIST))]
            if self.is_open(territory):
                sales = [*self.sales(territory)]
                return sales[int(rng.random() * len(sales))]

    def describe(self) -> object:
        open_ones = [*filter(self.is_open, TERRITORIES)] if self.has_means() else []
        sales = {
            territory: {"replace": self.to_replace(territory), "spaces": replaceable(self.state, territory)}
            for territory in open_ones
        }
        return {"do": "sell_armaments", "fleets": dict(self.fleets), "territories": sales}


RATES = {territory: rate_of(territory) for territory in TERRITORIES}
TERRITORY_LIST = [*TERRITORIES]


def sell(state: BelleEpoque, side: Side, choice: SellArmaments) -> None:
    """Pay the rate and place the armament cubes (8.9a, 8.9c)."""
    sheet, rate, territory = state.sheets[side], RATES[choice.territory], choice.territory
    pay_rate(state, side, rate.armies, choice.fleets)
    spaces = (*free_for_arms(state, territory, rate.cubes), *choice.replaced)
    replaced = tuple(cube_at(state, territory, space) for space in choice.replaced)
    for space in spaces:
        set_space(state, territory, space, ARMS)
    sheet.armaments -= rate.cubes
    tell(state, ArmamentsSold(side, territory, rate.armies, rate.fleets, spaces, replaced))
    if is_closed_to(state, territory, side):
        move_prestige(state, side, -CLOSED_SALE_PRESTIGE)
    recheck(state, territory)


def pay_rate(state: BelleEpoque, side: Side, armies: int, fleets: tuple[str, ...]) -> None:
    """8.9a: remove the sold units from the game."""
    sheet = state.sheets[side]
    sheet.armies -= armies
    sheet.sold_armies += armies
    sheet.sold_fleets += len(fleets)
    for place in fleets:
        if place == ARSENAL:
            sheet.fleets -= 1
        else:
            shift(sheet.ready, place, -1)
