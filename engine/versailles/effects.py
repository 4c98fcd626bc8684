"""The verbs of event cards, each carried out in one place. Cards are sequences of effects (cards/kinds.py); an
Effecting step works one off, asking whoever the card lets decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.core.agenda import then
from engine.core.chance import roll
from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.refusal import illegal
from engine.core.state import Side
from engine.core.step import Automatic, Waiting
from engine.versailles.cards import kinds
from engine.versailles.cards.board import DIE, REGIONS
from engine.versailles.choices import Demobilise, Deploy, Modify, PickBranch, PickIssue, PickRegion, PickSide, PickUnit
from engine.versailles.journal import BranchChosen, EventAnswered, RegionDrawn, TargetChosen, UnitRecovered
from engine.versailles.military import Deployments, demobilise_action, demobilise_menu, deploy
from engine.versailles.pieces import exhaust, lift, recover, return_cubes, units_of, withdraw
from engine.versailles.state import Versailles, card
from engine.versailles.tracks import change_happiness, change_unrest, move_keg


class Context(Struct, frozen=True, gc=False):
    """Whom and what the words of a card refer to."""

    decider: Side
    me: Side = ""
    """The side being asked in an EachPlayer."""
    target: Side = ""
    chosen: tuple[str, ...] = ()
    """Regions picked with the target."""
    checked: tuple[str, ...] = ()
    """Regions of the uprising check that led here."""
    event: str = ""
    """The card itself."""


class Effecting(Automatic[Versailles], frozen=True):
    """Carries out the first effect; the others follow it."""

    clause = "5.2"
    effects: tuple[kinds.Effects, ...]
    context: Context

    def run(self, state: Versailles) -> None:
        effect, *others = self.effects
        if others:
            then(state, Effecting(tuple(others), self.context))
        VERBS[type(effect)](state, effect, self.context)


def queue(state: Versailles, effects: tuple[kinds.Effects, ...], context: Context) -> None:
    if effects:
        then(state, Effecting(effects, context))


def amount(state: Versailles, number: kinds.Amount) -> int:
    return number if isinstance(number, int) else number.each * state.tokens(number.token)


def people(state: Versailles, who: kinds.Who, context: Context) -> list[Side]:
    """The sides a card means, in turn order from the active one."""
    one = {"decider": context.decider, "self": context.me, "target": context.target, "winner": state.winner}.get(who)
    if one is not None:
        return [one] if one else []
    sides = list(state.clockwise(state.active))
    if who == "lowest_happiness":
        sides = [side for side in sides if side in state.happiness]
        least = min(state.happiness[side] for side in sides)
        return [side for side in sides if state.happiness[side] == least]
    if who == "most_issues":
        most = max(len(state.controlled(side)) for side in sides)
        return [side for side in sides if len(state.controlled(side)) == most]
    return sides


def places(state: Versailles, where: kinds.Where, context: Context) -> Iterable[str]:
    """The regions a card means; for `random` a die is rolled, and a 6 means none (1.6)."""
    if where == "settled":
        return (card(state.settling).region,) if state.settling else ()
    if where == "random":
        die = roll(state, "region", 6)
        tell(state, RegionDrawn(die, DIE.get(die)))
        return (DIE[die],) if die in DIE else ()
    named = {"chosen": context.chosen, "checked": context.checked, "raised_by_option": state.raised}
    return named.get(where, (where,))


# Verbs that nobody is asked about


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
    last = state.active if effect.order == "ending_with_active" else context.decider
    order = state.clockwise(last) if effect.order == "starting_with_decider" else state.after(last)
    then(state, *(Effecting(effect.then, replace(context, me=side)) for side in order))


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


# Verbs that somebody is asked about


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


def payable(state: Versailles, effects: tuple[kinds.Effects, ...], context: Context) -> bool:
    """Whether every cost among these effects can be met in full, and what they unsettle or deploy is there."""
    return all(possible(state, effect, context) for effect in effects)


def possible(state: Versailles, effect: kinds.Effects, context: Context) -> bool:
    if isinstance(effect, kinds.Pay):
        return state.available[context.decider] >= effect.cubes
    if isinstance(effect, kinds.Exhaust) and effect.in_full:
        return all(state.available[side] >= effect.cubes for side in people(state, effect.who, context))
    if isinstance(effect, kinds.DemobiliseUnit):
        return all(units_of(state, side) for side in people(state, effect.who, context))
    if isinstance(effect, kinds.Unsettle):
        return bool(settled_of(state, effect.groups))
    if isinstance(effect, kinds.Deploy):
        return bool(state.in_play(context.decider) and Deployments(state, context.decider))
    return True


def settled_of(state: Versailles, groups: tuple[str, ...]) -> list[str]:
    return [issue for issue in state.settled if card(issue).group in groups]


def away(state: Versailles, side: Side) -> list[str]:
    """The units of a side that are deployed or exhausted."""
    return [unit for unit in units_of(state, side) if unit != "available"]


# The questions


class Branching(Waiting[Versailles, PickBranch], frozen=True):
    """An either-or of a card; a branch that can't be paid in full is closed, and the last one is always open."""

    clause = "5.2"
    side: Side
    branches: tuple[tuple[kinds.Effects, ...], ...]
    context: Context

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        numbered = list(enumerate(self.branches))
        fit = [PickBranch(number) for number, effects in numbered if payable(state, effects, self.context)]
        wrong = illegal("versailles.branch_not_possible", "5.2")
        return {state.answers_for(self.side): OneOf(*fit, clause="5.2", otherwise={PickBranch: wrong})}

    def choose(self, state: Versailles, side: Side, choice: PickBranch) -> None:
        tell(state, BranchChosen(self.side, choice.branch, self.context.event))
        queue(state, self.branches[choice.branch], self.context)


