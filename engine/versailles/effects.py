"""The verbs of event cards, one function each. The questions they lead to are in questions.py; meaning.py plays a card
effect by effect and resolves what its words refer to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.core.agenda import then
from engine.core.state import Side
from engine.versailles.cards import kinds
from engine.versailles.meaning import Context, Effecting, amount, away, people, places, queue, settled_of
from engine.versailles.military import Deployments
from engine.versailles.pieces import exhaust, recover, units_of, withdraw
from engine.versailles.questions import (
    Branching,
    Demobilising,
    Deploying,
    Emptying,
    PickingModifier,
    PickingRegion,
    PickingUnit,
    Targeting,
    Unsettling,
)
from engine.versailles.state import Versailles, card
from engine.versailles.tracks import change_happiness, change_unrest, move_keg

# Verbs without a question


def unrest(state: Versailles, effect: kinds.Unrest, context: Context) -> None:
    for region in places(state, effect.where, context):
        change_unrest(state, region, amount(state, effect.by))


def powder_keg(state: Versailles, effect: kinds.PowderKeg, context: Context) -> None:
    if effect.where == "any":
        then(state, PickingRegion(context.decider, effect, context.event))
        return
    for region in places(state, effect.where, context):
        move_keg(state, region, effect.by)


def happiness(state: Versailles, effect: kinds.Happiness, context: Context) -> None:
    for side in people(state, effect.who, context):
        change_happiness(state, side, effect.by)


def happiness_per_unit(state: Versailles, effect: kinds.HappinessPerUnit, context: Context) -> None:
    for side in reversed(state.clockwise(state.active)):
        change_happiness(state, side, effect.by * len(state.deployed.get(side, ())))


def withdraw_units(state: Versailles, effect: kinds.Withdraw, context: Context) -> None:
    for side in people(state, effect.who, context):
        regions = tuple(state.deployed.get(side, ()))
        if effect.one and len(regions) > 1:
            then(state, PickingUnit(side, "withdraw", context.event))
        else:
            withdraw(state, side, regions)


def exhaust_influence(state: Versailles, effect: kinds.Exhaust, context: Context) -> None:
    for side in people(state, effect.who, context):
        exhaust(state, side, effect.cubes)


def recover_influence(state: Versailles, effect: kinds.Recover, context: Context) -> None:
    for side in people(state, effect.who, context):
        recover(state, side, amount(state, effect.cubes))


def pay(state: Versailles, effect: kinds.Pay, context: Context) -> None:
    exhaust(state, context.decider, effect.cubes)


def each_player(state: Versailles, effect: kinds.EachPlayer, context: Context) -> None:
    order = asked_in(state, effect.order, context.decider)
    then(state, *(Effecting(effect.then, replace(context, me=side)) for side in order))


def asked_in(state: Versailles, order: str, decider: Side) -> tuple[Side, ...]:
    """Return the sides in the order in which they are asked. An order that would end with the shared USA ends with the
    active player (13.2)."""
    if order == "starting_with_decider":
        return state.clockwise(decider)
    ends_with_active = order == "ending_with_active" or state.is_shared(decider)
    return state.after(state.last_asked if ends_with_active else decider)


def if_no_token(state: Versailles, effect: kinds.IfNoToken, context: Context) -> None:
    there = (settled for issue, settled in state.settled.items() if card(issue).group == effect.region)
    if not any(effect.token in settled.tokens for settled in there):
        queue(state, effect.then, context)


def check_uprising(state: Versailles, effect: kinds.CheckUprising, context: Context) -> None:
    from engine.versailles.uprising import UprisingCheck, highest_unrest

    modifier = amount(state, effect.modifier)
    if effect.either_way and modifier:
        then(state, PickingModifier(context.decider, effect, modifier, context.event))
        return
    regions = highest_unrest(state) if effect.where == "highest" else tuple(places(state, effect.where, context))
    then(state, UprisingCheck(regions, modifier, effect.if_none, effect.if_nothing_unsettled, context))


# Verbs that ask a side


def choose_one(state: Versailles, effect: kinds.ChooseOne, context: Context) -> None:
    for side in people(state, effect.who, context):
        then(state, Branching(side, effect.branches, context))


def choose_player(state: Versailles, effect: kinds.ChoosePlayer, context: Context) -> None:
    then(state, Targeting(context.decider, effect, context))


def unsettle(state: Versailles, effect: kinds.Unsettle, context: Context) -> None:
    if settled_of(state, effect.groups):
        then(state, Unsettling(context.decider, effect.groups, context.event))


def return_influence(state: Versailles, effect: kinds.ReturnInfluence, context: Context) -> None:
    then(state, Emptying(context.decider, context.event))


def recover_unit(state: Versailles, effect: kinds.RecoverUnit, context: Context) -> None:
    for side in people(state, effect.who, context):
        if away(state, side):
            then(state, PickingUnit(side, "recover", context.event))


def demobilise_unit(state: Versailles, effect: kinds.DemobiliseUnit, context: Context) -> None:
    for side in people(state, effect.who, context):
        if units_of(state, side):
            then(state, Demobilising(side, context.event))


def deploy_unit(state: Versailles, effect: kinds.Deploy, context: Context) -> None:
    if state.in_play(context.decider) and Deployments(state, context.decider):
        then(state, Deploying(context.decider, context.event))


VERBS: dict[type[kinds.Effect], Callable[[Versailles, Any, Context], None]] = {
    kinds.CheckUprising: check_uprising,
    kinds.Unrest: unrest,
    kinds.PowderKeg: powder_keg,
    kinds.Happiness: happiness,
    kinds.HappinessPerUnit: happiness_per_unit,
    kinds.Withdraw: withdraw_units,
    kinds.Exhaust: exhaust_influence,
    kinds.Recover: recover_influence,
    kinds.Pay: pay,
    kinds.ChooseOne: choose_one,
    kinds.ChoosePlayer: choose_player,
    kinds.EachPlayer: each_player,
    kinds.Unsettle: unsettle,
    kinds.ReturnInfluence: return_influence,
    kinds.RecoverUnit: recover_unit,
    kinds.DemobiliseUnit: demobilise_unit,
    kinds.Deploy: deploy_unit,
    kinds.IfNoToken: if_no_token,
}
