"""8.1: buying units; also how all chapters count, use and lose units."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.belle_epoque.action_journal import UnitsBought
from engine.belle_epoque.choices import BuyUnits
from engine.belle_epoque.printed import SHEETS
from engine.belle_epoque.state import BelleEpoque, Sheet
from engine.core.choice import Choice
from engine.core.journal import tell
from engine.core.menu import Menu
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side


class Purchases(Menu[BuyUnits]):
    """8.1a: at least one unit out of Reserves, paid at once."""

    __slots__ = ("army_cost", "fleet_cost", "sheet")
    types = frozenset({BuyUnits})

    def __init__(self, state: BelleEpoque, side: Side) -> None:
        self.sheet = state.sheets[side]
        self.army_cost, self.fleet_cost = SHEETS[side].armies.cost, SHEETS[side].fleets.cost

    def __bool__(self) -> bool:
        sheet = self.sheet
        affordable_army = sheet.reserve_armies and sheet.money >= self.army_cost
        return bool(affordable_army or (sheet.reserve_fleets and sheet.money >= self.fleet_cost))

    def judge(self, choice: BuyUnits) -> Refusal | None:
        if not choice.armies and not choice.fleets:
            return illegal("belle_epoque.buy_something", "8.1a")
        if choice.armies > self.sheet.reserve_armies or choice.fleets > self.sheet.reserve_fleets:
            armies, fleets = self.sheet.reserve_armies, self.sheet.reserve_fleets
            return illegal("belle_epoque.reserves", "8.1b", armies=armies, fleets=fleets)
        return too_dear(self.price(choice), self.sheet, "8.1a")

    def price(self, choice: BuyUnits) -> int:
        return choice.armies * self.army_cost + choice.fleets * self.fleet_cost

    def specimens(self) -> Iterator[Choice]:
        return iter(()) if self else iter((BuyUnits(armies=1),))

    def most_fleets(self) -> int:
        return min(self.sheet.reserve_fleets, self.sheet.money // self.fleet_cost)

    def most_armies(self, fleets: int) -> int:
        return min(self.sheet.reserve_armies, (self.sheet.money - fleets * self.fleet_cost) // self.army_cost)

    def __iter__(self) -> Iterator[BuyUnits]:
        for fleets in range(self.most_fleets() + 1):
            for armies in range(0 if fleets else 1, self.most_armies(fleets) + 1):
                yield BuyUnits(armies, fleets)

    def sample(self, rng: Random) -> BuyUnits:
        """Pick any number of Fleets, then any number of Armies; at least one unit."""
        least = 0 if self.most_armies(0) else 1
        fleets = least + int(rng.random() * (self.most_fleets() - least + 1))
        fewest = 0 if fleets else 1
        return BuyUnits(fewest + int(rng.random() * (self.most_armies(fleets) - fewest + 1)), fleets)

    def describe(self) -> object:
        sheet = self.sheet
        return {
            "do": "buy_units",
            "money": sheet.money,
            "armies": {"reserve": sheet.reserve_armies, "cost": self.army_cost},
            "fleets": {"reserve": sheet.reserve_fleets, "cost": self.fleet_cost},
        }


def too_dear(price: int, sheet: Sheet, clause: str) -> Refusal | None:
    """Return why a Power cannot pay this price; None if it can."""
    return illegal("belle_epoque.too_dear", clause, price=price, has=sheet.money) if price > sheet.money else None


def buy(state: BelleEpoque, side: Side, choice: BuyUnits) -> None:
    """8.1a"""
    printed = SHEETS[side]
    price = choice.armies * printed.armies.cost + choice.fleets * printed.fleets.cost
    build(state.sheets[side], choice.armies, choice.fleets, price)
    tell(state, UnitsBought(side, choice.armies, choice.fleets, price))


def build(sheet: Sheet, armies: int, fleets: int, price: int) -> None:
    """Move units from Reserves into the Arsenal, ready."""
    sheet.money -= price
    sheet.reserve_armies -= armies
    sheet.reserve_fleets -= fleets
    sheet.armies += armies
    sheet.fleets += fleets


def shift(where: dict[str, int], place: str, by: int) -> None:
    """Change the number of units at a place; places without any are not listed."""
    now = where.get(place, 0) + by
    assert now >= 0, f"{by} units of {where} at {place}"
    where.pop(place, None)
    if now:
        where[place] = now


def exhaust_fleets(sheet: Sheet, continent: str, fleets: int) -> None:
    shift(sheet.ready, continent, -fleets)
    shift(sheet.exhausted, continent, fleets)
