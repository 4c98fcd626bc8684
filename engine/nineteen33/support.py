"""6.14 to 6.16: year-end support of industry and farming."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.sealed import Sealed
from engine.core.state import Side
from engine.nineteen33.choices import PaySupport
from engine.nineteen33.food import need
from engine.nineteen33.journal import JobsLost, SupportPaid
from engine.nineteen33.labour import movable
from engine.nineteen33.printed import tables
from engine.nineteen33.printed.kinds import Product, Track
from engine.nineteen33.state import Nineteen33

SUPPORT = tables.support
DUE: tuple[Product, ...] = ("civil", "food")
TRACK: dict[Product, Track] = {"civil": "civil", "food": "food"}


def stock(state: Nineteen33, leader: Side, product: Product) -> int:
    held = state.leaders[leader]
    return held.civil if product == "civil" else held.food


def threshold(state: Nineteen33, leader: Side, product: Product) -> int:
    """6.14, 6.15: from this stock on support is due."""
    if product == "civil":
        return state.leaders[leader].demand + SUPPORT.above
    return need(state, leader) // 2 + SUPPORT.above


def units_due(state: Nineteen33, leader: Side, product: Product) -> int:
    """Half of the stock, rounded up, if there is so much."""
    held = stock(state, leader, product)
    return -(-held // SUPPORT.divisor) if held >= threshold(state, leader, product) else 0


def cost(state: Nineteen33, leader: Side, product: Product) -> int:
    price = state.leaders[leader].price if product == "civil" else state.food_quote
    return units_due(state, leader, product) * price


def answers(state: Nineteen33, leader: Side) -> list[PaySupport]:
    """6.16: the payments that the treasury can make, the largest first."""
    due = [product for product in DUE if units_due(state, leader, product)]
    if not due:
        return [PaySupport(False, False)]
    wishes = [PaySupport(industry, food) for industry in (True, False) for food in (True, False)]
    fitting = [one for one in wishes if all(product in due for product in paid_by(one))]
    um = {product: cost(state, leader, product) for product in due}
    treasury = state.leaders[leader].treasury
    return [one for one in fitting if sum(um[product] for product in paid_by(one)) <= treasury]


def paid_by(answer: PaySupport) -> list[Product]:
    chosen = {"civil": answer.industry, "food": answer.food}
    return [product for product in DUE if chosen[product]]


class Supporting(Sealed[Nineteen33, PaySupport], frozen=True, kw_only=True):
    """6.16: all players for whom something is due answer at once; other leaders pay what they can (18.8)."""

    clause = "6.16"

    def asked(self, state: Nineteen33) -> Mapping[Side, Menu]:
        found = {side: answers(state, side) for side in state.sides}
        return {side: OneOf(*some, clause="6.16") for side, some in found.items() if len(some) > 1}

    def opened(self, state: Nineteen33, answers: Mapping[Side, PaySupport]) -> None:
        settle_all(state, answers)

    def alone(self, state: Nineteen33, side: Side, choice: PaySupport) -> None:
        settle(state, side, choice)


def settle_all(state: Nineteen33, given: Mapping[Side, PaySupport]) -> None:
    for leader in state.line:
        settle(state, leader, given.get(leader) or answers(state, leader)[0])


def settle(state: Nineteen33, leader: Side, answer: PaySupport) -> None:
    """6.16: of each product for which support is due."""
    for product in DUE:
        if units := units_due(state, leader, product):
            if product in paid_by(answer):
                pay(state, leader, product, units)
            else:
                dismiss(state, leader, product)


def pay(state: Nineteen33, leader: Side, product: Product, units: int) -> None:
    """6.16: units paid for leave the stock."""
    held, um = state.leaders[leader], cost(state, leader, product)
    held.treasury -= um
    if product == "civil":
        held.civil -= units
    else:
        held.food -= units
    tell(state, SupportPaid(leader, product, units, um))


def dismiss(state: Nineteen33, leader: Side, product: Product) -> None:
    """6.16: half of the movable UL, rounded up."""
    held, track = state.leaders[leader], TRACK[product]
    lost = -(-movable(state, leader, track) // SUPPORT.divisor)
    held.labour[track] -= lost
    held.unemployed += lost
    tell(state, JobsLost(leader, product, lost))
