"""Answers given in advance by a side that is away: standing orders, and secret maximums of bids (chapter 10). They are
part of the position, hidden from the other sides, and apply as soon as their side is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from engine.core.choice import Choice
from engine.core.game import StandingOrders
from engine.core.journal import Confided, tell
from engine.core.menu import Menu
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side, reveal
from engine.core.step import Step
from engine.versailles.bidding import Bidding, Raising, bid_for, strength
from engine.versailles.binding import narrow
from engine.versailles.cards.board import UNITS
from engine.versailles.cards.events import EVENTS
from engine.versailles.choices import Cubes, EventId, Hold, IssueId, Modify, PassBid
from engine.versailles.clauses import Ceiling, Orders
from engine.versailles.journal import BidWon, NobodyBid
from engine.versailles.ledger import decline
from engine.versailles.settle import Holding
from engine.versailles.state import Versailles, card
from engine.versailles.uprising import Modifying

# Choices


class LeaveOrders(Choice, frozen=True):
    """Leave these orders, in place of any earlier ones."""

    pass_without_stake: bool = False
    never_modify: bool = False
    decline: Annotated[tuple[EventId, ...], Meta(max_length=len(EVENTS))] = ()
    no_deals: bool = False


class SetCeiling(Choice, frozen=True):
    """Bid up to this for an issue, each time by the smallest sufficient raise, then pass or be asked."""

    issue: IssueId
    units: Annotated[int, Meta(ge=0, le=UNITS)] = 0
    local: bool = False
    cubes: Cubes = 0
    then: Literal["pass", "ask"] = "pass"


class LiftCeiling(Choice, frozen=True):
    issue: IssueId


CHOICES = (LeaveOrders, SetCeiling, LiftCeiling)
ORDERING: frozenset[type[Choice]] = frozenset(CHOICES)
WRITTEN: frozenset[type[Choice]] = frozenset((LeaveOrders, SetCeiling))
TAGS = tuple(sorted(str(kind.__struct_config__.tag) for kind in CHOICES))
OPTIONAL = tuple(event for event, card in EVENTS.items() if card.optional)
"""5.2: the events that may be declined."""


# Entries, shown to the side itself only


class OrdersLeft(Confided, frozen=True):
    orders: Orders


class OrderFired(Confided, frozen=True):
    order: str


class OrderSwitchedOff(Confided, frozen=True):
    """An order was cancelled because the assumption behind it no longer holds."""

    order: str
    reason: str


class CeilingSet(Confided, frozen=True):
    ceiling: Ceiling


class CeilingLifted(Confided, frozen=True):
    """A secret maximum was removed. `reason`: the side withdrew it, the bidding is over, or a deal forbids its bid."""

    issue: str
    reason: str


ENTRIES = (OrdersLeft, OrderFired, OrderSwitchedOff, CeilingSet, CeilingLifted)


class Ordering(Menu):
    """The orders and secret maximums that a side may leave now."""

    __slots__ = ("side", "state")
    types = ORDERING
    open_ended = WRITTEN

    def __init__(self, state: Versailles, side: Side) -> None:
        self.state, self.side = state, side

    def __bool__(self) -> bool:
        return True

    def judge(self, choice: Choice) -> Refusal | None:
        if isinstance(choice, SetCeiling):
            return self.check_ceiling(choice)
        if isinstance(choice, LiftCeiling):
            alive = choice.issue in self.standing()
            return None if alive else illegal("versailles.no_ceiling", "10.1", issue=choice.issue)
        assert isinstance(choice, LeaveOrders)
        firm = [event for event in choice.decline if event not in OPTIONAL]
        return illegal("versailles.not_optional", "5.2", event=firm[0]) if firm else None

    def check_ceiling(self, choice: SetCeiling) -> Refusal | None:
        if choice.issue not in self.open():
            return illegal("versailles.nothing_to_bid_for", "10.1", issue=choice.issue)
        if (choice.units or choice.local) and card(choice.issue).no_military:
            return illegal("versailles.no_military", "10.2")
        if not (choice.units or choice.local or choice.cubes):
            return illegal("versailles.empty_ceiling", "10.2")
        return None

    def open(self) -> list[str]:
        """10.1: return the issues that this side may still bid for, now or once they are unsettled."""
        biddings = (step for step in self.state.agenda if isinstance(step, Bidding))
        return [*(step.issue for step in biddings if self.side in step.still_in), *self.state.settled]

    def standing(self) -> dict[str, Ceiling]:
        return self.state.ceilings.get(self.side, {})

    def __iter__(self) -> Iterator[Choice]:
        """Yield the plain orders, maximums of cubes for the issues being bid for, and removals of maximums."""
        yield LeaveOrders()
        yield LeaveOrders(pass_without_stake=True)
        yield LeaveOrders(never_modify=True)
        yield LeaveOrders(no_deals=True)
        yield from (LeaveOrders(decline=(event,)) for event in (self.state.event,) if event in OPTIONAL)
        for issue in self.open()[: len(bid_for(self.state))]:
            yield from (SetCeiling(issue, cubes=cubes) for cubes in range(1, self.state.available[self.side] + 1))
        yield from self.countable()

    def countable(self) -> Iterator[Choice]:
        return map(LiftCeiling, self.standing())

    def sample(self, rng: Random) -> Choice:
        if (standing := list(self.standing())) and rng.random() < 0.3:
            return LiftCeiling(rng.choice(standing))
        if (issues := self.open()) and rng.random() < 0.5:
            issue = rng.choice(issues)
            then: Literal["pass", "ask"] = rng.choice(("pass", "ask"))
            units, local = (0, False) if card(issue).no_military else (rng.randint(0, UNITS), rng.random() < 0.5)
            return SetCeiling(issue, units, local, rng.randint(1, 15), then)
        flags = [rng.random() < often for often in (0.3, 0.3, 0.1)]
        return LeaveOrders(flags[0], flags[1], (rng.choice(OPTIONAL),), flags[2])

    def describe(self) -> object:
        return {"do": TAGS, "decline": OPTIONAL, "ceilings": self.open()}


def order(state: Versailles, side: Side, choice: Choice) -> None:
    """Carry out the orders and maximums that a side leaves or takes back."""
    if isinstance(choice, LeaveOrders):
        declined = tuple(dict.fromkeys(choice.decline))
        state.orders[side] = Orders(choice.pass_without_stake, choice.never_modify, declined, choice.no_deals)
        tell(state, OrdersLeft(side, state.orders[side]))
    elif isinstance(choice, SetCeiling):
        ceiling = Ceiling(choice.issue, choice.units, choice.local, choice.cubes, choice.then)
        state.ceilings.setdefault(side, {})[choice.issue] = ceiling
        tell(state, CeilingSet(side, ceiling))
    elif isinstance(choice, LiftCeiling):
        lift_ceiling(state, side, choice.issue, "withdrawn")


def lift_ceiling(state: Versailles, side: Side, issue: str, reason: str) -> None:
    del state.ceilings[side][issue]
    if not state.ceilings[side]:
        del state.ceilings[side]
    tell(state, CeilingLifted(side, issue, reason))


def drop_dead_ceilings(state: Versailles) -> None:
    """Drop each secret maximum whose bidding is over."""
    over = {entry.issue for entry in state.news if isinstance(entry, BidWon | NobodyBid)}
    for side, ceilings in [*state.ceilings.items()]:
        for issue in [*ceilings]:
            if issue in over or not state.agenda:
                lift_ceiling(state, side, issue, "over")


# Answers in advance


NONE = Orders()


def bidding_orders(state: Versailles, step: Bidding) -> StandingOrders:
    """Apply the maximum; without one, apply the order to pass."""
    side = step.still_in[0]
    ceiling = state.ceilings.get(side, {}).get(step.issue)
    if ceiling:
        return answer(state, step, side, "ceiling", bid_within(state, step, side, ceiling))
    wanted = state.orders.get(side, NONE).pass_without_stake
    if wanted and has_stake(state, step, side):
        switch_off(state, side, "pass_without_stake", "stake")
        return StandingOrders(side)
    return answer(state, step, side, "pass_without_stake", PassBid() if wanted else None)


def modifying_orders(state: Versailles, step: Modifying) -> StandingOrders:
    wanted = state.orders.get(step.side, NONE).never_modify
    return answer(state, step, step.side, "never_modify", Modify(0) if wanted else None)


def holding_orders(state: Versailles, step: Holding) -> StandingOrders:
    wanted = step.event in state.orders.get(step.side, NONE).decline
    return answer(state, step, step.side, "decline", Hold(perform=False) if wanted else None)


STANDING: dict[type[Step[Any]], Callable[[Versailles, Any], StandingOrders | None]] = {
    Bidding: bidding_orders,
    Modifying: modifying_orders,
    Holding: holding_orders,
}


def answer(
    state: Versailles, step: Bidding | Modifying | Holding, side: Side, name: str, choice: Choice | None
) -> StandingOrders:
    """Give the answer left in advance. If a deal forbids it, cancel the order and ask the side."""
    if choice is None:
        return StandingOrders(side)
    if narrow(state, step.waiting(state))[side].check(choice) is None:
        return StandingOrders(side, choice, OrderFired(side, name))
    if isinstance(step, Bidding) and name == "ceiling":
        lift_ceiling(state, side, step.issue, "deal")
    else:
        switch_off(state, side, name, "deal", step.event if isinstance(step, Holding) else "")
    return StandingOrders(side)


def switch_off(state: Versailles, side: Side, name: str, reason: str, event: str = "") -> None:
    """Cancel an order; of the events to be declined, only this one."""
    orders = state.orders[side]
    left: object = tuple(other for other in orders.decline if other != event) if name == "decline" else False
    state.orders[side] = replace(orders, **{name: left})
    tell(state, OrderSwitchedOff(side, name, reason))


def bid_within(state: Versailles, step: Bidding, side: Side, ceiling: Ceiling) -> Choice | None:
    """Return the weakest bid that beats the standing one within the maximum, unit for unit and cube for cube; beyond
    it return a pass, or None to ask the side."""
    fits = (
        bid
        for bid in Raising(state, step, side)
        if bid.units <= ceiling.units and bid.local <= ceiling.local and bid.cubes <= ceiling.cubes
    )
    beyond = PassBid() if ceiling.then == "pass" else None
    return min(fits, key=lambda bid: (strength(bid), bid.cubes), default=beyond)


def has_stake(state: Versailles, step: Bidding, side: Side) -> bool:
    """Tell whether the side held the issue, or has a unit in the region."""
    return step.held_by == side or (bool(step.region) and step.region in state.deployed[side])


def decline_offers(state: Versailles) -> None:
    """Decline new offers for every side whose orders refuse deals. The other parties have already seen the offer."""
    for deal in [*state.deals.values()]:
        for side in deal.parties:
            if deal.awaits(side) and state.orders.get(side, NONE).no_deals:
                reveal(state)
                tell(state, OrderFired(side, "no_deals"))
                decline(state, deal, side)
                break
