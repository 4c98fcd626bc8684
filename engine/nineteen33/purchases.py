"""7.1 to 7.4: the deals by which a leader gets what it is short of, from the cheapest states or from named ones. The
clerk and standing plans (19.6) shop here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from engine.core.state import Side
from engine.nineteen33 import trade
from engine.nineteen33.choices import PlannedDeal
from engine.nineteen33.food import need
from engine.nineteen33.printed import tables
from engine.nineteen33.printed.kinds import Product
from engine.nineteen33.production import output
from engine.nineteen33.state import Nineteen33

Cart = dict[str, dict[Product, int]]
"""The quantities to be traded, by state and product."""
Bought = Literal["food", "raw"]


class Limits(NamedTuple):
    """Bounds that a purchase keeps to."""

    among: tuple[str, ...] = ()
    """These states alone, the first one first; none: any, the cheapest first."""
    um: int = 99
    """No UP costs more."""


ANY = Limits()


class Offer(NamedTuple):
    """So much of a product of one state; the best one sorts first."""

    preference: int
    um: int
    uncovered: int
    place: str
    quantity: int


def missing_food(state: Nineteen33, leader: Side) -> int:
    """6.11: of this month."""
    return max(0, need(state, leader) - state.leaders[leader].food)


def missing_raw(state: Nineteen33, leader: Side) -> int:
    """6.1: for all that industry would make."""
    held = state.leaders[leader]
    war = min(output(state, leader, "war"), held.brigade_rate + held.squadron_rate)
    return max(0, output(state, leader, "civil") + war - held.raw)


def buy(state: Nineteen33, leader: Side, cart: Cart, product: Bought, missing: int, limits: Limits = ANY) -> int:
    """Put it into the cart, from up to four states; the number of UP that nobody sells within the limits. The treasury
    pays for food, not for raw materials (7.4)."""
    purse = state.leaders[leader].treasury - cost(state, leader, cart)
    while missing > 0:
        able = [
            one
            for one in offers(state, leader, cart, product, missing, limits)
            if product == "raw" or one.um * one.quantity <= purse
        ]
        if not able:
            break
        best = min(able)
        cart.setdefault(best.place, {})[product] = best.quantity
        purse -= best.um * best.quantity if product == "food" else 0
        missing -= best.quantity
    return max(0, missing)


def cost(state: Nineteen33, leader: Side, cart: Cart) -> int:
    """UM for the food in the cart."""
    found = ((place, lines["food"]) for place, lines in cart.items() if "food" in lines)
    return sum(food * trade.terms(state, leader, place, "food", food).um for place, food in found)


def offers(
    state: Nineteen33, leader: Side, cart: Cart, product: Bought, missing: int, limits: Limits
) -> Iterator[Offer]:
    """At each open state all of it, the cheaper half, and a single UP."""
    for place in open_states(state, leader, cart):
        used = product in cart.get(place, {}) or product in state.places[place].lines
        if used or (limits.among and place not in limits.among):
            continue
        preference = limits.among.index(place) if limits.among else 0
        most, cheap = trade.most(place, product), trade.cheap(place, product)
        for quantity in {min(missing, most), min(missing, cheap), min(1, most)} - {0}:
            um = trade.terms(state, leader, place, product, quantity).um
            if um <= limits.um:
                yield Offer(preference, um, missing - quantity, place, quantity)


def open_states(state: Nineteen33, leader: Side, cart: Cart) -> list[str]:
    """7.1, 7.2: four at most with those in the cart."""
    known = {*cart, *trade.partners(state, leader)}
    full = len(known) >= tables.trade.states_per_month
    return [place for place in trade.open_states(state, leader) if not full or place in known]


def planned(cart: Cart) -> tuple[PlannedDeal, ...]:
    return tuple(PlannedDeal(place, **lines) for place, lines in cart.items())
