"""Answers in advance: what a Power may leave out of turn, and take back. orders_left.py holds the orders,
orders_answers.py lets them answer. Only their Power sees them and reads entries about them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Annotated

from msgspec import Meta
from msgspec.structs import asdict, replace

from engine.belle_epoque.choices import HalfId
from engine.belle_epoque.orders_left import (
    EVERYWHERE,
    MOST_CONTEST_ORDERS,
    MOST_POUNDS,
    NONE,
    PASSING_POUNDS,
    Beyond,
    ContestOrder,
    Kept,
    Orders,
    Percent,
    Pounds,
    Reroll,
    Role,
    Scandal,
    Sent,
    Where,
)
from engine.belle_epoque.printed import CONTINENTS, HALVES, TERRITORIES
from engine.belle_epoque.state import BelleEpoque
from engine.core.choice import Choice
from engine.core.journal import Confided, tell
from engine.core.menu import Menu
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.core.step import Waiting

# Choices


class LeaveOrders(Choice, frozen=True):
    """Leave these orders in place of earlier ones; those for contests stay as they are."""

    reroll: Reroll = "ask"
    scandal: Scandal = "ask"
    keep_halves: Annotated[tuple[HalfId, ...], Meta(max_length=len(HALVES))] = ()
    pass_below: Annotated[int, Meta(ge=0, le=PASSING_POUNDS)] = 0


class LeaveContestOrder(Choice, frozen=True):
    """Leave an order for contests there, in place of an earlier one of that kind for the same place."""

    role: Role
    where: Where
    send: Sent
    decisive: bool = False
    chance: Percent = 0
    pounds: Pounds = MOST_POUNDS
    keep_fleets: Kept = 0
    keep_armies: Kept = 0
    beyond: Beyond = "ask"


class DropContestOrder(Choice, frozen=True):
    role: Role
    where: Where
    decisive: bool = False


ORDER_CHOICES = (LeaveOrders, LeaveContestOrder, DropContestOrder)
ORDERING: frozenset[type[Choice]] = frozenset(ORDER_CHOICES)
WRITTEN: frozenset[type[Choice]] = frozenset((LeaveOrders, LeaveContestOrder))
TAGS = tuple(sorted(str(kind.__struct_config__.tag) for kind in ORDER_CHOICES))
PLACES = (EVERYWHERE, *CONTINENTS, *TERRITORIES)


# Entries, for the Power itself only


class OrdersLeft(Confided, frozen=True):
    orders: Orders


class ContestOrderLeft(Confided, frozen=True):
    order: ContestOrder


class ContestOrderDropped(Confided, frozen=True):
    order: ContestOrder


class OrderFired(Confided, frozen=True):
    """`where` is the place that an order for contests names."""

    order: str
    where: str | None = None


class OrderSwitchedOff(Confided, frozen=True):
    """The order cannot do what it says, so the Power itself is asked."""

    order: str
    reason: str
    where: str | None = None


ORDER_ENTRIES = (OrdersLeft, ContestOrderLeft, ContestOrderDropped, OrderFired, OrderSwitchedOff)


# The menu


class Ordering(Menu):
    """The orders that a Power may leave or take back now."""

    __slots__ = ("side", "state")
    types = ORDERING
    open_ended = WRITTEN

    def __init__(self, state: BelleEpoque, side: Side) -> None:
        self.state, self.side = state, side

    def __bool__(self) -> bool:
        return True

    @property
    def standing(self) -> dict[tuple[str, str, bool], ContestOrder]:
        return {order.key: order for order in self.state.orders.get(self.side, NONE).contests}

    def judge(self, choice: Choice) -> Refusal | None:
        if isinstance(choice, LeaveContestOrder):
            return self.judge_contest_order(choice)
        if isinstance(choice, DropContestOrder):
            left = (choice.role, choice.where, choice.decisive) in self.standing
            return None if left else illegal("belle_epoque.no_such_order", "8.7")
        return None

    def judge_contest_order(self, choice: LeaveContestOrder) -> Refusal | None:
        standing = self.standing
        if choice.role == "attack" and not self.state.automata:
            return illegal("belle_epoque.no_automated_power", "13.9a")
        if (choice.send == "chance") != (choice.chance > 0):
            return illegal("belle_epoque.say_the_chance", "8.7e")
        if len(standing) == MOST_CONTEST_ORDERS and order_of(choice).key not in standing:
            return illegal("belle_epoque.too_many_orders", "8.7", most=MOST_CONTEST_ORDERS)
        return None

    def __iter__(self) -> Iterator[Choice]:
        """Yield the plain orders, the simplest ones for contests, and the removal of each standing order."""
        simple = (LeaveOrders(), LeaveOrders("never"), LeaveOrders("if_it_helps"), LeaveOrders(scandal="prestige"))
        yield from (*simple, LeaveOrders(scandal="cube"), LeaveOrders(pass_below=1))
        sendings: tuple[Sent, ...] = ("nothing", "match", "all")
        roles: tuple[Role, ...] = ("defence", "attack")
        contests = (LeaveContestOrder(role, EVERYWHERE, send) for role in roles for send in sendings)
        yield from (order for order in contests if self.judge(order) is None)
        yield from self.countable()

    def countable(self) -> Iterator[Choice]:
        return (DropContestOrder(*key) for key in self.standing)  # type: ignore[arg-type]

    def sample(self, rng: Random) -> Choice:
        standing = [*self.countable()]
        if standing and (len(standing) == MOST_CONTEST_ORDERS or rng.random() < 0.3):
            return rng.choice(standing)
        return sampled_contest_order(self.state, rng) if rng.random() < 0.6 else sampled_orders(rng)

    def describe(self) -> object:
        return {"do": TAGS, "where": PLACES, "keep_halves": tuple(HALVES)}


def sampled_orders(rng: Random) -> LeaveOrders:
    rerolls: tuple[Reroll, ...] = ("ask", "never", "if_it_helps")
    scandals: tuple[Scandal, ...] = ("ask", "prestige", "cube")
    halves = tuple(rng.sample([*HALVES], rng.randrange(4)))
    return LeaveOrders(rng.choice(rerolls), rng.choice(scandals), halves, rng.randrange(PASSING_POUNDS + 1))


def sampled_contest_order(state: BelleEpoque, rng: Random) -> LeaveContestOrder:
    sendings: tuple[Sent, ...] = ("nothing", "chance", "match", "all")
    roles: tuple[Role, ...] = ("defence", "attack") if state.automata else ("defence",)
    beyond: tuple[Beyond, ...] = ("nothing", "ask")
    send, wide = rng.choice(sendings), (EVERYWHERE, *CONTINENTS)
    return LeaveContestOrder(
        rng.choice(roles),
        rng.choice(wide if rng.random() < 0.5 else PLACES),
        send,
        decisive=rng.random() < 0.3,
        chance=rng.randint(1, 100) if send == "chance" else 0,
        pounds=rng.choice((MOST_POUNDS, rng.randrange(9))),
        keep_fleets=rng.randrange(2),
        keep_armies=rng.randrange(3),
        beyond=rng.choice(beyond),
    )


class Aside(Waiting[BelleEpoque, Choice], frozen=True):
    """The step for choices out of turn, beside the question that the game waits for."""

    clause = "8.7"

    def waiting(self, state: BelleEpoque) -> Mapping[Side, Menu]:
        return {side: Ordering(state, side) for side in state.sides}

    def choose(self, state: BelleEpoque, side: Side, choice: Choice) -> None:
        orders = state.orders.get(side, NONE)
        if isinstance(choice, LeaveOrders):
            left = replace(orders, **asdict(choice) | {"keep_halves": tuple(dict.fromkeys(choice.keep_halves))})
            keep(state, side, left)
            tell(state, OrdersLeft(side, left))
        elif isinstance(choice, LeaveContestOrder):
            order = order_of(choice)
            keep(state, side, replace(orders, contests=(*without(orders, order.key), order)))
            tell(state, ContestOrderLeft(side, order))
        elif isinstance(choice, DropContestOrder):
            key = (choice.role, choice.where, choice.decisive)
            dropped = next(order for order in orders.contests if order.key == key)
            keep(state, side, replace(orders, contests=without(orders, key)))
            tell(state, ContestOrderDropped(side, dropped))


def order_of(choice: LeaveContestOrder) -> ContestOrder:
    return ContestOrder(**asdict(choice))


def without(orders: Orders, key: tuple[str, str, bool]) -> tuple[ContestOrder, ...]:
    return tuple(order for order in orders.contests if order.key != key)


def keep(state: BelleEpoque, side: Side, orders: Orders) -> None:
    """Store the orders; a Power without any is not listed."""
    state.orders.pop(side, None)
    if orders != NONE:
        state.orders[side] = orders


def switch_off(state: BelleEpoque, side: Side, name: str, reason: str, left: Orders, where: str | None = None) -> None:
    """Keep only the orders in `left`, and tell their Power why."""
    keep(state, side, left)
    tell(state, OrderSwitchedOff(side, name, reason, where))


# Other players' orders


def leave_anew(state: BelleEpoque, side: Side | None, rng: Random) -> None:
    """Redeal the orders of others: they may have left any, except one that would have answered the question they are
    asked."""
    step = state.agenda[-1] if state.agenda else None
    asked = set(step.waiting(state)) if isinstance(step, Waiting) else set()
    for other in state.sides:
        if other != side:
            keep(state, other, NONE if other in asked or rng.random() < 0.5 else any_orders(state, rng))


def any_orders(state: BelleEpoque, rng: Random) -> Orders:
    order = order_of(sampled_contest_order(state, rng))
    return replace(NONE, **asdict(sampled_orders(rng)), contests=(order,))
