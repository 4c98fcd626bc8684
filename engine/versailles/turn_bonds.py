"""15.3: the meaning of clauses about a side's own turn (placing, reclaiming, units, what advances, what is drawn),
about a least bid, naval flags and the draft.
"""

from __future__ import annotations

from typing import Any

from engine.core.choice import Choice
from engine.core.journal import Entry
from engine.core.step import Step
from engine.versailles.bidding import Bidding, bid_for, force
from engine.versailles.bond import Bond, Doing, Judged, acting, acts_yet, ahead, arms_yet, reaches, within_reach
from engine.versailles.cards.issues import ISSUES
from engine.versailles.choices import (
    Advance,
    Bid,
    ChooseOption,
    Demobilise,
    Deploy,
    Draft,
    DrawIssues,
    EndTurn,
    KeepIssue,
    PassBid,
    Place,
    Reclaim,
    Settle,
    TakeDiscard,
)
from engine.versailles.clauses import (
    AdvanceEvent,
    AdvanceIssue,
    BidAtLeast,
    Clause,
    DemobiliseUnit,
    DeployUnit,
    DraftStrategy,
    DrawNew,
    KeepDrawn,
    NavalFlags,
    PlaceOn,
    ReclaimCubes,
    StandDown,
    TakeDiscarded,
    WithdrawUnit,
)
from engine.versailles.journal import (
    Advanced,
    BidWon,
    Demobilised,
    Deployed,
    DrewIssues,
    KeptIssue,
    NobodyBid,
    OptionChosen,
    Placed,
    Raised,
    Reclaimed,
    Settled,
    StrategyDrafted,
    TakenFromDiscards,
)
from engine.versailles.military import free_columns
from engine.versailles.option import Optioning
from engine.versailles.pieces import units_of
from engine.versailles.questions import Demobilising
from engine.versailles.settle import Advancing, Keeping, Refill, Refilling, Settling
from engine.versailles.state import Versailles, card
from engine.versailles.strategy import Picking
from engine.versailles.tracks import Mutiny
from engine.versailles.turn import Acting
from engine.versailles.two_players import ActingForShared, ReclaimingAlong, SharedActing

OTHER_ACTIONS = Place | Reclaim | Settle | EndTurn


# Placing and reclaiming


class PlaceBond(Bond[PlaceOn]):
    def possible(self, state: Versailles, clause: PlaceOn) -> bool:
        if clause.least > clause.most:
            return False
        if clause.later:
            return clause.issue not in state.settled
        in_play = clause.issue in state.table or clause.issue in state.waiting_room
        return in_play and (clause.least == 0 or acts_yet(state, clause.by))

    def concerns(self, clause: PlaceOn, step: Step[Any]) -> bool:
        return acting(step)

    def breaks(self, clause: PlaceOn, choice: Choice) -> bool:
        if isinstance(choice, Place):
            return not clause.least <= on(clause.issue, choice.cubes) <= clause.most
        return clause.least > 0 and isinstance(choice, OTHER_ACTIONS)

    def verdict(self, clause: PlaceOn, entry: Entry) -> bool | None:
        if isinstance(entry, Placed) and entry.side == clause.by:
            return within(clause, on(clause.issue, entry.cubes))
        limits = clause.least == 0 and isinstance(entry, Settled) and entry.issue == clause.issue
        return True if limits else None

    def abstains(self, clause: PlaceOn) -> bool:
        return clause.least == 0

    def takes_a_word(self, clause: PlaceOn) -> bool:
        return clause.least > 0


def on(issue: str, cubes: tuple[tuple[str, int], ...]) -> int:
    return dict(cubes).get(issue, 0)


def within(clause: PlaceOn | ReclaimCubes, cubes: int) -> bool | None:
    """Tell whether this many cubes keep the clause: True once a minimum is met, False beyond a mere limit, otherwise
    None."""
    if clause.least:
        return True if clause.least <= cubes <= clause.most else None
    return False if cubes > clause.most else None


