"""15.3-15.5: what each kind of clause means: whether it can still be kept, which answers it forbids while it binds,
and whether what the journal tells keeps or breaks it. deals.py asks here.
"""

from __future__ import annotations

from typing import Any, ClassVar

from engine.core.choice import Choice
from engine.core.journal import Entry
from engine.core.step import Step
from engine.versailles.bidding import Bidding, force
from engine.versailles.cards.board import COLUMNS
from engine.versailles.choices import (
    Bid,
    ChooseOption,
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
from engine.versailles.effects import Branching, Targeting
from engine.versailles.journal import (
    Announced,
    BidWon,
    BranchChosen,
    ConferenceDeclined,
    ConferenceHeld,
    NobodyBid,
    OptionChosen,
    Placed,
    Raised,
    Settled,
    TargetChosen,
)
from engine.versailles.option import Optioning
from engine.versailles.settle import Holding
from engine.versailles.state import Versailles, card
from engine.versailles.turn import Acting
from engine.versailles.uprising import Modifying


class Bond:
    """The meaning of one kind of clause."""

    steps: ClassVar[tuple[type[Step[Any]], ...]] = ()
    """The steps whose answers it may forbid."""
    abstention: ClassVar[bool] = False
    """Whether nothing need happen for it to be kept."""

    def possible(self, state: Versailles, clause: Any) -> bool:
        """Whether it can still be kept: otherwise it is void (15.5)."""
        return True

    def forbids(self, clause: Any, step: Any, choice: Choice) -> bool:
        """Whether this answer to one of its steps would break it."""
        return False

    def verdict(self, clause: Any, entry: Entry) -> bool | None:
        """Whether what was told keeps it, breaks it, or doesn't concern it."""
        return None


class TransferBond(Bond):
    def possible(self, state: Versailles, clause: Transfer) -> bool:
        return state.available[clause.by] >= clause.cubes and state.exhausted[clause.to] >= clause.cubes


class SettleBond(Bond):
    steps = (Acting,)

    def possible(self, state: Versailles, clause: SettleIssue) -> bool:
        if clause.later:
            return clause.issue not in state.settled
        settling = state.active == clause.by and any(isinstance(s, Acting) and not s.political for s in state.agenda)
        return settling and clause.issue in state.table and bool(state.cubes.get(clause.issue))

    def forbids(self, clause: SettleIssue, step: Acting, choice: Choice) -> bool:
        if isinstance(choice, Settle):
            return choice.issue != clause.issue
        return not step.political and isinstance(choice, Place | Reclaim | EndTurn)

    def verdict(self, clause: SettleIssue, entry: Entry) -> bool | None:
        return True if isinstance(entry, Settled) and (entry.side, entry.issue) == (clause.by, clause.issue) else None


class OptionBond(Bond):
    steps = (Optioning,)

    def possible(self, state: Versailles, clause: TakeOption) -> bool:
        known = any(option.id == clause.option for option in card(clause.issue).options)
        pending = any(isinstance(s, Optioning | Bidding) and s.issue == clause.issue for s in state.agenda)
        coming = clause.issue not in state.settled if clause.later else clause.issue in state.table
        return known and (pending or coming)

    def forbids(self, clause: TakeOption, step: Optioning, choice: Choice) -> bool:
        concerned = (step.side, step.issue) == (clause.by, clause.issue)
        return concerned and isinstance(choice, ChooseOption) and choice.option != clause.option

    def verdict(self, clause: TakeOption, entry: Entry) -> bool | None:
        if isinstance(entry, OptionChosen) and (entry.side, entry.issue) == (clause.by, clause.issue):
            return entry.option == clause.option
        return None


class DecideBond(Bond):
    steps = (Holding, Branching, Targeting)

    def possible(self, state: Versailles, clause: Decide) -> bool:
        return clause.event == state.event or (clause.later and clause.event in state.events_waiting)

    def forbids(self, clause: Decide, step: Holding | Branching | Targeting, choice: Choice) -> bool:
        event = step.event if isinstance(step, Holding) else step.context.event
        if (event, step.side) != (clause.event, clause.by):
            return False
        if isinstance(choice, Hold):
            return differs(clause.perform, choice.perform)
        if isinstance(choice, PickBranch):
            return differs(clause.branch, choice.branch)
        return isinstance(choice, PickSide) and differs(clause.target, choice.side)

    def verdict(self, clause: Decide, entry: Entry) -> bool | None:
        answered: tuple[str, str, object, object]
        if isinstance(entry, ConferenceHeld | ConferenceDeclined):
            answered = (entry.event, entry.side, clause.perform, isinstance(entry, ConferenceHeld))
        elif isinstance(entry, BranchChosen):
            answered = (entry.event, entry.side, clause.branch, entry.branch)
        elif isinstance(entry, TargetChosen):
            answered = (entry.event, entry.by, clause.target, entry.target)
        else:
            return None
        event, side, wanted, came = answered
        concerned = (event, side) == (clause.event, clause.by) and wanted is not None
        return wanted == came if concerned else None


def differs(wanted: object, chosen: object) -> bool:
    return wanted is not None and wanted != chosen


class ModifyBond(Bond):
    steps = (Modifying,)

    def possible(self, state: Versailles, clause: ModifyDie) -> bool:
        return clause.later or bool(COLUMNS[state.deployed[clause.by].get(clause.region, 1)].modifies)

    def forbids(self, clause: ModifyDie, step: Modifying, choice: Choice) -> bool:
        concerned = (step.side, step.announcing.region) == (clause.by, clause.region)
        return concerned and isinstance(choice, Modify) and choice.by != clause.modifier

    def verdict(self, clause: ModifyDie, entry: Entry) -> bool | None:
        if isinstance(entry, Announced) and (entry.side, entry.region) == (clause.by, clause.region):
            return entry.by == clause.modifier
        return None


class BidBond(Bond):
    steps = (Bidding,)
    abstention = True

    def possible(self, state: Versailles, clause: BidAtMost) -> bool:
        bidding = any(isinstance(s, Bidding) and s.issue == clause.issue for s in state.agenda)
        return bidding or clause.later or clause.issue in state.settled

    def forbids(self, clause: BidAtMost, step: Bidding, choice: Choice) -> bool:
        return step.issue == clause.issue and isinstance(choice, Bid) and exceeds(clause, choice)

    def verdict(self, clause: BidAtMost, entry: Entry) -> bool | None:
        if isinstance(entry, Raised) and (entry.side, entry.issue) == (clause.by, clause.issue):
            return False if exceeds(clause, entry) else None
        return True if isinstance(entry, BidWon | NobodyBid) and entry.issue == clause.issue else None


def exceeds(clause: BidAtMost, bid: Bid | Raised) -> bool:
    return (force(bid.units, bid.local), bid.cubes) > (clause.strength, clause.cubes)


class StayOffBond(Bond):
    steps = (Acting,)
    abstention = True

    def possible(self, state: Versailles, clause: StayOff) -> bool:
        return clause.issue in state.table or clause.issue in state.waiting_room

    def forbids(self, clause: StayOff, step: Acting, choice: Choice) -> bool:
        return isinstance(choice, Place) and any(issue == clause.issue for issue, _ in choice.cubes)

    def verdict(self, clause: StayOff, entry: Entry) -> bool | None:
        if isinstance(entry, Placed) and entry.side == clause.by:
            return False if any(issue == clause.issue for issue, _ in entry.cubes) else None
        return True if isinstance(entry, Settled) and entry.issue == clause.issue else None


BONDS: dict[type[Clause], Bond] = {
    Transfer: TransferBond(),
    SettleIssue: SettleBond(),
    TakeOption: OptionBond(),
    Decide: DecideBond(),
    ModifyDie: ModifyBond(),
    BidAtMost: BidBond(),
    StayOff: StayOffBond(),
    Words: Bond(),
}


def binds(clause: Clauses) -> bool:
    """15.3: what is to be done within the current turn; 15.4: neither promises nor free words."""
    return not clause.later and not isinstance(clause, Words)


def possible(state: Versailles, clause: Clauses) -> bool:
    return BONDS[type(clause)].possible(state, clause)


def forbids(clause: Clauses, step: Step[Any], choice: Choice) -> bool:
    bond = BONDS[type(clause)]
    return isinstance(step, bond.steps) and bond.forbids(clause, step, choice)


def concerns(clause: Clauses, step: Step[Any]) -> bool:
    return isinstance(step, BONDS[type(clause)].steps)


def verdict(clause: Clauses, entry: Entry) -> bool | None:
    return BONDS[type(clause)].verdict(clause, entry)


def abstention(clause: Clauses) -> bool:
    return BONDS[type(clause)].abstention
