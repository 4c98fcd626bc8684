"""19.6: the orders of a leader are kept, taken back, and switch themselves off with a reason."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from engine.core.choice import Choice
from engine.core.journal import Confided, tell
from engine.core.refusal import Illegal
from engine.core.state import Side
from engine.nineteen33.orders_left import NONE, AnswersOrder, Orders
from engine.nineteen33.state import Nineteen33

OrderName = Literal["plan", "answers", "turn", "pass"]


class OrdersLeft(Confided, frozen=True):
    rule = "19.6"
    order: OrderName
    orders: Orders


class OrderDropped(Confided, frozen=True):
    rule = "19.6"
    order: OrderName


class OrderFired(Confided, frozen=True):
    """An order has answered."""

    rule = "19.6"
    order: OrderName


class OrderSwitchedOff(Confided, frozen=True):
    """The order can't do what it says, or is over; the player is asked. `reason` is a word, or that of a refusal, which
    has a clause and facts."""

    rule = "19.6"
    order: OrderName
    reason: str
    clause: str = ""
    because: tuple[tuple[str, str | int], ...] = ()


ORDER_ENTRIES = (OrdersLeft, OrderDropped, OrderFired, OrderSwitchedOff)


def orders_of(state: Nineteen33, side: Side) -> Orders:
    return state.orders.get(side, NONE)


def keep(state: Nineteen33, side: Side, orders: Orders) -> None:
    """A leader without orders is not listed."""
    state.orders.pop(side, None)
    if replace(orders, by_hand=False) != NONE:
        state.orders[side] = orders


def without(orders: Orders, order: OrderName) -> Orders:
    match order:
        case "plan":
            return replace(orders, plan=None)
        case "answers":
            return replace(orders, answers=AnswersOrder())
        case "turn":
            return replace(orders, acts=())
    return replace(orders, passing=None)


def drop(state: Nineteen33, side: Side, order: OrderName) -> None:
    keep(state, side, without(orders_of(state, side), order))
    tell(state, OrderDropped(side, order))


def switch_off(state: Nineteen33, side: Side, order: OrderName, reason: str) -> None:
    keep(state, side, without(orders_of(state, side), order))
    tell(state, OrderSwitchedOff(side, order, reason))


def refuse(state: Nineteen33, side: Side, order: OrderName, refused: Illegal) -> None:
    """Switch it off: the rules forbid what it says."""
    keep(state, side, without(orders_of(state, side), order))
    because = tuple((name, fact) for name, fact in refused.because.items() if isinstance(fact, str | int))
    tell(state, OrderSwitchedOff(side, order, refused.reason, refused.clause, because))


def note_act(state: Nineteen33, side: Side, choice: Choice) -> None:
    """A part of the turn left in advance is done. A leader that acts otherwise has come back: the rest is dropped."""
    orders = orders_of(state, side)
    if not orders.acts:
        return
    if choice == orders.acts[0]:
        keep(state, side, replace(orders, acts=orders.acts[1:]))
    else:
        drop(state, side, "turn")
