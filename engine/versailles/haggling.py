"""Offers out of the blue: what the random bot and the fuzzer put on the table."""

from __future__ import annotations

from random import Random

from engine.core.state import Side
from engine.versailles.asked import asked_by
from engine.versailles.cards.board import REGIONS, TRANSFER_MOST
from engine.versailles.choices import Decision, Hold, Modify, PickBranch, PickIssue, PickRegion, PickSide, PickUnit
from engine.versailles.clauses import (
    BidAtMost,
    Clauses,
    Decide,
    ModifyDie,
    SettleIssue,
    StayOff,
    TakeOption,
    Transfer,
    Words,
)
from engine.versailles.deals import Offer, possible
from engine.versailles.state import Versailles, card


def random_offer(state: Versailles, side: Side, rng: Random) -> Offer:
    """One to three clauses of any kind among two or more sides, this one with them; mostly possible ones."""
    others = [other for other in state.sides if other != side]
    rng.shuffle(others)
    parties = (side, *others[: rng.randint(1, len(others))])
    drafted = [random_clause(state, parties, rng) for _ in range(rng.randint(1, 3))]
    clauses = tuple(clause for clause in drafted if possible(state, (clause,)))
    fitting = clauses if clauses and possible(state, clauses) else (Words(by=side, text="Let us talk."),)
    return Offer(parties, fitting, rng.random() < 0.5)


def random_clause(state: Versailles, parties: tuple[Side, ...], rng: Random) -> Clauses:
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
    """Of a kind that the event asks for; whatever comes first if it asks for nothing."""
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
