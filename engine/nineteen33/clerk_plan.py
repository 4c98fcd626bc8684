"""4.4: the clerk's plan of a month. It buys the food and raw materials that are missing, exports what the home market
leaves, and keeps goods back for works that a slip needs.
"""

from __future__ import annotations

from engine.core.state import Side
from engine.nineteen33 import armaments, industry, trade
from engine.nineteen33.board import allied_states
from engine.nineteen33.choices import Deal, SealPlan
from engine.nineteen33.printed import CARDS, tables
from engine.nineteen33.production import output
from engine.nineteen33.purchases import Cart, buy, missing_food, missing_raw, open_states, planned
from engine.nineteen33.state import Nineteen33
from engine.nineteen33.suggestions import EVERYTHING
from engine.nineteen33.wants import turns_left, waiting_sector, wants

RICH = 300
"""UM with which works may cost more so as to last shorter."""
LATEST = tables.works_most + 2
"""Works of one point leave two turns for the path if they begin with so many turns after this one, less one for each
point more."""


def plan(state: Nineteen33, leader: Side) -> SealPlan:
    reserve = reserved(state, leader)
    held = state.leaders[leader]
    cart: Cart = {}
    buy(state, leader, cart, "food", missing_food(state, leader))
    buy(state, leader, cart, "raw", missing_raw(state, leader))
    export(state, leader, cart, surplus(state, leader, reserve))
    supplies = [place for place in allied_states(state, leader) if not armaments.refusal(state, leader, place)]
    ordered = held.brigade_rate or held.squadron_rate
    return SealPlan(
        deals=planned(cart),
        supplies=tuple(supplies[:1]),
        reserve=reserve,
        civil_most=EVERYTHING,
        war_most=EVERYTHING if ordered else 0,
        squadrons_first=bool(held.squadron_rate and "division" in wants(state, leader).kinds),
        feed=True,
    )


def surplus(state: Nineteen33, leader: Side, reserve: int) -> int:
    """6.10: goods in stock that the home market will not need."""
    held = state.leaders[leader]
    made = min(output(state, leader, "civil"), held.raw)
    spare = held.civil + made - industry.demand(state, leader) - reserve
    return max(0, min(spare, trade.exports(held)))


def export(state: Nineteen33, leader: Side, cart: Cart, spare: int) -> None:
    """7.5: first to the states that are dealt with anyway, then to those that ask for most."""
    while spare > 0:
        able = [place for place in open_states(state, leader, cart) if wanted(state, cart, place)]
        if not able:
            return
        place = max(able, key=lambda one: (one in cart, trade.most(one, "civil")))
        quantity = min(spare, trade.most(place, "civil"))
        cart.setdefault(place, {})["civil"] = quantity
        spare -= quantity


def wanted(state: Nineteen33, cart: Cart, place: str) -> bool:
    free = "civil" not in cart.get(place, {}) and "civil" not in state.places[place].lines
    return free and trade.most(place, "civil") > 0


def deal(state: Nineteen33, leader: Side) -> Deal | None:
    """7.1: food in own action, where the plan did not bring enough."""
    cart: Cart = {}
    buy(state, leader, cart, "food", missing_food(state, leader))
    found = (Deal(place, food=lines["food"]) for place, lines in cart.items())
    return next((one for one in found if trade.refusal(state, leader, one) is None), None)


# Works


def reserved(state: Nineteen33, leader: Side) -> int:
    """4.4: for works in the next action turn, if a card for them is in hand."""
    cards = state.leaders[leader].hand
    able = any("infrastructure" in CARDS[card].functions for card in cards)
    return works_points(state, leader) if able and waiting_sector(state, leader) else 0


def works_points(state: Nineteen33, leader: Side) -> int:
    """5.5: more points the less of the year is left, or the more money there is; once it is too late, the fewest."""
    hurried = LATEST - turns_left(state)
    swift = 2 if state.leaders[leader].treasury >= RICH else 1
    return max(swift, hurried) if hurried <= tables.works_most else 1
