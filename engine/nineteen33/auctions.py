"""7.11 to 7.15: press auctions, answered sealed and at once."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.agenda import then
from engine.core.chance import roll
from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.sealed import Sealed
from engine.core.state import Side
from engine.core.step import Automatic
from engine.nineteen33.board import count, is_represented
from engine.nineteen33.choices import BidPrice, StandAside, TakePart
from engine.nineteen33.journal import AuctionHeld, LotDrawn, NewsVoid
from engine.nineteen33.printed import tables
from engine.nineteen33.printed.kinds import Product
from engine.nineteen33.state import Leading, Nineteen33
from engine.nineteen33.trade import exports, sell

Bid = TakePart | BidPrice | StandAside


class Auction(Automatic[Nineteen33], frozen=True):
    """7.11: all players who can take part are asked."""

    clause = "7.11"
    place: str
    product: Product
    quantity: int
    wanted: bool
    """Whether the state wants to buy, and leaders sell."""

    def run(self, state: Nineteen33) -> None:
        here = state.places[self.place]
        if here.tension or here.war:
            tell(state, NewsVoid("auction", self.place))
        elif able := tuple(side for side in state.order if can_take_part(state, side, self)):
            then(state, Bidding(auction=self, leaders=able))
        else:
            tell(state, held(self, {}, None, 0))


def held(auction: Auction, bids: Mapping[Side, int], winner: Side | None, um: int) -> AuctionHeld:
    """The entry of an auction."""
    return AuctionHeld(
        auction.place, auction.product, auction.quantity, auction.wanted, tuple(bids.items()), winner, um
    )


def can_take_part(state: Nineteen33, side: Side, auction: Auction) -> bool:
    """7.11 to 7.14"""
    here, leader = state.places[auction.place], state.leaders[side]
    if here.allies and side not in here.allies:
        return False
    if not auction.wanted:
        return auction.product != "food" or leader.treasury >= auction.quantity * state.food_quote
    if auction.product == "food":
        return leader.food >= auction.quantity
    return is_represented(here, side) and exports(leader) >= auction.quantity


class Bidding(Sealed[Nineteen33, Bid], frozen=True, kw_only=True):
    """7.11"""

    clause = "7.11"
    auction: Auction
    leaders: tuple[Leading, ...]

    def asked(self, state: Nineteen33) -> Mapping[Side, Menu]:
        if self.auction.wanted and self.auction.product == "food":
            most = state.food_quote + tables.trade.auction_above_quote
            menu = OneOf(StandAside(), *map(BidPrice, range(1, most + 1)), clause="7.13")
        else:
            menu = OneOf(StandAside(), TakePart(), clause="7.12" if self.auction.wanted else "7.14")
        return dict.fromkeys(self.leaders, menu)

    def opened(self, state: Nineteen33, answers: Mapping[Side, Bid]) -> None:
        bids = {side: price_of(state, side, self.auction, answer) for side, answer in answers.items()}
        settle(state, self.auction, {side: um for side, um in bids.items() if um is not None})


def price_of(state: Nineteen33, side: Side, auction: Auction, answer: Bid) -> int | None:
    """7.12: each seller's unit price of last month; 7.13: the price offered; 7.14: the quote."""
    if isinstance(answer, StandAside):
        return None
    if isinstance(answer, BidPrice):
        return answer.um
    if auction.wanted:
        return state.leaders[side].price
    return state.food_quote if auction.product == "food" else state.raw_quote


def settle(state: Nineteen33, auction: Auction, bids: Mapping[Side, int]) -> None:
    """7.12 to 7.14: the lowest price, or the most boxes, then lot."""
    if not bids:
        tell(state, held(auction, bids, None, 0))
        return
    here = state.places[auction.place]
    rank = bids if auction.wanted else {side: -count(here, side) for side in bids}
    best = [side for side in state.order if side in bids and rank[side] == min(rank.values())]
    winner = best[0] if len(best) == 1 else draw_lot(state, best)
    um = carry_out(state, auction, winner, bids[winner])
    tell(state, held(auction, bids, winner, um))


def draw_lot(state: Nineteen33, among: list[Side]) -> Side:
    """7.12: counted in the month's order."""
    number = roll(state, "lot", len(among))
    tell(state, LotDrawn(tuple(among), number))
    return among[number - 1]


def carry_out(state: Nineteen33, auction: Auction, winner: Side, price: int) -> int:
    """7.12 to 7.15: the goods change hands; what the treasury receives, below 0 if it pays."""
    leader, quantity = state.leaders[winner], auction.quantity
    um = 0
    if auction.wanted and auction.product == "food":
        leader.food -= quantity
        um = price * quantity
    elif auction.wanted:
        sell(leader, quantity)
    elif auction.product == "food":
        leader.food += quantity
        um = -price * quantity
    else:
        leader.other_raw += quantity
    leader.treasury += um
    return um
