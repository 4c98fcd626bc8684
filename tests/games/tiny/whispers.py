"""Chapter 7: choices out of turn: offers that bind once accepted, and standing orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.choice import Choice
from engine.core.game import StandingOrders
from engine.core.journal import tell
from engine.core.menu import Either, Menu, OneOf
from engine.core.refusal import illegal
from engine.core.state import Side
from engine.core.step import Waiting
from tests.games.tiny.auction import Auction
from tests.games.tiny.ballot import Ballot
from tests.games.tiny.choices import Accept, Offer, Order, Pass, Raise
from tests.games.tiny.journal import Accepted, Ordered, OrderFired, Whispered
from tests.games.tiny.state import Antechamber, Whisper


class Aside(Waiting[Antechamber, Offer | Accept | Order], frozen=True):
    clause = "7.1"

    def waiting(self, state: Antechamber) -> Mapping[Side, Menu]:
        return {side: Either(self.offers(state, side), self.answers(state, side)) for side in state.sides}

    def offers(self, state: Antechamber, side: Side) -> Menu:
        """Offer one whisper to each other envoy at a time, of coins that the side has."""
        others = [to for to in state.envoys if to != side and not whispered(state, side, to)]
        return OneOf(
            *(Offer(to, coins) for to in others for coins in range(1, state.coins[side] + 1)),
            clause="7.1",
            otherwise={Offer: illegal("antechamber.offer_impossible", "7.1", has=state.coins[side])},
        )

    def answers(self, state: Antechamber, side: Side) -> Menu:
        order = Order("none") if side in state.orders else Order("every_auction")
        offering = [whisper.by for whisper in state.whispers if whisper.to == side and payable(state, whisper)]
        return OneOf(
            order,
            *(Accept(by) for by in state.envoys if by in offering),
            clause="7.2",
            otherwise={Accept: illegal("antechamber.no_such_offer", "7.2")},
        )

    def choose(self, state: Antechamber, side: Side, choice: Offer | Accept | Order) -> None:
        if isinstance(choice, Offer):
            state.whispers.append(Whisper(side, choice.to, choice.coins))
            tell(state, Whispered(side, choice.to, choice.coins))
        elif isinstance(choice, Accept):
            self.accept(state, side, choice.by)
        else:
            on = choice.pass_in == "every_auction"
            (state.orders.append if on else state.orders.remove)(side)
            tell(state, Ordered(side, on))

    def accept(self, state: Antechamber, side: Side, by: Side) -> None:
        whisper = next(w for w in state.whispers if w.to == side and w.by == by)
        state.whispers.remove(whisper)
        state.pay(whisper.coins, by, side)
        if side not in state.bound:
            state.bound.append(side)
        tell(state, Accepted(by, side, whisper.coins))


def payable(state: Antechamber, whisper: Whisper) -> bool:
    """7.2: tell whether the coins are there, and are neither bid nor, as far as others may know, staked."""
    step = state.agenda[-1]
    bid = step.standing if isinstance(step, Auction) and step.holder == whisper.by else 0
    return state.coins[whisper.by] - bid >= whisper.coins and not isinstance(step, Ballot)


def whispered(state: Antechamber, by: Side, to: Side) -> bool:
    return any(whisper.by == by and whisper.to == to for whisper in state.whispers)


def narrow(state: Antechamber, asked: Mapping[Side, Menu]) -> Mapping[Side, Menu]:
    """7.2: let an envoy who took the coins only pass."""
    if not state.bound or not isinstance(state.agenda[-1], Auction):
        return asked
    bound = OneOf(Pass(), clause="7.2", otherwise={Raise: illegal("antechamber.bound_to_pass", "7.2")})
    return {side: bound if side in state.bound else menu for side, menu in asked.items()}


def standing(state: Antechamber, auction: Auction) -> StandingOrders:
    """7.3: return the orders of the envoy who is asked to raise or pass."""
    side = auction.still_in[0]
    return StandingOrders(side, Pass(), OrderFired(side)) if side in state.orders else StandingOrders(side)


def rehearsals(state: Antechamber, side: Side) -> Iterator[Auction]:
    """7.3: yield the auction that goes on, if this envoy will be asked; else one of the active envoy's next
    dispatch."""
    if side not in state.orders:
        return
    step = state.agenda[-1]
    if isinstance(step, Auction) and side in step.still_in and side != step.holder:
        others = tuple(other for other in step.still_in if other != side)
        yield Auction(step.owner, step.dispatch, (side, *others), step.standing, step.holder)
    else:
        yield Auction(state.active, 1, (side, *(other for other in state.envoys if other != side)))


def orders_like(state: Antechamber, side: Side, choice: Choice) -> Iterator[Order]:
    """7.3: yield the order of an envoy who passes in an auction."""
    if isinstance(choice, Pass) and isinstance(state.agenda[-1], Auction):
        yield Order("every_auction")
