"""The questions of event cards, one step per kind. effects.py puts them on the agenda."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from msgspec.structs import replace

from engine.core.agenda import then
from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.refusal import illegal
from engine.core.state import Side
from engine.core.step import Waiting
from engine.versailles.cards import kinds
from engine.versailles.cards.board import REGIONS
from engine.versailles.choices import Demobilise, Deploy, Modify, PickBranch, PickIssue, PickRegion, PickSide, PickUnit
from engine.versailles.journal import BranchChosen, EventAnswered, TargetChosen, UnitRecovered
from engine.versailles.meaning import Context, Effecting, away, payable, queue, settled_of
from engine.versailles.military import Deployments, demobilise_action, demobilise_menu, deploy
from engine.versailles.pieces import lift, return_cubes, withdraw
from engine.versailles.state import Versailles
from engine.versailles.tracks import move_keg


class Branching(Waiting[Versailles, PickBranch], frozen=True):
    """Ask for a branch of an either-or; a branch that cannot be paid in full is closed, but the last one is always
    open."""

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
    """Ask the decider for a player, and for regions where the card wants them."""

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
    """Ask for the region in which a powder keg moves."""

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
    """Ask the decider whether to add or subtract the modifier of the card."""

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
    """Ask a side for one of its units: to be withdrawn, or brought back if it likes."""

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
    """Ask for an issue in the Waiting Room, which loses its cubes."""

    clause = "5.2"
    side: Side
    event: str = ""

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        return {state.answers_for(self.side): OneOf(*map(PickIssue, state.waiting_room), clause="5.2")}

    def choose(self, state: Versailles, side: Side, choice: PickIssue) -> None:
        tell(state, EventAnswered(self.side, self.event, choice))
        return_cubes(state, choice.issue)