class ReclaimBond(Bond[ReclaimCubes]):
    def possible(self, state: Versailles, clause: ReclaimCubes) -> bool:
        if clause.least > clause.most:
            return False
        along = state.player == clause.by and ahead(state, ActingForShared, SharedActing, ReclaimingAlong)
        return clause.later or clause.least == 0 or acts_yet(state, clause.by) or along

    def concerns(self, clause: ReclaimCubes, step: Step[Any]) -> bool:
        return acting(step) or isinstance(step, ReclaimingAlong)

    def breaks(self, clause: ReclaimCubes, choice: Choice) -> bool:
        if isinstance(choice, Reclaim):
            return not clause.least <= choice.cubes <= clause.most
        return clause.least > 0 and isinstance(choice, OTHER_ACTIONS)

    def verdict(self, clause: ReclaimCubes, entry: Entry) -> bool | None:
        if isinstance(entry, Reclaimed) and entry.side == clause.by:
            return within(clause, entry.cubes)
        return None

    def abstains(self, clause: ReclaimCubes) -> bool:
        return clause.least == 0 and not clause.later


# Units


class WithdrawBond(Bond[WithdrawUnit]):
    def possible(self, state: Versailles, clause: WithdrawUnit) -> bool:
        if clause.later:
            return state.in_play(clause.by) > 0
        return (clause.stay or acts_yet(state, clause.by)) and clause.region in state.deployed.get(clause.by, {})

    def concerns(self, clause: WithdrawUnit, step: Step[Any]) -> bool:
        return isinstance(step, Acting)

    def breaks(self, clause: WithdrawUnit, choice: Choice) -> bool:
        """A unit to be reclaimed cannot be sent elsewhere before; a unit that stays cannot be sent anywhere."""
        if isinstance(choice, Deploy | Demobilise):
            return choice.unit == clause.region
        if isinstance(choice, Reclaim):
            return (clause.region in choice.withdraw) == clause.stay
        return not clause.stay and isinstance(choice, Place | Settle)

    def verdict(self, clause: WithdrawUnit, entry: Entry) -> bool | None:
        match entry:
            case Reclaimed(side=clause.by, withdrawn=withdrawn) if clause.region in withdrawn:
                return not clause.stay
            case Deployed(side=clause.by, came_from=clause.region) | Demobilised(side=clause.by, unit=clause.region):
                return False if clause.stay else None
        return None

    def abstains(self, clause: WithdrawUnit) -> bool:
        return clause.stay and not clause.later


class DeployBond(Doing[DeployUnit]):
    def possible(self, state: Versailles, clause: DeployUnit) -> bool:
        if clause.later:
            return state.in_play(clause.by) > 0
        return arms_yet(state, clause.by) and clause.column in free_columns(state, clause.region)

    def concerns(self, clause: DeployUnit, step: Step[Any]) -> bool:
        return isinstance(step, Acting) and not step.military

    def breaks(self, clause: DeployUnit, choice: Choice) -> bool:
        if isinstance(choice, Deploy):
            there = (choice.region, choice.column) == (clause.region, clause.column)
            return not there or clause.unit not in ("any", choice.unit)
        return isinstance(choice, Demobilise | EndTurn)

    def done(self, clause: DeployUnit, entry: Entry) -> bool:
        return (
            isinstance(entry, Deployed)
            and (entry.side, entry.region, entry.column) == (clause.by, clause.region, clause.column)
            and clause.unit in ("any", entry.came_from or "available")
        )


class DemobiliseBond(Doing[DemobiliseUnit]):
    def possible(self, state: Versailles, clause: DemobiliseUnit) -> bool:
        """A mutiny may come at any time."""
        return clause.unit in units_of(state, clause.by) or (clause.later and state.in_play(clause.by) > 0)

    def concerns(self, clause: DemobiliseUnit, step: Step[Any]) -> bool:
        return isinstance(step, Mutiny | Demobilising) or (isinstance(step, Acting) and not step.military)

    def breaks(self, clause: DemobiliseUnit, choice: Choice) -> bool:
        if isinstance(choice, Demobilise):
            return choice.unit != clause.unit
        return isinstance(choice, Deploy | EndTurn)

    def done(self, clause: DemobiliseUnit, entry: Entry) -> bool:
        return isinstance(entry, Demobilised) and (entry.side, entry.unit) == (clause.by, clause.unit)


