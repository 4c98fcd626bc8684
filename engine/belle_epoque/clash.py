"""8.7: a contest that is being resolved: its two sides, the units that either may commit, and their cost. contests.py
asks for the units.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from engine.belle_epoque.board import allied_armies, allied_fleets, cube_at, has_fleet
from engine.belle_epoque.choices import CommitArmies, CommitFleets
from engine.belle_epoque.holdings import ARSENAL
from engine.belle_epoque.missions import is_reached_by_land
from engine.belle_epoque.printed import CONTINENTS, MINOR_UNITS, NATIONS, SHEETS, TERRITORIES, effects_of
from engine.belle_epoque.printed.figures import ARMY_COST, ARMY_STRENGTH, FLEET_COST, FLEET_STRENGTH
from engine.belle_epoque.printed.vocabulary import ContestFleetCost
from engine.belle_epoque.state import BelleEpoque, Contest, MinorUnit
from engine.belle_epoque.units import exhaust_fleets, shift
from engine.core.choice import Choice
from engine.core.menu import Menu
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side

NO_FLEETS, NO_ARMIES = CommitFleets(), CommitArmies()


class Force(Struct, frozen=True, gc=False):
    """The units that a side has committed to a contest."""

    fleets: int = 0
    armies: int = 0
    allied_fleets: int = 0
    allied_armies: int = 0

    @property
    def strength(self) -> int:
        """8.7e, 8.7.2: before any limit."""
        fleets, armies = self.fleets + self.allied_fleets, self.armies + self.allied_armies
        return fleets * FLEET_STRENGTH + armies * ARMY_STRENGTH

    def with_units(self, fleets: CommitFleets, armies: CommitArmies) -> Force:
        return Force(
            self.fleets + fleets.own,
            self.armies + armies.own,
            self.allied_fleets + len(fleets.allied),
            self.allied_armies + len(armies.allied),
        )


class Clash(Struct, frozen=True, gc=False):
    """A contest that is being resolved. The defender is the owner of the lower cube, or the ally of its nation; it is
    empty for a nation without an ally (8.7.1)."""

    territory: str
    space: int
    cube: str
    attacker: Side
    defender: Side = ""
    attacking: Force = Force()
    defending: Force = Force()
    shares: tuple[tuple[Side, int], ...] = ()
    """13.9.1a: the bonus of each automated Power in its contests of this turn."""

    @property
    def continent(self) -> str:
        return TERRITORIES[self.territory].continent

    def force_of(self, side: Side) -> Force:
        return self.attacking if side == self.attacker else self.defending

    def joined_by(self, side: Side, fleets: CommitFleets = NO_FLEETS, armies: CommitArmies = NO_ARMIES) -> Clash:
        """Return the contest after this side has sent these units as well."""
        force = self.force_of(side).with_units(fleets, armies)
        return replace(self, **{"attacking" if side == self.attacker else "defending": force})


def defender_of(state: BelleEpoque, contest: Contest) -> Side:
    """8.7: return the owner of the lower cube, or the ally of its nation; empty if it has none."""
    cube = cube_at(state, contest.territory, contest.space)
    return (state.ally_of(cube) or "") if cube in NATIONS else cube


def refused_contest(state: BelleEpoque, side: Side, contest: Contest | None) -> Refusal | None:
    """Return why this Power cannot resolve the contest now; None if it can."""
    if contest is None or contest.side != side:
        return illegal("belle_epoque.not_your_contest", "8.7")
    defender = defender_of(state, contest)
    if defender == side:
        return illegal("belle_epoque.against_oneself", "8.2.5c")
    if defender and state.is_automated(defender):
        return illegal("belle_epoque.against_automated", "13.3e")
    return None


# Committing units


def fleet_cost(state: BelleEpoque, side: Side) -> int:
    """8.7a: return the cost of a Fleet, as changed by a Great Work (8.3c) or a card in force."""
    work, cost = SHEETS[side].great_work.bonus, FLEET_COST
    if state.sheets[side].built and work.type == "contest_fleet_cost":
        cost = min(cost, work.money)
    for card in state.in_force_of(side) if state.in_force else ():
        cost = min([cost, *(effect.money for effect in effects_of(card) if isinstance(effect, ContestFleetCost))])
    return cost


def armies_may_come(state: BelleEpoque, side: Side, clash: Clash) -> bool:
    """8.7l: tell whether Armies may come: overseas a Fleet must stand in the box, unless Russia comes by land."""
    overseas = CONTINENTS[clash.continent].fleet_for_armies
    return not overseas or is_reached_by_land(side, clash.territory) or has_fleet(state, side, clash.continent)


class Commitments(Menu[CommitFleets | CommitArmies]):
    """As many of the Power's own units as it can pay, and any allied ones. The empty answer comes first, as the
    harmless one."""

    __slots__ = ("allied", "cost", "has", "kind", "money")

    def __init__(
        self, kind: type[CommitFleets | CommitArmies], has: int, cost: int, money: int, allied: tuple[str, ...]
    ) -> None:
        self.kind, self.has, self.cost, self.money, self.allied = kind, has, cost, money, allied

    @property
    def types(self) -> frozenset[type[Choice]]:
        return frozenset({self.kind})

    @property
    def most(self) -> int:
        return min(self.has, self.money // self.cost) if self.cost else self.has

    def is_pointless(self) -> bool:
        """8.7m"""
        return not self.most and not self.allied

    def judge(self, choice: CommitFleets | CommitArmies) -> Refusal | None:
        if choice.own > self.has or not set(choice.allied) <= set(self.allied):
            return illegal("belle_epoque.no_such_units", "8.7k")
        if len(set(choice.allied)) < len(choice.allied):
            return illegal("belle_epoque.unit_twice", "8.7k")
        if choice.own > self.most:
            return illegal("belle_epoque.too_dear", "8.7k", price=choice.own * self.cost, has=self.money)
        return None

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[CommitFleets | CommitArmies]:
        for own in range(self.most + 1):
            for count in range(len(self.allied) + 1):
                for allied in combinations(self.allied, count):
                    yield self.kind(own, allied)

    def sample(self, rng: Random) -> CommitFleets | CommitArmies:
        allied = tuple(unit for unit in self.allied if rng.random() < 0.5)
        return self.kind(int(rng.random() * (self.most + 1)), allied)

    def describe(self) -> object:
        return {"own": self.has, "cost": self.cost, "money": self.money, "allied": self.allied}


def fleets_menu(state: BelleEpoque, side: Side, clash: Clash) -> Commitments:
    """8.7a, 8.7b: offer the Fleets that are ready in the continent's box."""
    here = MinorUnit(clash.continent)
    allied = tuple([unit for unit in allied_fleets(state, side) if state.minor_units[unit] == here])
    sheet = state.sheets[side]
    own = sheet.ready.get(clash.continent, 0)
    return Commitments(CommitFleets, own, fleet_cost(state, side), sheet.money, allied)


