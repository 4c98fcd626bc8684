"""Lets orders answer the questions that they may answer. The answer looks like any other; only its Power learns that an
order gave it. A silent order is a barrier to undo as well: see `engine.core.door`.

No order is looked up where a Power decides something in its own round, so it can take its moves back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.belle_epoque.automated_contests import SendingUnits
from engine.belle_epoque.choices import (
    ChangeStrategy,
    CommitArmies,
    CommitFleets,
    KeepIntrigue,
    LetBe,
    Pass,
    PickOption,
)
from engine.belle_epoque.clash import Clash, refused_contest
from engine.belle_epoque.contests import SendingArmies, SendingFleets
from engine.belle_epoque.effects import Branching
from engine.belle_epoque.odds import faces_that_save
from engine.belle_epoque.orders import OrderFired, switch_off, without
from engine.belle_epoque.orders_contests import Plan, order_for, plan_of
from engine.belle_epoque.orders_left import NONE, PASSING_POUNDS
from engine.belle_epoque.prestige import Keeping
from engine.belle_epoque.printed import INTRIGUE, POWERS
from engine.belle_epoque.printed.vocabulary import Prestige
from engine.belle_epoque.reactions import Reacting, reacting_half
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.state import BelleEpoque
from engine.core.choice import Choice
from engine.core.game import StandingOrders
from engine.core.state import Side
from engine.core.step import Step


def answer(
    state: BelleEpoque, side: Side, name: str, choice: Choice | None, where: str | None = None
) -> StandingOrders | None:
    """Return the answer of an order, or its silence. A lone Power without orders has nothing to hide."""
    if choice is not None:
        return StandingOrders(side, choice, OrderFired(side, name, where))
    return StandingOrders(side) if len(state.sides) > 1 or side in state.orders else None


# Contests


def fleets_orders(state: BelleEpoque, step: SendingFleets) -> StandingOrders | None:
    """8.7b: answer for the defender; an attacker in its own round is present."""
    return defence(state, step, lambda plan: plan.fleets)


def armies_orders(state: BelleEpoque, step: SendingArmies) -> StandingOrders | None:
    """8.7c"""
    return defence(state, step, lambda plan: plan.armies)


def defence(
    state: BelleEpoque, step: SendingFleets | SendingArmies, part: Callable[[Plan], CommitFleets | CommitArmies]
) -> StandingOrders | None:
    if step.side == step.clash.attacker:
        return None
    return contest_orders(state, step.side, step.clash, step.stage, part)


def contest_orders(
    state: BelleEpoque, side: Side, clash: Clash, stage: int, part: Callable[[Plan], Choice]
) -> StandingOrders | None:
    """Return what the order that counts there sends from this stage on; `part` picks from its plan what is asked for
    now. An order that asks because it cannot do what it says is switched off."""
    order = order_for(state, side, clash)
    if order is None:
        return answer(state, side, "defence", None)
    if plan := plan_of(state, side, clash, order, stage):
        return answer(state, side, order.role, part(plan), order.where)
    orders = state.orders[side]
    left = replace(orders, contests=without(orders, order.key))
    switch_off(state, side, order.role, "out_of_reach", left, order.where)
    return StandingOrders(side)


def units_orders(state: BelleEpoque, step: SendingUnits) -> StandingOrders | None:
    """13.9.3: answer for either side, because both have passed. Fleets and Armies go at once, so from the first stage
    on."""
    return contest_orders(state, step.side, step.joining.clash, 0, lambda plan: plan.units)


def reroll_orders(state: BelleEpoque, step: Reacting) -> StandingOrders | None:
    """8.6.4, 8.6.5: answer by the order; a Power without the card lets the dice be, whichever order it left."""
    wanted = state.orders.get(step.side, NONE).reroll
    if wanted == "ask":
        return answer(state, step.side, "reroll", None)
    cards = [card for card in state.sheets[step.side].intrigue if reacting_half(card)]
    helps = wanted == "if_it_helps" and cards and faces_that_save(state, step.dice, step.side)
    return answer(state, step.side, "reroll", ChangeStrategy(cards[0]) if helps else LetBe())


# Cards


def scandal_orders(state: BelleEpoque, step: Branching) -> StandingOrders | None:
    """8.6: give up Prestige or an MD cube, where the target of a card chooses."""
    if step.effect.by != "target":
        return None
    wanted = state.orders.get(step.side, NONE).scandal
    if wanted == "ask":
        return answer(state, step.side, "scandal", None)
    gives_prestige = wanted == "prestige" and not costs_a_place(state, step.side)
    options = enumerate(step.effect.options)
    [option] = [number for number, effect in options if isinstance(effect, Prestige) == gives_prestige]
    return answer(state, step.side, "scandal", PickOption(option))


def costs_a_place(state: BelleEpoque, side: Side) -> bool:
    """Tell whether a step down would let another Power, now level, stand higher on the Prestige track."""
    now = state.sheets[side].prestige
    return any(state.sheets[other].prestige == now for other in POWERS if other != side)


def keeping_orders(state: BelleEpoque, step: Keeping) -> StandingOrders | None:
    """7.0d"""
    drawn = state.drawn[step.first :]
    wanted = state.orders.get(step.side, NONE).keep_halves
    kept = next((card for half in wanted for card in drawn if half in INTRIGUE[card].halves), None)
    return answer(state, step.side, "keep", KeepIntrigue(kept) if kept else None)


# Passing


def passing_orders(state: BelleEpoque, step: Acting) -> StandingOrders | None:
    """8.10: pass by the order, but not after a first action, and not with more money than an order can name. An open
    contest of its own switches the order off (8.11)."""
    if step.used:
        return None
    side, sheet = step.side, state.sheets[step.side]
    if sheet.embassies or sheet.money >= PASSING_POUNDS:
        return None
    orders = state.orders.get(side, NONE)
    if sheet.money >= orders.pass_below:
        return answer(state, side, "pass", None)
    if any(refused_contest(state, side, contest) is None for contest in state.contests):
        switch_off(state, side, "pass", "contest", replace(orders, pass_below=0))
        return StandingOrders(side)
    return answer(state, side, "pass", Pass())


STANDING: dict[type[Step[Any]], Callable[[BelleEpoque, Any], StandingOrders | None]] = {
    SendingFleets: fleets_orders,
    SendingArmies: armies_orders,
    SendingUnits: units_orders,
    Reacting: reroll_orders,
    Branching: scandal_orders,
    Keeping: keeping_orders,
    Acting: passing_orders,
}
