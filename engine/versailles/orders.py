"""Answers given in advance by a side that is away: standing orders, and sealed ceilings in biddings (chapter 10). They
are part of the position, hidden from everybody else, and fire as soon as their side is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from engine.core.choice import Choice
from engine.core.game import StandingOrders
from engine.core.journal import Entry, tell
from engine.core.menu import Menu
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.core.step import Step, Waiting
from engine.versailles.bidding import Bidding, Raising, strength
from engine.versailles.cards.board import UNITS
from engine.versailles.cards.events import EVENTS
from engine.versailles.choices import Bid, Cubes, EventId, Hold, IssueId, Modify, PassBid
from engine.versailles.clauses import Ceiling, Orders
from engine.versailles.deals import narrow
from engine.versailles.settle import Holding
from engine.versailles.state import Versailles
from engine.versailles.uprising import Modifying

# What may be done


class LeaveOrders(Choice, frozen=True):
    """The orders from now on, in place of any earlier ones."""

    pass_without_stake: bool = False
    never_modify: bool = False
    decline: tuple[EventId, ...] = ()
    no_deals: bool = False


class SetCeiling(Choice, frozen=True):
    """To bid up to this for an issue, by least sufficient raises, then pass or be asked."""

    issue: IssueId
    units: Annotated[int, Meta(ge=0, le=UNITS)] = 0
    local: bool = False
    cubes: Cubes = 0
    then: Literal["pass", "ask"] = "pass"


class LiftCeiling(Choice, frozen=True):
    issue: IssueId


CHOICES = (LeaveOrders, SetCeiling, LiftCeiling)
ORDERING: frozenset[type[Choice]] = frozenset(CHOICES)


# What is told, to the side itself only


class Confided(Entry, frozen=True):
    side: Side

    def seen_by(self, side: Side | None) -> Confided | None:
        return self if side == self.side else None


class OrdersLeft(Confided, frozen=True):
    orders: Orders


class OrderFired(Confided, frozen=True):
    order: str


class OrderSwitchedOff(Confided, frozen=True):
    """The assumption it was given under no longer holds."""

    order: str
    reason: str


class CeilingSet(Confided, frozen=True):
    ceiling: Ceiling


class CeilingLifted(Confided, frozen=True):
    issue: str
    reason: str


ENTRIES = (OrdersLeft, OrderFired, OrderSwitchedOff, CeilingSet, CeilingLifted)


class Ordering(Menu):
    """Orders and ceilings a side may leave now."""

    __slots__ = ("side", "state")

    def __init__(self, state: Versailles, side: Side) -> None:
        self.state = state
        self.side = side

    @property
    def types(self) -> frozenset[type[Choice]]:
        return ORDERING

    def __bool__(self) -> bool:
        return True

    def check(self, choice: Choice) -> Refusal | None:
        if isinstance(choice, SetCeiling):
            return self.check_ceiling(choice)
        if isinstance(choice, LiftCeiling):
            alive = choice.issue in self.state.ceilings.get(self.side, {})
            return None if alive else illegal("versailles.no_ceiling", "10.1", issue=choice.issue)
        assert isinstance(choice, LeaveOrders)
        firm = [event for event in choice.decline if not EVENTS[event].optional]
        return illegal("versailles.not_optional", "5.2", event=firm[0]) if firm else None

    def check_ceiling(self, choice: SetCeiling) -> Refusal | None:
        if choice.issue not in self.state.settled and choice.issue not in biddings(self.state):
            return illegal("versailles.nothing_to_bid_for", "10.1", issue=choice.issue)
        if not (choice.units or choice.local or choice.cubes):
            return illegal("versailles.empty_ceiling", "10.2")
        return None

    def __iter__(self) -> Iterator[Choice]:
        """The plain orders, ceilings of cubes for what is being bid for, and lifting what stands."""
        yield LeaveOrders()
        yield LeaveOrders(pass_without_stake=True)
        yield LeaveOrders(never_modify=True)
        yield LeaveOrders(no_deals=True)
        for issue in biddings(self.state):
            yield from (SetCeiling(issue, cubes=cubes) for cubes in range(1, self.state.available[self.side] + 1))
        yield from map(LiftCeiling, self.state.ceilings.get(self.side, ()))

    def sample(self, rng: Random) -> Choice:
        standing = list(map(LiftCeiling, self.state.ceilings.get(self.side, ())))
        if standing and rng.random() < 0.3:
            return rng.choice(standing)
        issues = [*biddings(self.state), *self.state.settled]
        if issues and rng.random() < 0.5:
            then: Literal["pass", "ask"] = rng.choice(("pass", "ask"))
            return SetCeiling(rng.choice(issues), rng.randint(0, UNITS), rng.random() < 0.5, rng.randint(1, 15), then)
        optional = [event for event, card in EVENTS.items() if card.optional]
        flags = [rng.random() < 0.3 for _ in range(3)]
        return LeaveOrders(flags[0], flags[1], (rng.choice(optional),), flags[2])

    def describe(self) -> object:
        return {"do": sorted(str(kind.__struct_config__.tag) for kind in ORDERING)}


def biddings(state: Versailles) -> list[str]:
    return [step.issue for step in state.agenda if isinstance(step, Bidding)]


def order(state: Versailles, side: Side, choice: Choice) -> None:
    """Carry out what a side leaves or takes back."""
    if isinstance(choice, LeaveOrders):
        orders = Orders(choice.pass_without_stake, choice.never_modify, choice.decline, choice.no_deals)
        state.orders[side] = orders
        tell(state, OrdersLeft(side, orders))
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
    """A ceiling lives until its bidding is over, and while its issue may yet be unsettled."""
    alive = {*state.settled, *biddings(state)}
    for side in tuple(state.ceilings):
        for issue in tuple(state.ceilings[side]):
            if issue not in alive or not state.agenda:
                lift_ceiling(state, side, issue, "over")


# When they fire


NONE = Orders()


def bidding_orders(state: Versailles, step: Bidding) -> StandingOrders:
    side = step.still_in[0]
    return answer(state, step, side, bid_in_advance(state, step, side))


def modifying_orders(state: Versailles, step: Modifying) -> StandingOrders:
    wanted = state.orders.get(step.side, NONE).never_modify
    return answer(state, step, step.side, ("never_modify", Modify(0)) if wanted else None)


def holding_orders(state: Versailles, step: Holding) -> StandingOrders:
    wanted = step.event in state.orders.get(step.side, NONE).decline
    return answer(state, step, step.side, ("decline", Hold(perform=False)) if wanted else None)


STANDING: dict[type[Step[Any]], Callable[[Versailles, Any], StandingOrders | None]] = {
    Bidding: bidding_orders,
    Modifying: modifying_orders,
    Holding: holding_orders,
}


def answer(
    state: Versailles, step: Waiting[Versailles, Any], side: Side, given: tuple[str, Choice] | None
) -> StandingOrders:
    """The answer given in advance, if a deal doesn't forbid it: then the order is switched off and the side asked."""
    if given is None:
        return StandingOrders(side)
    name, choice = given
    if narrow(state, step.waiting(state))[side].check(choice) is None:
        return StandingOrders(side, choice, OrderFired(side, name))
    switch_off(state, side, name, "deal")
    return StandingOrders(side)


