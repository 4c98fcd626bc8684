"""15.3-15.5: what each kind of clause means, by the methods of `bond.Bond`. Clauses about a side's own turn are in
turn_bonds.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.choice import Choice
from engine.core.journal import Entry
from engine.core.state import Side
from engine.core.step import Step
from engine.versailles.bidding import Bidding, force, uncommitted
from engine.versailles.bond import Bond, Judged, acting, acts_yet, within_reach
from engine.versailles.choices import (
    Bid,
    ChooseOption,
    Decision,
    EndTurn,
    Hold,
    Modify,
    PickBranch,
    PickSide,
    Place,
    Reclaim,
    Settle,
)
from engine.versailles.clauses import (
    BidAtMost,
    Clause,
    Clauses,
    Decide,
    ModifyDie,
    SettleIssue,
    StayOff,
    TakeOption,
    Transfer,
    Words,
)
from engine.versailles.journal import (
    Announced,
    BidWon,
    BranchChosen,
    ConferenceDeclined,
    ConferenceHeld,
    EventAnswered,
    InfluenceTransferred,
    NobodyBid,
    OptionChosen,
    Placed,
    Raised,
    Settled,
    TargetChosen,
)
from engine.versailles.option import Optioning
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
from engine.versailles.settle import Holding
from engine.versailles.state import Versailles, card
from engine.versailles.turn_bonds import TURN_BONDS
from engine.versailles.uprising import ChoosingLoss, ChoosingSufferer, Modifying


class TransferBond(Bond[Transfer]):
    def possible(self, state: Versailles, clause: Transfer) -> bool:
        return clause.later or min(uncommitted(state, clause.by), state.exhausted[clause.to]) >= clause.cubes

    def verdict(self, clause: Transfer, entry: Entry) -> bool | None:
        if isinstance(entry, InfluenceTransferred) and (entry.giver, entry.taker) == (clause.by, clause.to):
            return entry.cubes >= clause.cubes or None
        return None


class SettleBond(Bond[SettleIssue]):
    def possible(self, state: Versailles, clause: SettleIssue) -> bool:
        if clause.later:
            return clause.issue not in state.settled
        return acts_yet(state, clause.by) and clause.issue in state.table and bool(state.cubes.get(clause.issue))

    def concerns(self, clause: SettleIssue, step: Step[Any]) -> bool:
        return acting(step)

    def breaks(self, clause: SettleIssue, choice: Choice) -> bool:
        if isinstance(choice, Settle):
            return choice.issue != clause.issue
        return isinstance(choice, Place | Reclaim | EndTurn)

    def agreed(self, clause: SettleIssue) -> Choice:
        return Settle(clause.issue)

    def verdict(self, clause: SettleIssue, entry: Entry) -> bool | None:
        return True if isinstance(entry, Settled) and (entry.side, entry.issue) == (clause.by, clause.issue) else None


class OptionBond(Judged[TakeOption]):
    def possible(self, state: Versailles, clause: TakeOption) -> bool:
        known = any(option.id == clause.option for option in card(clause.issue).options)
        return known and (clause.later or within_reach(state, clause.issue))

    def concerns(self, clause: TakeOption, step: Step[Any]) -> bool:
        return isinstance(step, Optioning) and (step.side, step.issue) == (clause.by, clause.issue)

    def breaks(self, clause: TakeOption, choice: Choice) -> bool:
        return isinstance(choice, ChooseOption) and choice.option != clause.option

    def verdict(self, clause: TakeOption, entry: Entry) -> bool | None:
        if isinstance(entry, OptionChosen) and (entry.side, entry.issue) == (clause.by, clause.issue):
            return entry.option == clause.option
        return None


class DecideBond(Judged[Decide]):
    def possible(self, state: Versailles, clause: Decide) -> bool:
        return clause.later or clause.event == state.event or clause.event in state.events_waiting

    def concerns(self, clause: Decide, step: Step[Any]) -> bool:
        if isinstance(step, Branching | Targeting):
            return (step.side, step.context.event) == (clause.by, clause.event)
        return isinstance(step, QUESTIONS) and (step.side, step.event) == (clause.by, clause.event)

    def breaks(self, clause: Decide, choice: Choice) -> bool:
        return type(choice) is type(clause.answer) and not as_agreed(clause.answer, choice)

    def agreed(self, clause: Decide) -> Choice:
        return clause.answer

    def verdict(self, clause: Decide, entry: Entry) -> bool | None:
        side, event, answer = ANSWERS.get(type(entry), no_answer)(entry)
        if (side, event, type(answer)) != (clause.by, clause.event, type(clause.answer)):
            return None
        return as_agreed(clause.answer, answer)


QUESTIONS = (
    Holding,
    PickingRegion,
    PickingModifier,
    PickingUnit,
    Demobilising,
    Deploying,
    Unsettling,
    Emptying,
    ChoosingSufferer,
    ChoosingLoss,
)
"""The questions that a card, or the uprising it led to, may ask besides branch and player."""

Answered = tuple[Side, str, Choice | None]


def no_answer(entry: Any) -> Answered:
    return "", "", None


ANSWERS: dict[type[Entry], Callable[[Any], Answered]] = {
    ConferenceHeld: lambda entry: (entry.side, entry.event, Hold(perform=True)),
    ConferenceDeclined: lambda entry: (entry.side, entry.event, Hold(perform=False)),
    BranchChosen: lambda entry: (entry.side, entry.event, PickBranch(entry.branch)),
    TargetChosen: lambda entry: (entry.by, entry.event, PickSide(entry.target, entry.regions)),
    EventAnswered: lambda entry: (entry.side, entry.event, entry.answer),
}
"""For each entry that reports an answer to a card: the side, the card and the answer."""


def as_agreed(agreed: Decision, answer: Choice | None) -> bool:
    if isinstance(agreed, PickSide) and isinstance(answer, PickSide) and not agreed.regions:
        return agreed.side == answer.side
    return agreed == answer


class ModifyBond(Judged[ModifyDie]):
    def possible(self, state: Versailles, clause: ModifyDie) -> bool:
        """A side with units in play may still deploy one there."""
        return clause.later or state.in_play(clause.by) > 0

    def concerns(self, clause: ModifyDie, step: Step[Any]) -> bool:
        return isinstance(step, Modifying) and (step.side, step.announcing.region) == (clause.by, clause.region)

    def breaks(self, clause: ModifyDie, choice: Choice) -> bool:
        return isinstance(choice, Modify) and choice.by != clause.modifier

    def verdict(self, clause: ModifyDie, entry: Entry) -> bool | None:
        if isinstance(entry, Announced) and (entry.side, entry.region) == (clause.by, clause.region):
            return entry.by == clause.modifier
        return None


class BidBond(Judged[BidAtMost]):
    def possible(self, state: Versailles, clause: BidAtMost) -> bool:
        return clause.later or within_reach(state, clause.issue)

    def concerns(self, clause: BidAtMost, step: Step[Any]) -> bool:
        return isinstance(step, Bidding) and step.issue == clause.issue

    def breaks(self, clause: BidAtMost, choice: Choice) -> bool:
        return isinstance(choice, Bid) and exceeds(clause, choice)

    def verdict(self, clause: BidAtMost, entry: Entry) -> bool | None:
        if isinstance(entry, Raised) and (entry.side, entry.issue) == (clause.by, clause.issue):
            return False if exceeds(clause, entry) else None
        return True if isinstance(entry, BidWon | NobodyBid) and entry.issue == clause.issue else None

    def abstains(self, clause: BidAtMost) -> bool:
        return True


def exceeds(clause: BidAtMost, bid: Bid | Raised) -> bool:
    return (force(bid.units, bid.local), bid.cubes) > (clause.strength, clause.cubes)


class StayOffBond(Judged[StayOff]):
    def possible(self, state: Versailles, clause: StayOff) -> bool:
        if clause.later:
            return clause.issue not in state.settled
        return clause.issue in state.table or clause.issue in state.waiting_room

    def concerns(self, clause: StayOff, step: Step[Any]) -> bool:
        return acting(step)

    def breaks(self, clause: StayOff, choice: Choice) -> bool:
        return isinstance(choice, Place) and any(issue == clause.issue for issue, _ in choice.cubes)

    def verdict(self, clause: StayOff, entry: Entry) -> bool | None:
        if isinstance(entry, Placed) and entry.side == clause.by:
            return False if any(issue == clause.issue for issue, _ in entry.cubes) else None
        return True if isinstance(entry, Settled) and entry.issue == clause.issue else None

    def abstains(self, clause: StayOff) -> bool:
        return True


BONDS: dict[type[Clause], Bond] = {
    Transfer: TransferBond(),
    SettleIssue: SettleBond(),
    TakeOption: OptionBond(),
    Decide: DecideBond(),
    ModifyDie: ModifyBond(),
    BidAtMost: BidBond(),
    StayOff: StayOffBond(),
    Words: Bond(),
    **TURN_BONDS,
}


def bond(clause: Clauses) -> Bond:
    return BONDS[type(clause)]


def binds(clause: Clauses) -> bool:
    """15.3: clauses for the current turn bind; 15.4: promises and free words do not."""
    return not clause.later and not isinstance(clause, Words)
