"""7.7, 9.8, 9.13: offers to the other leader of one's ideology, made in own action and answered out of turn.

They can be answered only while an action turn waits, so that no sealed answer is made impossible under its side.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.core.step import Waiting
from engine.nineteen33 import alliances
from engine.nineteen33.action_journal import GoodsSold, OfferAccepted, OfferDeclined, OfferMade
from engine.nineteen33.board import have_pact, is_tense
from engine.nineteen33.choices import AcceptOffer, DeclineOffer, OfferGoods, ProposeAlliance
from engine.nineteen33.printed import partner_of, tables
from engine.nineteen33.state import Goods, JointAlliance, Nineteen33, Pact, Standing

TRADE = tables.trade
PERCENT = 100


# Making an offer


def propose(state: Nineteen33, leader: Side, what: Goods | JointAlliance | Pact, months: int) -> None:
    """Offer it until the end of this month, or so many months later."""
    partner = partner_of(leader)
    assert partner is not None
    state.offered += 1
    state.offers.append(Standing(state.offered, leader, partner, what, state.month + months))
    tell(state, OfferMade(leader, partner, state.offered, what))


def alliance_refusal(state: Nineteen33, leader: Side, choice: ProposeAlliance) -> Refusal | None:
    """9.8"""
    if refused := alliances.joint_refusal(state, leader, choice.state):
        return refused
    return partner_refusal(state, leader) or repeated(state, leader, JointAlliance(choice.state), "9.8")


def pact_refusal(state: Nineteen33, leader: Side) -> Refusal | None:
    """9.13"""
    return alliances.pact_refusal(state, leader) or repeated(state, leader, Pact(), "9.13")


def goods_refusal(state: Nineteen33, leader: Side, choice: OfferGoods) -> Refusal | None:
    """7.7: one offer of a product a month."""
    what = Goods(choice.product, choice.quantity)
    same = any(
        one.by == leader and isinstance(one.what, Goods) and one.what.product == choice.product for one in state.offers
    )
    if same:
        return illegal("nineteen33.offered_already", "7.7")
    return partner_refusal(state, leader) or sale_refusal(state, leader, what)


def partner_refusal(state: Nineteen33, leader: Side) -> Refusal | None:
    partner = partner_of(leader)
    if partner is None or not state.is_played(partner):
        return illegal("nineteen33.no_partner", "9.13")
    return None


def repeated(state: Nineteen33, leader: Side, what: JointAlliance | Pact, clause: str) -> Refusal | None:
    """The same offer stands, or was declined this month."""
    same = any(leader in (one.by, one.to) and one.what == what for one in state.offers)
    return illegal("nineteen33.offered_already", clause) if same else None


def sale_refusal(state: Nineteen33, seller: Side, goods: Goods) -> Refusal | None:
    """7.7: the goods, an alliance, and no tension."""
    held = state.leaders[seller]
    has = held.food if goods.product == "food" else held.own_raw
    partner = partner_of(seller)
    if not have_pact(state, seller):
        return illegal("nineteen33.no_pact", "7.7")
    if is_tense(state, seller) or (partner and is_tense(state, partner)):
        return illegal("nineteen33.own_tension", "11.2")
    return illegal("nineteen33.not_in_stock", "7.7", has=has) if goods.quantity > has else None


# Answering


def accept_refusal(state: Nineteen33, offer: Standing) -> Refusal | None:
    """Why an offer can't be accepted as things stand."""
    match offer.what:
        case Goods() as goods:
            um = buyers_price(state, goods)
            if um > state.leaders[offer.to].treasury:
                return illegal("nineteen33.too_dear", "13.5", um=um, has=state.leaders[offer.to].treasury)
            return sale_refusal(state, offer.by, goods)
        case JointAlliance(place):
            return alliances.joint_refusal(state, offer.by, place)
    return alliances.pact_refusal(state, offer.by)


def buyers_price(state: Nineteen33, goods: Goods) -> int:
    """7.7: the treasury pays for food, with the duty, rounded up."""
    if goods.product != "food":
        return 0
    return -(-goods.quantity * state.food_quote * (PERCENT + TRADE.duty_percent) // PERCENT)


def open_to(state: Nineteen33, side: Side) -> list[Standing]:
    return [one for one in state.offers if one.open and one.to == side]


def menu(state: Nineteen33, side: Side) -> Menu:
    """The answers of a side to its open offers, with the reason if none can be accepted now."""
    offers = open_to(state, side)
    refused = {one.number: accept_refusal(state, one) for one in offers}
    accepting = [AcceptOffer(number) for number, why in refused.items() if why is None]
    why = next(filter(None, refused.values()), None)
    return OneOf(
        *(DeclineOffer(one.number) for one in offers),
        *accepting,
        clause="9.8",
        otherwise={AcceptOffer: why} if why and not accepting else None,
    )


class AnswerOffers(Waiting[Nineteen33, AcceptOffer | DeclineOffer], frozen=True):
    """4.6: the step of what is answered out of turn; it is never on the agenda."""

    clause: ClassVar[str] = "9.8"

    def waiting(self, state: Nineteen33) -> Mapping[Side, Menu]:
        if state.turn is None or not state.agenda or not state.offers:
            return {}
        asked = {one.to for one in state.offers if one.open}
        return {side: menu(state, side) for side in state.sides if side in asked}

    def choose(self, state: Nineteen33, side: Side, choice: AcceptOffer | DeclineOffer) -> None:
        number = next(n for n, one in enumerate(state.offers) if one.number == choice.number)
        offer = state.offers[number]
        if isinstance(choice, DeclineOffer):
            state.offers[number] = replace(offer, open=False)
            tell(state, OfferDeclined(side, offer.by, offer.number))
            return
        state.offers[number] = replace(offer, open=False)
        tell(state, OfferAccepted(side, offer.by, offer.number, offer.what))
        carry_out(state, offer)


def awaited(state: Nineteen33) -> Mapping[Side, Menu]:
    """The sides that have an offer to answer."""
    return AnswerOffers().waiting(state)


def carry_out(state: Nineteen33, offer: Standing) -> None:
    match offer.what:
        case Goods() as goods:
            sell_goods(state, offer.by, offer.to, goods)
        case JointAlliance(place) if offer.to in state.places[place].allies:
            alliances.ally(state, offer.by, place, shared=True)
        case JointAlliance(place):
            alliances.ally_together(state, (offer.by, offer.to), place)
        case Pact():
            alliances.make_pact(state, offer.by, offer.to)


def sell_goods(state: Nineteen33, seller: Side, buyer: Side, goods: Goods) -> None:
    """7.7: food is paid by the treasuries, the duty is lost; raw materials are other raw materials for the buyer."""
    sold, bought = state.leaders[seller], state.leaders[buyer]
    paid = buyers_price(state, goods)
    received = goods.quantity * state.food_quote if goods.product == "food" else 0
    if goods.product == "food":
        sold.food -= goods.quantity
        bought.food += goods.quantity
    else:
        sold.own_raw -= goods.quantity
        bought.other_raw += goods.quantity
        bought.dear_raw = True
    sold.treasury += received
    bought.treasury -= paid
    tell(state, GoodsSold(seller, buyer, goods.product, goods.quantity, paid, received))


def lapse(state: Nineteen33) -> None:
    """4.7: at the end of the month; answered ones are forgotten then."""
    state.offers = [one for one in state.offers if one.open and one.until > state.month]
