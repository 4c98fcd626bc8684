"""6.5 to 6.10 and 4.5 b to e: war and civil industry, the home market, and the unit price of the month."""

from __future__ import annotations

from itertools import permutations
from typing import Literal, NamedTuple

from engine.core.journal import tell
from engine.core.state import Side
from engine.nineteen33 import defence
from engine.nineteen33.choices import SealPlan
from engine.nineteen33.journal import IndustryMade
from engine.nineteen33.printed import ideology_of, tables
from engine.nineteen33.printed.kinds import Kind
from engine.nineteen33.production import output
from engine.nineteen33.state import Leader, Nineteen33

PRICE = tables.price
RawKind = Literal["N", "A", "E"]
RAW: tuple[RawKind, ...] = ("N", "A", "E")
ORDERS = {"".join(order): order for order in permutations(RAW)}
"""6.5: the kinds in each order that a plan may name."""


class Made(NamedTuple):
    """The output of a plan, before the treasury is asked."""

    brigades: int
    squadrons: int
    civil: int

    @property
    def war(self) -> int:
        return self.brigades + self.squadrons

    @property
    def total(self) -> int:
        return self.war + self.civil


def makes(state: Nineteen33, leader: Side, plan: SealPlan) -> Made:
    """6.6, 6.1: war UP first, within UL, rates, raw materials and plan; a leader on strike makes nothing."""
    held = state.leaders[leader]
    if held.strike:
        return Made(0, 0, 0)
    raw = held.raw // tables.production.raw_per_up
    war = min(output(state, leader, "war"), raw, plan.war_most)
    kinds: tuple[Kind, Kind] = ("division", "army") if plan.squadrons_first else ("army", "division")
    first = min(war, ordered(state, leader, kinds[0]))
    second = min(war - first, ordered(state, leader, kinds[1]))
    civil = min(output(state, leader, "civil"), raw - first - second, plan.civil_most)
    brigades, squadrons = (second, first) if plan.squadrons_first else (first, second)
    return Made(brigades, squadrons, civil)


def ordered(state: Nineteen33, leader: Side, kind: Kind) -> int:
    """5.12, 16.2: the rate, as far as there is room on the track."""
    return min(defence.rate(state, leader, kind), defence.room(state, leader, kind))


def in_stock(held: Leader) -> dict[RawKind, int]:
    return {"N": held.own_raw, "A": held.allied_raw, "E": held.other_raw}


def used(held: Leader, quantity: int, order: str) -> dict[RawKind, int]:
    """6.5: which raw materials so many UP take, in the order of the plan."""
    stock, left = in_stock(held), quantity * tables.production.raw_per_up
    taken: dict[RawKind, int] = {"N": 0, "A": 0, "E": 0}
    for kind in ORDERS[order]:
        taken[kind] = min(left, stock[kind])
        left -= taken[kind]
    return taken


def average(state: Nineteen33, held: Leader, taken: dict[RawKind, int]) -> int:
    """6.7: rounded half up; last month's if nothing is made."""
    total = sum(taken.values())
    if not total:
        return held.raw_average
    foreign = state.raw_quote + (PRICE.dearer if held.dear_raw else 0)
    cost = taken["N"] * PRICE.own + taken["A"] * PRICE.allied + taken["E"] * foreign
    return (2 * cost + total) // (2 * total)


def unit_price(leader: Side, held: Leader, raw_average: int, missing: int) -> int:
    """6.8"""
    dearer = missing * tables.home_demand.missing_um
    return max(PRICE.least, ideology_of(leader).golden_base + raw_average - held.steps + dearer)


def demand(state: Nineteen33, leader: Side) -> int:
    """6.9: of the month."""
    return max(0, state.leaders[leader].demand + state.demand_change)


def work(state: Nineteen33, leader: Side, plan: SealPlan) -> None:
    """4.5 b to e."""
    held = state.leaders[leader]
    made = makes(state, leader, plan)
    held.raw_average = average(state, held, used(held, made.total, plan.raw_first))
    reserved = min(plan.reserve, held.civil + made.civil)
    sold = min(demand(state, leader), held.civil + made.civil - reserved)
    missing = demand(state, leader) - sold
    held.price = unit_price(leader, held, held.raw_average, missing)
    paid = cut(held, made, plan.squadrons_first)
    take_raw(held, used(held, paid.total, plan.raw_first))
    held.civil += paid.civil - reserved - sold
    held.reserved += reserved
    held.sold += sold
    held.treasury -= paid.war * held.price
    tell(
        state,
        IndustryMade(
            leader,
            paid.brigades,
            paid.squadrons,
            paid.civil,
            reserved,
            sold,
            missing,
            held.raw_average,
            held.price,
            paid.war * held.price,
        ),
    )
    defence.add(state, leader, "army", paid.brigades, held.price)
    defence.add(state, leader, "division", paid.squadrons, held.price)


def cut(held: Leader, made: Made, squadrons_first: bool) -> Made:
    """6.6: no more war UP than the treasury can pay."""
    war = min(made.war, held.treasury // held.price)
    if squadrons_first:
        squadrons = min(made.squadrons, war)
        return Made(war - squadrons, squadrons, made.civil)
    brigades = min(made.brigades, war)
    return Made(brigades, war - brigades, made.civil)


def take_raw(held: Leader, taken: dict[RawKind, int]) -> None:
    held.own_raw -= taken["N"]
    held.allied_raw -= taken["A"]
    held.other_raw -= taken["E"]