def armies_menu(state: BelleEpoque, side: Side, clash: Clash) -> Commitments:
    """8.7c, 8.7d: offer the ready Armies of the Arsenal; 8.7.3: some may be used in one continent only."""
    sheet = state.sheets[side]
    if not armies_may_come(state, side, clash):
        return Commitments(CommitArmies, 0, ARMY_COST, sheet.money, ())
    units = [unit for unit in allied_armies(state, side) if state.minor_units[unit].at == ARSENAL]
    allied = tuple([unit for unit in units if clash.continent in MINOR_UNITS[unit].usable_in])
    return Commitments(CommitArmies, sheet.armies, ARMY_COST, sheet.money, allied)


def send_fleets(state: BelleEpoque, side: Side, clash: Clash, choice: CommitFleets) -> int:
    """8.7a: exhaust the Fleets; return what was paid."""
    paid = choice.own * fleet_cost(state, side)
    state.sheets[side].money -= paid
    exhaust_fleets(state.sheets[side], clash.continent, choice.own)
    for unit in choice.allied:
        state.minor_units[unit] = MinorUnit(clash.continent, ready=False)
    return paid


def send_armies(state: BelleEpoque, side: Side, clash: Clash, choice: CommitArmies) -> int:
    """8.7c: put the Armies exhausted beside the territory; return what was paid."""
    sheet, paid = state.sheets[side], choice.own * ARMY_COST
    sheet.money -= paid
    sheet.armies -= choice.own
    shift(sheet.armies_out, clash.territory, choice.own)
    for unit in choice.allied:
        state.minor_units[unit] = MinorUnit(clash.territory, ready=False)
    return paid
