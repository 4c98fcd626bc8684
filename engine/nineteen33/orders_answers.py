"""19.6: the answers of orders, for each question that they may answer. An answer looks like any other; its own player
alone is told that an order gave it. Where the rules ask several at once, a leader whose order speaks comes first.

An order that rests on something which is no longer so switches itself off, and the player is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.core.agenda import proceed
from engine.core.choice import Choice
from engine.core.clone import cloner
from engine.core.game import StandingOrders
from engine.core.refusal import Illegal, Refusal
from engine.core.sealed import Sealed
from engine.core.state import Side
from engine.core.step import Step
from engine.nineteen33.action_journal import TurnBegan
from engine.nineteen33.auctions import Bidding
from engine.nineteen33.choices import DeclinePoint, EndTurn, PaySupport, SealPlan, StandAside
from engine.nineteen33.menus import Plans
from engine.nineteen33.orders_kept import OrderFired, OrderName, orders_of, refuse, switch_off
from engine.nineteen33.orders_plan import plan_of
from engine.nineteen33.orders_wake import reason_to_wake
from engine.nineteen33.plans import Planning
from engine.nineteen33.press import Developing, TakingPoint
from engine.nineteen33.printed import tables
from engine.nineteen33.state import Nineteen33, Turn
from engine.nineteen33.support import Supporting
from engine.nineteen33.turns import Acting, Guiding, OpeningPath

clone = cloner(Nineteen33)
LEAST_GUIDED = 1 + tables.guide.added
"""18.6: points for a guided leader, by the lowest roll."""
Speak = Callable[[Nineteen33, Side, Any], Choice | None]


def sealed_orders(order: OrderName, speak: Speak) -> Callable[[Nineteen33, Any], StandingOrders | None]:
    """The first order that speaks; else, as the question begins, the silence of those who are asked. Orders of a player
    who answers by hand are silent."""

    def counted(state: Nineteen33, step: Sealed[Any, Any]) -> StandingOrders | None:
        if not state.orders and step.answers:
            return None
        waiting = [side for side in step.asked(state) if side not in step.given]
        for side in waiting:
            if not orders_of(state, side).by_hand and (choice := speak(state, side, step)) is not None:
                return StandingOrders(side, choice, OrderFired(side, order))
        return StandingOrders(waiting[0]) if waiting and not step.given else None

    return counted


def plan(state: Nineteen33, side: Side, _step: Planning) -> SealPlan | None:
    """4.4"""
    order = orders_of(state, side).plan
    if order is None:
        return None
    found = plan_of(state, side, order)
    if isinstance(found, str):
        switch_off(state, side, "plan", found)
        return None
    if refused := Plans(state, side).check(found):
        refuse(state, side, "plan", named(refused, "4.4"))
        return None
    return found


def named(refused: Refusal, clause: str) -> Illegal:
    """With this clause, where it has none of its own."""
    assert isinstance(refused, Illegal)
    return refused if refused.clause else replace(refused, clause=clause)


def bid(state: Nineteen33, side: Side, _step: Bidding) -> Choice | None:
    """7.11"""
    return StandAside() if orders_of(state, side).answers.auctions == "stand_aside" else None


def news(state: Nineteen33, side: Side, step: TakingPoint | Developing) -> Choice | None:
    """8.7: accepting takes the fullest path."""
    wanted = orders_of(state, side).answers.news
    if wanted == "ask":
        return None
    return DeclinePoint() if wanted == "decline" else next(iter(step.asked(state)[side]))


def support(state: Nineteen33, side: Side, step: Supporting) -> Choice | None:
    """6.16: paying pays as much as the treasury can."""
    wanted = orders_of(state, side).answers.support
    if wanted == "ask":
        return None
    return PaySupport(False, False) if wanted == "refuse" else next(iter(step.asked(state)[side]))


# The action turn


def turn_orders(state: Nineteen33, step: Acting) -> StandingOrders | None:
    """4.6: the turn left in advance, or a turn to pass. In its own turn a leader that acts itself is not looked up, so
    that it can take its moves back."""
    if step.side not in state.orders:
        return silence(state, step.side)
    begin_ahead(state, step.side)
    return acted(state, step.side) or passed(state, step.side) or silence(state, step.side)


def begin_ahead(state: Nineteen33, side: Side) -> None:
    """A rehearsal asks as if its turn had begun."""
    if state.turn is None or state.turn.active != side:
        led = next((leader for leader, one in state.guided.items() if one.guide == side), None)
        state.turn = Turn(side, guided=led, guide_points=LEAST_GUIDED if led else 0)


def acted(state: Nineteen33, side: Side) -> StandingOrders | None:
    """The next part, if all that is left of the turn is possible."""
    acts = orders_of(state, side).acts
    if not acts:
        return None
    if refused := trial(state, side):
        refuse(state, side, "turn", named(refused, "4.6"))
        return None
    return StandingOrders(side, acts[0], OrderFired(side, "turn"))


def trial(state: Nineteen33, side: Side) -> Refusal | None:
    """Carry the parts out on a clone: why one of them is impossible."""
    ahead = clone(state)
    for act in orders_of(state, side).acts:
        step: Any = ahead.agenda[-1]
        menu = step.waiting(ahead).get(side)
        refused: Refusal | None = menu.check(act)
        if refused is not None or isinstance(act, EndTurn):
            return refused
        ahead.agenda.pop().choose(ahead, side, act)
        proceed(ahead)
    return None


def passed(state: Nineteen33, side: Side) -> StandingOrders | None:
    order = orders_of(state, side).passing
    if order is None:
        return None
    if reason := reason_to_wake(state, side, order):
        switch_off(state, side, "pass", reason)
        return None
    return StandingOrders(side, EndTurn(), OrderFired(side, "pass"))


def silence(state: Nineteen33, side: Side) -> StandingOrders | None:
    """As its turn begins."""
    for entry in state.news:
        if type(entry) is TurnBegan and entry.side == side:
            return StandingOrders(side)
    return None


def middle_orders(state: Nineteen33, step: Guiding | OpeningPath) -> StandingOrders | None:
    """5.8, 18.6: inside the turn left in advance."""
    return acted(state, state.turn.active) if state.turn else None


STANDING: dict[type[Step[Any]], Callable[[Nineteen33, Any], StandingOrders | None]] = {
    Planning: sealed_orders("plan", plan),
    Bidding: sealed_orders("answers", bid),
    TakingPoint: sealed_orders("answers", news),
    Developing: sealed_orders("answers", news),
    Supporting: sealed_orders("answers", support),
    Acting: turn_orders,
    Guiding: middle_orders,
    OpeningPath: middle_orders,
}
