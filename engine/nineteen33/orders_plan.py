"""19.6: the monthly plan that a standing one makes of this month, or the reason why it can't."""

from __future__ import annotations

from typing import Literal

from engine.core.state import Side
from engine.nineteen33 import industry, trade
from engine.nineteen33.board import is_tense
from engine.nineteen33.choices import SealPlan
from engine.nineteen33.orders_left import ANY_PRICE, PlanOrder
from engine.nineteen33.printed import STATES
from engine.nineteen33.purchases import Cart, Limits, buy, missing_food, planned
from engine.nineteen33.state import Nineteen33
from engine.nineteen33.wants import waiting_sector

Broken = Literal["tension_at_home", "no_open_state", "price_above_limit", "treasury_too_small", "too_little_food"]
"""The assumptions of a standing plan that can break."""


def plan_of(state: Nineteen33, side: Side, order: PlanOrder) -> SealPlan | Broken:
    held, cart = state.leaders[side], Cart()
    limits = Limits(order.food_from, order.food_um)
    missing = missing_food(state, side)
    if missing and is_tense(state, side):
        return "tension_at_home"
    if buy(state, side, cart, "food", missing, limits):
        return reason(state, side, order, missing)
    buy(state, side, cart, "raw", max(0, order.raw_to - held.raw))
    reserve = order.reserve if waiting_sector(state, side) else 0
    most = industry.demand(state, side) + reserve + order.leave - held.civil
    return SealPlan(
        deals=planned(cart),
        reserve=reserve,
        civil_most=max(0, min(99, most)),
        war_most=order.war_most,
        squadrons_first=order.squadrons_first,
        feed=not order.food_from and order.food_um >= ANY_PRICE,
    )


def reason(state: Nineteen33, side: Side, order: PlanOrder, missing: int) -> Broken:
    """The limit without which the food could be had."""
    able = order.food_from or tuple(STATES)
    if not any(trade.closed(state, side, place) is None and trade.most(place, "food") for place in able):
        return "no_open_state"
    if not buy(state, side, Cart(), "food", missing, Limits(order.food_from)):
        return "price_above_limit"
    return "treasury_too_small" if is_poor(state, side, missing) else "too_little_food"


def is_poor(state: Nineteen33, side: Side, missing: int) -> bool:
    """13.5: it can't pay as much as the lowest price."""
    return state.leaders[side].treasury < missing * trade.TRADE.allied_um
