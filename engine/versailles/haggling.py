"""Random offers, made by the random bot and the fuzzer."""

from __future__ import annotations

from random import Random

from engine.core.state import Side
from engine.versailles.asked import asked_by
from engine.versailles.bidding import bid_for
from engine.versailles.cards.board import CUBES, RECLAIM_MOST, REGIONS, TRANSFER_MOST
from engine.versailles.cards.issues import ISSUES
from engine.versailles.choices import Decision, Hold, Modify, PickBranch, PickIssue, PickRegion, PickSide, PickUnit
from engine.versailles.clauses import (
    AdvanceEvent,
    AdvanceIssue,
    BidAtLeast,
    BidAtMost,
    Clauses,
    Decide,
    DemobiliseUnit,
    DeployUnit,
    DraftStrategy,
    DrawNew,
    KeepDrawn,
    ModifyDie,
    NavalFlags,
    PlaceOn,
    ReclaimCubes,
    SettleIssue,
    StandDown,
    StayOff,
    TakeDiscarded,
    TakeOption,
    Transfer,
    WithdrawUnit,
    Words,
)
from engine.versailles.deals import FLAGS, Offer, check_clauses, drawable, possible
from engine.versailles.pieces import units_of
from engine.versailles.settle import discards_on_offer
from engine.versailles.state import Versailles, card


def random_offer(state: Versailles, side: Side, rng: Random) -> Offer:
    """Draw one to three clauses of any kind between this side and one or more others; most of them are possible."""
    others = [other for other in state.sides if other != side]
    rng.shuffle(others)
    parties = (side, *others[: rng.randint(1, len(others))])
    drafted = [random_clause(state, parties, rng) for _ in range(rng.randint(1, 3))]
    clauses = tuple(clause for clause in drafted if check_clauses(state, (clause,), parties) is None)
    fitting = clauses if clauses and possible(state, clauses) else (Words(by=side, text="Let us talk."),)
    return Offer(parties, fitting, rng.random() < 0.5)


def random_clause(state: Versailles, parties: tuple[Side, ...], rng: Random) -> Clauses:
    """Draw, every other time, a clause about a side's own turn (for the shared USA where its player is a party),
    otherwise one of any kind."""
    if rng.random() < 0.5:
        actors = [side for side in state.factions if side in parties or state.is_shared(side)]
        active = state.active if rng.random() < 0.7 else rng.choice(actors)
        return random_duty(state, active if active in actors else rng.choice(parties), rng)
    return random_undertaking(state, parties, rng)


def random_duty(state: Versailles, by: Side, rng: Random) -> Clauses:
    """Draw a clause about what a side does in its own turn, about its bids or about the draft."""
    later = rng.random() < 0.1 and by in state.sides
    in_play, least = [*state.table, *state.waiting_room], rng.randint(0, 3)
    waiting, event = rng.choice(in_play), rng.choice(state.events_waiting or ["arthur_balfour"])
    drafts: tuple[Clauses, ...] = (
        SettleIssue(by=by, issue=rng.choice(state.table or in_play), later=later),
        PlaceOn(by=by, issue=waiting, least=least, most=rng.randint(least, CUBES), later=later),
        ReclaimCubes(by=by, least=least, most=rng.randint(least, RECLAIM_MOST), later=later),
        WithdrawUnit(by=by, region=deployed_region(state, by, rng), stay=rng.random() < 0.5, later=later),
        DeployUnit(by=by, region=rng.choice(REGIONS), column=rng.randint(5, 8), later=later),
        DemobiliseUnit(by=by, unit=rng.choice(units_of(state, by) or ["available"]), later=later),
        StandDown(by=by, later=later),
        AdvanceIssue(by=by, issue=rng.choice(state.waiting_room or in_play), later=later),
        AdvanceEvent(by=by, event=event, cube=rng.choice(("free", "with", "without")), later=later),
        TakeDiscarded(by=by, issue=rng.choice(discards_on_offer(state) or in_play), later=later),
        DrawNew(by=by, later=later),
        KeepDrawn(by=by, issue=rng.choice(drawable(state) or in_play), discard=rng.random() < 0.5, later=later),
        BidAtLeast(by=by, issue=rng.choice([*bid_for(state), *state.settled, waiting]), cubes=least, later=later),
        NavalFlags(by=by, issue=rng.choice(NAVAL), flag=rng.choice(FLAGS), later=later),
        DraftStrategy(by=by, strategy=rng.choice(state.offered or ["isolationism"]), later=later),
    )
    return rng.choice(drafts)


NAVAL = [issue for issue in ISSUES if any("naval:either" in option.tokens for option in ISSUES[issue].options)]


def deployed_region(state: Versailles, side: Side, rng: Random) -> str:
    regions: tuple[str, ...] = tuple(state.deployed.get(side, ())) or REGIONS
    return rng.choice(regions)


def random_undertaking(state: Versailles, parties: tuple[Side, ...], rng: Random) -> Clauses:
    by, to = rng.sample(parties, 2)
    later = rng.random() < 0.3
    issue = rng.choice([*state.table, *state.waiting_room, *state.settled])
    option = rng.choice([option.id for option in card(issue).options] or ["no"])
    event = rng.choice([*filter(None, (state.event,)), *state.events_waiting])
    drafts: tuple[Clauses, ...] = (
        Transfer(by=by, to=to, cubes=rng.randint(1, TRANSFER_MOST)),
        SettleIssue(by=by, issue=issue, later=later),
        TakeOption(by=by, issue=issue, option=option, later=later),
        Decide(by=by, event=event, answer=random_decision(state, event, parties, rng), later=later),
        ModifyDie(by=by, region=rng.choice(REGIONS), modifier=rng.randint(-1, 1), later=later),
        BidAtMost(by=by, issue=issue, strength=rng.randint(0, 2), cubes=rng.randint(0, 5), later=later),
        StayOff(by=by, issue=issue, later=later),
        Words(by=by, text="I shall remember this."),
    )
    return rng.choice(drafts)


def random_decision(state: Versailles, event: str, parties: tuple[Side, ...], rng: Random) -> Decision:
    """Draw a decision of a kind that the event asks for, or of any kind if it asks for nothing."""
    decisions: tuple[Decision, ...] = (
        Hold(rng.random() < 0.5),
        PickBranch(rng.randint(0, 1)),
        PickSide(rng.choice(parties)),
        PickIssue(rng.choice([*state.waiting_room, *state.settled])),
        PickRegion(rng.choice(REGIONS)),
        PickUnit(rng.choice((None, "exhausted", *REGIONS))),
        Modify(rng.choice((-1, 1))),
    )
    return rng.choice([*filter(asked_by(event).fits, decisions)] or decisions)
