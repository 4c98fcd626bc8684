"""Bots: `clerk` feeds its leader, keeps money for December and works for its slips; who is away is answered for by the
first answer of every menu, which is the suggestion of 19.4.

The clerk looks at what its leader can see: all boards, its own hand and its own slips. It carries nothing out and draws
nothing from the game.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from engine.core.agenda import pending
from engine.core.choice import Choice
from engine.core.menu import Menu
from engine.core.state import Side
from engine.nineteen33 import bonds, clerk_plan, clerk_turn, industry, offers, support, trade
from engine.nineteen33.auctions import Bidding
from engine.nineteen33.board import count
from engine.nineteen33.choices import (
    AcceptOffer,
    AcceptPoint,
    BidPrice,
    DeclineOffer,
    DeclinePoint,
    NameTarget,
    PaySupport,
    StandAside,
    TakePart,
)
from engine.nineteen33.clerk_budget import budget
from engine.nineteen33.food import need
from engine.nineteen33.guided import NamingTarget
from engine.nineteen33.plans import Planning
from engine.nineteen33.press import Developing
from engine.nineteen33.production import output
from engine.nineteen33.purchases import missing_food
from engine.nineteen33.state import Goods, JointAlliance, Nineteen33, Standing
from engine.nineteen33.support import Supporting
from engine.nineteen33.turns import Acting, Guiding, OpeningPath
from engine.nineteen33.wants import wants
from engine.nineteen33.works import LENGTH
from engine.nineteen33.year import Budgeting


def clerk(state: Nineteen33, side: Side, menu: Menu, rng: Random) -> Choice:
    """By a thought about this question; without one, the first answer."""
    if AcceptOffer in menu.types or DeclineOffer in menu.types:
        return answer_offer(state, side, menu)
    if isinstance(pending(state), Budgeting):
        return budget(state, side, rng)
    thought = THOUGHTS.get(type(pending(state)))
    return thought(state, side, pending(state), menu) if thought else next(iter(menu))


def name_target(state: Nineteen33, side: Side, step: NamingTarget, menu: Menu) -> Choice:
    """18.4: where the leader has most already."""

    def held(choice: Choice) -> int:
        assert isinstance(choice, NameTarget)
        return count(state.places[choice.place], step.leader)

    return max(menu, key=held)


def take_point(state: Nineteen33, side: Side, step: Developing, menu: Menu) -> Choice:
    """8.5: on a path that a slip names, else on one that it does not complete before it can be declared."""
    wanted, development = wants(state, side).sectors, state.leaders[side].development
    points = [one for one in menu if isinstance(one, AcceptPoint) and one.sector]
    named = [one for one in points if one.sector in wanted]
    early = [one for one in points if one.sector and (development[one.sector].path or 0) + 1 < LENGTH]
    return next(iter((*named, *early)), DeclinePoint())


def bid(state: Nineteen33, side: Side, step: Bidding, menu: Menu) -> Choice:
    """7.11: food that is missing, raw materials that are short; what is not needed is sold."""
    auction, held = step.auction, state.leaders[side]
    food = held.food + output(state, side, "food") - need(state, side)
    if not auction.wanted:
        raw = held.raw + output(state, side, "extraction") - output(state, side, "civil")
        return TakePart() if (food if auction.product == "food" else raw) < 0 else StandAside()
    if auction.product == "food":
        return BidPrice(state.food_quote) if food >= auction.quantity else StandAside()
    spare = trade.exports(held) + output(state, side, "civil") - industry.demand(state, side)
    return TakePart() if spare >= auction.quantity else StandAside()


def pay_support(state: Nineteen33, side: Side, step: Supporting, menu: Menu) -> Choice:
    """6.16: as much as leaves enough for interest and repayment (13.6); else as little as it must."""
    found = [one for one in menu if isinstance(one, PaySupport)]
    left = state.leaders[side].treasury - sum(bonds.due(state, side))

    def um(answer: PaySupport) -> int:
        return sum(support.cost(state, side, product) for product in support.paid_by(answer))

    return next((one for one in found if um(one) <= left), found[-1])


def answer_offer(state: Nineteen33, side: Side, menu: Menu) -> Choice:
    """7.7, 9.8, 9.13: the first offer."""
    open_ones = {one.number: one for one in offers.open_to(state, side)}
    for choice in menu:
        if isinstance(choice, AcceptOffer) and is_welcome(state, side, open_ones[choice.number]):
            return choice
    return next(choice for choice in menu if isinstance(choice, DeclineOffer))


def is_welcome(state: Nineteen33, side: Side, offer: Standing) -> bool:
    match offer.what:
        case Goods(product, quantity):
            return product == "food" and quantity <= missing_food(state, side)
        case JointAlliance(place):
            return side not in state.places[place].allies and place in wants(state, side).places
    return True


THOUGHTS: dict[type[Any], Callable[[Nineteen33, Side, Any, Menu], Choice]] = {
    NamingTarget: name_target,
    Developing: take_point,
    Bidding: bid,
    Planning: lambda state, side, _step, _menu: clerk_plan.plan(state, side),
    Acting: lambda state, side, _step, _menu: clerk_turn.act(state, side),
    Guiding: lambda state, _side, step, _menu: clerk_turn.guide(state, step.leader),
    OpeningPath: lambda state, _side, step, menu: clerk_turn.open_path(state, step.leader, iter(menu)),
    Supporting: pay_support,
}
"""Questions about which the clerk thinks; of the others the first answer will do."""
