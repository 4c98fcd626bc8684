"""15.3: every decision that a side can take in a turn has a clause."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from engine.core import door
from engine.core.choice import Choice
from engine.core.fuzz import random_answer
from engine.core.state import Side
from engine.core.step import Step, Waiting
from engine.versailles import GAME, solitaire_bots
from engine.versailles.bidding import force
from engine.versailles.bond import decider
from engine.versailles.bonds import bond
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
    Modify,
    PassBid,
    PickSide,
    Place,
    Reclaim,
    Settle,
    TakeDiscard,
)
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
    WithdrawUnit,
)
from engine.versailles.state import Versailles
from engine.versailles.tracks import Mutiny
from engine.versailles.turn import Acting
from engine.versailles.uprising import Modifying
from tests.core.walks import opening


def naming(state: Versailles, step: Any, choice: Choice) -> tuple[Clauses, ...]:
    """Return the clauses that together name exactly this answer."""
    by = decider(state, step)
    found = (*of_actions(state, step, by, choice), *of_settlements(step, by, choice), *of_uprisings(step, by, choice))
    event = "" if found else getattr(step, "event", "") or step.context.event
    return found or (Decide(by=by, event=event, answer=choice),)  # type: ignore[arg-type]


def of_actions(state: Versailles, step: Step[Any], by: Side, choice: Choice) -> Iterator[Clauses]:
    match choice:
        case Place(cubes=cubes):
            placed = dict(cubes)
            yield from (PlaceOn(by=by, issue=issue, least=n, most=n) for issue, n in placed.items())
            others = [issue for issue in (*state.table, *state.waiting_room) if issue not in placed]
            yield from (StayOff(by=by, issue=issue) for issue in others)
        case Reclaim(cubes=cubes, withdraw=withdraw):
            yield ReclaimCubes(by=by, least=cubes, most=cubes)
            for region in state.deployed.get(by, {}):
                yield WithdrawUnit(by=by, region=region, stay=region not in withdraw)
        case Settle(issue=issue):
            yield SettleIssue(by=by, issue=issue)
        case EndTurn():
            yield StandDown(by=by)
        case Deploy(region=region, column=column, unit=unit) if isinstance(step, Acting):
            yield DeployUnit(by=by, region=region, column=column, unit=unit)
        case Demobilise(unit=unit) if isinstance(step, Acting | Mutiny):
            yield DemobiliseUnit(by=by, unit=unit)


def of_settlements(step: Any, by: Side, choice: Choice) -> Iterator[Clauses]:
    match choice:
        case ChooseOption(option=option, flags=flags):
            yield TakeOption(by=by, issue=step.issue, option=option)
            counts = {flag: flags.count(flag) for flag in ("uk", "usa")}
            yield from (NavalFlags(by=by, issue=step.issue, flag=flag, tokens=n) for flag, n in counts.items() if n)
        case Advance(issue=issue, event=event, cube=cube):
            yield AdvanceIssue(by=by, issue=issue)
            yield AdvanceEvent(by=by, event=event, cube="with" if cube else "without")
        case TakeDiscard(issue=issue):
            yield TakeDiscarded(by=by, issue=issue)
        case DrawIssues():
            yield DrawNew(by=by)
        case KeepIssue(issue=issue):
            yield KeepDrawn(by=by, issue=issue)


def of_uprisings(step: Any, by: Side, choice: Choice) -> Iterator[Clauses]:
    match choice:
        case Modify(by=modifier) if isinstance(step, Modifying):
            yield ModifyDie(by=by, region=step.announcing.region, modifier=modifier)
        case Bid(units=units, local=local, cubes=cubes):
            strength = force(units, local)
            yield BidAtLeast(by=by, issue=step.issue, strength=strength, cubes=cubes)
            yield BidAtMost(by=by, issue=step.issue, strength=strength, cubes=cubes)
        case PassBid():
            yield BidAtMost(by=by, issue=step.issue)
        case Draft(strategy=strategy):
            yield DraftStrategy(by=by, strategy=strategy)


def alike(one: Choice, two: Choice) -> bool:
    """Treat as equal: bids of the same force, a player with any regions, and units alone with anything that comes back
    beside them."""
    if isinstance(one, Bid) and isinstance(two, Bid):
        return (force(one.units, one.local), one.cubes) == (force(two.units, two.local), two.cubes)
    if isinstance(one, PickSide) and isinstance(two, PickSide) and not one.regions:
        return one.side == two.side
    lone = isinstance(one, Reclaim) and not one.cubes and not one.withdraw
    return lone and not isinstance(two, Reclaim)


def put_off(step: Step[Any], choice: Choice) -> bool:
    """3.1: tell whether this is a military action before the political one, which only puts that off."""
    return isinstance(step, Acting) and not step.political and isinstance(choice, Deploy | Demobilise)


def apart(state: Versailles, step: Step[Any], one: Choice, two: Choice) -> bool:
    """Tell whether the clauses for one answer forbid the other."""
    agreed = [clause for clause in naming(state, step, one) if bond(clause).concerns(clause, step)]
    assert not any(bond(clause).breaks(clause, one) for clause in agreed), (one, agreed)
    return any(bond(clause).breaks(clause, two) for clause in agreed)


ALONE = {step for step in GAME.steps if step.__module__ == solitaire_bots.__name__}
SELDOM = 3
"""The games for each number of players."""


def decisions(players: int, number: int) -> Iterator[tuple[Versailles, Step[Any], list[Choice]]]:
    state, rng = GAME.open(opening(players, number, GAME))[0], Random(number)
    answer = random_answer(GAME, chatter=0.0)
    while state.agenda:
        (menu,) = door.waiting(GAME, state).values()
        yield state, state.agenda[-1], [*islice(menu, 60), menu.sample(rng), menu.sample(rng)]
        side, choice = answer(state, rng)
        door.apply(GAME, state, side, choice)


def test_15_3_there_is_a_clause_for_every_decision() -> None:
    met: set[type[Step[Any]]] = set()
    for players in (2, 3, 4):
        for number in range(SELDOM):
            rng = Random(number)
            for state, step, answers in decisions(players, number):
                one, two = rng.choice(answers), rng.choice(answers)
                if one == two or alike(one, two) or put_off(step, one) != put_off(step, two):
                    continue
                if put_off(step, two) and type(one) is not type(two):
                    continue
                assert apart(state, step, one, two), (step, one, two)
                met.add(type(step))
    waiting = {step for step in GAME.steps if issubclass(step, Waiting)} - ALONE
    rare = {step.__name__ for step in waiting - met}
    assert rare <= RARE


RARE = {"ChoosingSufferer", "ChoosingLoss", "PickingUnit", "Deploying", "PickingModifier", "PickingRegion"}
RARE |= {"Unsettling", "Emptying", "Demobilising", "Mutiny"}
"""Too rare for so few games; test_15_binding covers those that an event asks, a test below the mutiny."""