class StandDownBond(Bond[StandDown]):
    def possible(self, state: Versailles, clause: StandDown) -> bool:
        return state.in_play(clause.by) > 0

    def concerns(self, clause: StandDown, step: Step[Any]) -> bool:
        return isinstance(step, Acting)

    def breaks(self, clause: StandDown, choice: Choice) -> bool:
        return isinstance(choice, Deploy | Demobilise)

    def abstains(self, clause: StandDown) -> bool:
        return not clause.later


# Advances and draws


class AdvanceIssueBond(Doing[AdvanceIssue]):
    def possible(self, state: Versailles, clause: AdvanceIssue) -> bool:
        if clause.later:
            return clause.issue not in state.settled
        return clause.issue in state.waiting_room and reaches(state, clause.by, Settling, Advancing)

    def concerns(self, clause: AdvanceIssue, step: Step[Any]) -> bool:
        return isinstance(step, Advancing)

    def breaks(self, clause: AdvanceIssue, choice: Choice) -> bool:
        return isinstance(choice, Advance) and choice.issue != clause.issue

    def done(self, clause: AdvanceIssue, entry: Entry) -> bool:
        return isinstance(entry, Advanced) and (entry.side, entry.issue) == (clause.by, clause.issue)


class AdvanceEventBond(Doing[AdvanceEvent]):
    def possible(self, state: Versailles, clause: AdvanceEvent) -> bool:
        advances = clause.event in state.events_waiting and reaches(state, clause.by, Settling, Advancing)
        return clause.later or advances

    def concerns(self, clause: AdvanceEvent, step: Step[Any]) -> bool:
        return isinstance(step, Advancing)

    def breaks(self, clause: AdvanceEvent, choice: Choice) -> bool:
        return isinstance(choice, Advance) and not advances_so(clause, choice)

    def done(self, clause: AdvanceEvent, entry: Entry) -> bool:
        return isinstance(entry, Advanced) and entry.side == clause.by and advances_so(clause, entry)


def advances_so(clause: AdvanceEvent, advance: Advance | Advanced) -> bool:
    cube = "with" if advance.cube else "without"
    return advance.event == clause.event and clause.cube in ("free", cube)


class DiscardBond(Doing[TakeDiscarded]):
    def possible(self, state: Versailles, clause: TakeDiscarded) -> bool:
        taken = clause.issue in state.issue_discard and reaches(state, clause.by, Settling, Refill, Refilling)
        return clause.later or taken

    def concerns(self, clause: TakeDiscarded, step: Step[Any]) -> bool:
        return isinstance(step, Refilling)

    def breaks(self, clause: TakeDiscarded, choice: Choice) -> bool:
        if isinstance(choice, TakeDiscard):
            return choice.issue != clause.issue
        return isinstance(choice, DrawIssues)

    def done(self, clause: TakeDiscarded, entry: Entry) -> bool:
        return isinstance(entry, TakenFromDiscards) and (entry.side, entry.issue) == (clause.by, clause.issue)


class DrawBond(Doing[DrawNew]):
    def possible(self, state: Versailles, clause: DrawNew) -> bool:
        return clause.later or reaches(state, clause.by, Settling, Refill, Refilling)

    def concerns(self, clause: DrawNew, step: Step[Any]) -> bool:
        return isinstance(step, Refilling)

    def breaks(self, clause: DrawNew, choice: Choice) -> bool:
        return isinstance(choice, TakeDiscard)

    def done(self, clause: DrawNew, entry: Entry) -> bool:
        return isinstance(entry, DrewIssues) and entry.side == clause.by


class KeepBond(Doing[KeepDrawn]):
    def possible(self, state: Versailles, clause: KeepDrawn) -> bool:
        drawn = next((step.drawn for step in state.agenda if isinstance(step, Keeping)), None)
        if clause.later or drawn is None:
            draws = clause.later or reaches(state, clause.by, Settling, Refill, Refilling)
            return draws and clause.issue in unseen(state)
        return state.active == clause.by and clause.issue in drawn

    def concerns(self, clause: KeepDrawn, step: Step[Any]) -> bool:
        return isinstance(step, Keeping) and clause.issue in step.drawn

    def breaks(self, clause: KeepDrawn, choice: Choice) -> bool:
        return isinstance(choice, KeepIssue) and (choice.issue == clause.issue) == clause.discard

    def done(self, clause: KeepDrawn, entry: Entry) -> bool:
        if not isinstance(entry, KeptIssue) or entry.side != clause.by:
            return False
        return clause.issue == (entry.discarded if clause.discard else entry.issue)