def switch_off(state: Versailles, side: Side, name: str, reason: str) -> None:
    if name == "ceiling":
        issue = biddings(state)[-1]
        lift_ceiling(state, side, issue, reason)
    elif name == "decline":
        state.orders[side] = replace(state.orders[side], decline=())
    else:
        state.orders[side] = replace(state.orders[side], **{name: False})
    tell(state, OrderSwitchedOff(side, name, reason))


def bid_in_advance(state: Versailles, step: Bidding, side: Side) -> tuple[str, Choice] | None:
    """The least raise within the ceiling; then a pass, or the question. Without a ceiling the order to pass counts."""
    if ceiling := state.ceilings.get(side, {}).get(step.issue):
        if raised := least_raise(state, step, side, ceiling):
            return "ceiling", raised
        return ("ceiling", PassBid()) if ceiling.then == "pass" else None
    if not state.orders.get(side, NONE).pass_without_stake:
        return None
    if has_stake(state, step, side):
        switch_off(state, side, "pass_without_stake", "stake")
        return None
    return "pass_without_stake", PassBid()


def least_raise(state: Versailles, step: Bidding, side: Side, ceiling: Ceiling) -> Bid | None:
    """The weakest bid that beats the standing one with no more of anything than the ceiling allows."""
    raising = Raising(state, step, side)
    fits = (
        bid
        for bid in raising
        if isinstance(bid, Bid)
        and bid.units <= ceiling.units
        and bid.local <= ceiling.local
        and bid.cubes <= ceiling.cubes
    )
    return min(fits, key=lambda bid: (strength(bid), bid.cubes), default=None)


def has_stake(state: Versailles, step: Bidding, side: Side) -> bool:
    """Whether the issue was the side's own, or it has a unit in the region."""
    return step.held_by == side or (bool(step.region) and step.region in state.deployed[side])