class Targeting(Waiting[Versailles, PickSide], frozen=True):
    """The decider picks a player, and regions where the card asks for them."""

    clause = "5.2"
    side: Side
    effect: kinds.ChoosePlayer
    context: Context

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        choices = (
            PickSide(target, regions)
            for target in state.factions
            for regions in combinations(REGIONS, self.effect.regions)
        )
        wrong = illegal("versailles.pick_player", "5.2", regions=self.effect.regions)
        return {state.answers_for(self.side): OneOf(*choices, clause="5.2", otherwise={PickSide: wrong})}

    def choose(self, state: Versailles, side: Side, choice: PickSide) -> None:
        tell(state, TargetChosen(self.side, choice.side, choice.regions, self.context.event))
        queue(state, self.effect.then, replace(self.context, target=choice.side, chosen=choice.regions))


class PickingRegion(Waiting[Versailles, PickRegion], frozen=True):
    """Any region: where a powder keg moves."""

    clause = "5.2"
    side: Side
    effect: kinds.PowderKeg
    event: str = ""

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        return {state.answers_for(self.side): OneOf(*map(PickRegion, REGIONS), clause="7.2")}

    def choose(self, state: Versailles, side: Side, choice: PickRegion) -> None:
        tell(state, EventAnswered(self.side, self.event, choice))
        move_keg(state, choice.region, self.effect.by)


class PickingModifier(Waiting[Versailles, Modify], frozen=True):
    """The decider adds or subtracts what the card gives."""

    clause = "9.2"
    side: Side
    effect: kinds.CheckUprising
    modifier: int
    event: str = ""

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        return {state.answers_for(self.side): OneOf(Modify(self.modifier), Modify(-self.modifier), clause="9.2")}

    def choose(self, state: Versailles, side: Side, choice: Modify) -> None:
        tell(state, EventAnswered(self.side, self.event, choice))
        fixed = replace(self.effect, modifier=choice.by, either_way=False)
        then(state, Effecting((fixed,), Context(self.side, event=self.event)))


class PickingUnit(Waiting[Versailles, PickUnit], frozen=True):
    """One unit of the side's own: to be withdrawn, or brought back if it likes."""

    clause = "5.2"
    side: Side
    purpose: str
    event: str = ""

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        optional = self.purpose == "recover"
        units = away(state, self.side) if optional else state.deployed[self.side]
        none = (PickUnit(None),) if optional else ()
        return {state.answers_for(self.side): OneOf(*none, *map(PickUnit, units), clause="5.2")}

    def choose(self, state: Versailles, side: Side, choice: PickUnit) -> None:
        tell(state, EventAnswered(self.side, self.event, choice))
        if choice.unit is None:
            return
        if self.purpose == "withdraw":
            withdraw(state, self.side, (choice.unit,))
            return
        lift(state, self.side, choice.unit)
        state.units_available[self.side] += 1
        tell(state, UnitRecovered(self.side, choice.unit))


class Demobilising(Waiting[Versailles, Demobilise], frozen=True):
    clause = "8.3"
    side: Side
    event: str = ""

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        return {state.answers_for(self.side): demobilise_menu(state, self.side)}

    def choose(self, state: Versailles, side: Side, choice: Demobilise) -> None:
        tell(state, EventAnswered(self.side, self.event, choice))
        demobilise_action(state, self.side, choice)


class Deploying(Waiting[Versailles, Deploy], frozen=True):
    clause = "8.1"
    side: Side
    event: str = ""

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        return {state.answers_for(self.side): Deployments(state, self.side)}

    def choose(self, state: Versailles, side: Side, choice: Deploy) -> None:
        tell(state, EventAnswered(self.side, self.event, choice))
        deploy(state, self.side, choice)


class Unsettling(Waiting[Versailles, PickIssue], frozen=True):
    """9.8"""

    clause = "9.8"
    side: Side
    groups: tuple[str, ...]
    event: str = ""

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        return {state.answers_for(self.side): OneOf(*map(PickIssue, settled_of(state, self.groups)), clause="9.8")}

    def choose(self, state: Versailles, side: Side, choice: PickIssue) -> None:
        from engine.versailles.bidding import unsettle_issue

        tell(state, EventAnswered(self.side, self.event, choice))
        unsettle_issue(state, choice.issue)


class Emptying(Waiting[Versailles, PickIssue], frozen=True):
    """An issue in the Waiting Room loses its cubes."""

    clause = "5.2"
    side: Side
    event: str = ""

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        return {state.answers_for(self.side): OneOf(*map(PickIssue, state.waiting_room), clause="5.2")}

    def choose(self, state: Versailles, side: Side, choice: PickIssue) -> None:
        tell(state, EventAnswered(self.side, self.event, choice))
        return_cubes(state, choice.issue)