def unseen(state: Versailles) -> tuple[str, ...]:
    """1.4: return the issues in the deck, which every side can infer from those that lie elsewhere."""
    drawn = [issue for step in state.agenda if isinstance(step, Keeping) for issue in step.drawn]
    open_ = {*state.table, *state.waiting_room, *state.issue_discard, *state.settled, *bid_for(state), *drawn}
    return tuple(issue for issue in ISSUES if issue not in open_)


# Bids, flags, strategies


class LeastBidBond(Judged[BidAtLeast]):
    def possible(self, state: Versailles, clause: BidAtLeast) -> bool:
        some = bool(clause.strength or clause.cubes) and not (clause.strength and card(clause.issue).no_military)
        return some and (clause.later or within_reach(state, clause.issue))

    def concerns(self, clause: BidAtLeast, step: Step[Any]) -> bool:
        return isinstance(step, Bidding) and step.issue == clause.issue

    def breaks(self, clause: BidAtLeast, choice: Choice) -> bool:
        return isinstance(choice, PassBid) or (isinstance(choice, Bid) and not reached(clause, choice))

    def verdict(self, clause: BidAtLeast, entry: Entry) -> bool | None:
        if isinstance(entry, Raised) and (entry.side, entry.issue) == (clause.by, clause.issue):
            return True if reached(clause, entry) else None
        return False if isinstance(entry, BidWon | NobodyBid) and entry.issue == clause.issue else None


def reached(clause: BidAtLeast, bid: Bid | Raised) -> bool:
    return (force(bid.units, bid.local), bid.cubes) >= (clause.strength, clause.cubes)


class FlagsBond(Doing[NavalFlags]):
    def possible(self, state: Versailles, clause: NavalFlags) -> bool:
        free = any(option.tokens.count("naval:either") >= clause.tokens for option in card(clause.issue).options)
        return free and (clause.later or within_reach(state, clause.issue))

    def concerns(self, clause: NavalFlags, step: Step[Any]) -> bool:
        return isinstance(step, Optioning) and step.issue == clause.issue

    def breaks(self, clause: NavalFlags, choice: Choice) -> bool:
        """An option without free flags breaks nothing."""
        if not isinstance(choice, ChooseOption):
            return False
        return choice.flags.count(clause.flag) < min(clause.tokens, len(choice.flags))

    def done(self, clause: NavalFlags, entry: Entry) -> bool:
        if not isinstance(entry, OptionChosen) or (entry.side, entry.issue) != (clause.by, clause.issue):
            return False
        return entry.tokens.count(f"naval:{clause.flag}") >= clause.tokens


class DraftBond(Doing[DraftStrategy]):
    def possible(self, state: Versailles, clause: DraftStrategy) -> bool:
        return clause.strategy in state.offered and clause.by in state.sides and clause.by not in state.strategies

    def concerns(self, clause: DraftStrategy, step: Step[Any]) -> bool:
        return isinstance(step, Picking)

    def breaks(self, clause: DraftStrategy, choice: Choice) -> bool:
        return isinstance(choice, Draft) and choice.strategy != clause.strategy

    def done(self, clause: DraftStrategy, entry: Entry) -> bool:
        return isinstance(entry, StrategyDrafted) and (entry.side, entry.strategy) == (clause.by, clause.strategy)


TURN_BONDS: dict[type[Clause], Bond] = {
    PlaceOn: PlaceBond(),
    ReclaimCubes: ReclaimBond(),
    WithdrawUnit: WithdrawBond(),
    DeployUnit: DeployBond(),
    DemobiliseUnit: DemobiliseBond(),
    StandDown: StandDownBond(),
    AdvanceIssue: AdvanceIssueBond(),
    AdvanceEvent: AdvanceEventBond(),
    TakeDiscarded: DiscardBond(),
    DrawNew: DrawBond(),
    KeepDrawn: KeepBond(),
    BidAtLeast: LeastBidBond(),
    NavalFlags: FlagsBond(),
    DraftStrategy: DraftBond(),
}
