"""15.3: every decision that a side can take in a turn has a clause, and the clause binds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

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
from engine.versailles.deals import Offer
from engine.versailles.settle import Advancing, Keeping, Refilling
from engine.versailles.state import Versailles
from engine.versailles.strategy import Drafting
from engine.versailles.tracks import Mutiny, MutinyCheck
from engine.versailles.turn import Acting
from engine.versailles.two_players import ActingForShared, ReclaimingAlong
from engine.versailles.uprising import Modifying, Suffering
from tests.core.walks import opening
from tests.versailles.bargaining import agree, verdict
from tests.versailles.positions import asked, offered, play, position, refused, until

BOARD: dict[str, Any] = {"table": ("korea", "syria"), "waiting_room": ("vietnam", "arabia", "smyrna")}
FORBIDDEN = ("deal_forbids", "15.3")


# Every decision


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


# Each clause


def turn(**board: Any) -> Versailles:
    given: dict[str, Any] = {"cubes": {"korea": {"france": 2}, "syria": {"uk": 1}}, "exhausted": {"france": 6}}
    return position(**BOARD | given | board)


def settling(**board: Any) -> Versailles:
    """Let France settle Korea, with these events to advance."""
    return turn(**{"events_waiting": ("arthur_balfour", "queen_marie"), "event": "nikola_i"} | board)


AWAY: dict[str, Any] = {"deployed": {"france": {"africa": 7, "europe": 6}}}
Bound = tuple[Callable[[], Versailles], Clauses, Choice, tuple[Choice, ...]]
EACH: dict[str, Bound] = {
    "placing at least": (
        turn,
        PlaceOn(by="france", issue="vietnam", least=2),
        Place((("vietnam", 2), ("arabia", 1))),
        (Place((("vietnam", 1), ("arabia", 1))), Reclaim(3), Settle("korea")),
    ),
    "placing at most": (
        turn,
        PlaceOn(by="france", issue="vietnam", least=0, most=2),
        Reclaim(3),
        (Place((("vietnam", 3), ("arabia", 1))),),
    ),
    "reclaiming": (
        turn,
        ReclaimCubes(by="france", least=2, most=4),
        Reclaim(3),
        (Reclaim(1), Reclaim(5), Settle("korea"), Place((("vietnam", 1), ("arabia", 1)))),
    ),
    "withdrawing": (
        lambda: turn(**AWAY),
        WithdrawUnit(by="france", region="africa"),
        Reclaim(0, ("africa",)),
        (Reclaim(3), Reclaim(3, ("europe",)), Settle("korea"), Demobilise("africa"), Deploy("africa", 8, "africa")),
    ),
    "staying": (
        lambda: turn(**AWAY),
        WithdrawUnit(by="france", region="africa", stay=True),
        Reclaim(3, ("europe",)),
        (Reclaim(3, ("africa",)), Demobilise("africa"), Deploy("balkans", 8, "africa")),
    ),
    "deploying": (
        turn,
        DeployUnit(by="france", region="africa", column=7),
        Deploy("africa", 7),
        (Deploy("africa", 8), Demobilise("available")),
    ),
    "deploying a certain unit": (
        lambda: turn(**AWAY),
        DeployUnit(by="france", region="balkans", column=7, unit="africa"),
        Deploy("balkans", 7, "africa"),
        (Deploy("balkans", 7), Deploy("balkans", 7, "europe")),
    ),
    "demobilising": (
        lambda: turn(**AWAY),
        DemobiliseUnit(by="france", unit="africa"),
        Demobilise("africa"),
        (Demobilise("available"), Deploy("balkans", 7)),
    ),
    "no military action": (turn, StandDown(by="france"), Reclaim(3), (Deploy("africa", 7), Demobilise("available"))),
}


@pytest.mark.parametrize("case", EACH)
def test_15_3_what_is_done_in_the_own_turn_binds(case: str) -> None:
    make, clause, kept, others = EACH[case]
    state = make()
    agree(state, ("uk", "france"), clause)
    for choice in others:
        assert refused(state, "france", choice) == FORBIDDEN
    play(state, ("france", kept))
    while state.turn == 1:
        play(state, (asked(state), offered(state)[0]))
    assert verdict(state) == "kept"


@pytest.mark.parametrize("clause", [DeployUnit(by="france", region="africa", column=7), StandDown(by="france")])
def test_15_3_the_military_action_binds_after_the_political_one(clause: Clauses) -> None:
    state = turn()
    agree(state, ("uk", "france"), clause)
    play(state, ("france", Reclaim(3)))
    only = Deploy("africa", 7) if isinstance(clause, DeployUnit) else EndTurn()
    assert offered(state) == [only]


def test_15_3_in_a_mutiny() -> None:
    units = {"deployed": {"france": {"africa": 7}}, "happiness": {"france": 10}}
    state = position(MutinyCheck("france"), **BOARD | units)
    agree(state, ("uk", "france"), DemobiliseUnit(by="france", unit="africa"))
    assert offered(state) == [Demobilise("africa")]


ADVANCING: dict[str, tuple[Clauses, Callable[[Any], bool]]] = {
    "an issue": (AdvanceIssue(by="france", issue="arabia"), lambda choice: choice.issue == "arabia"),
    "an event": (AdvanceEvent(by="france", event="queen_marie"), lambda choice: choice.event == "queen_marie"),
    "with a cube": (
        AdvanceEvent(by="france", event="arthur_balfour", cube="with"),
        lambda choice: choice.event == "arthur_balfour" and choice.cube,
    ),
    "without one": (
        AdvanceEvent(by="france", event="arthur_balfour", cube="without"),
        lambda choice: choice.event == "arthur_balfour" and not choice.cube,
    ),
}


@pytest.mark.parametrize("case", ADVANCING)
def test_15_3_what_advances_and_whether_a_cube_goes_on_the_event(case: str) -> None:
    clause, agreed = ADVANCING[case]
    state = settling()
    agree(state, ("uk", "france"), clause)
    play(state, ("france", Settle("korea")))
    until(state, Advancing)
    choices = offered(state)
    assert choices
    assert all(map(agreed, choices))
    play(state, ("france", choices[0]))
    assert verdict(state) == "kept"


@pytest.mark.parametrize(
    ("clause", "left"),
    [
        (TakeDiscarded(by="france", issue="thrace"), [TakeDiscard("thrace")]),
        (DrawNew(by="france"), [DrawIssues()]),
    ],
)
def test_15_3_what_is_drawn_or_taken_from_the_discards(clause: Clauses, left: list[Choice]) -> None:
    state = settling(discards=("tyrol", "thrace"))
    agree(state, ("uk", "france"), clause)
    play(state, ("france", Settle("korea")))
    until(state, Refilling)
    assert offered(state) == left


@pytest.mark.parametrize(("discard", "left"), [(False, "thrace"), (True, "tyrol")])
def test_15_3_what_is_kept_if_it_is_drawn(discard: bool, left: str) -> None:
    state = settling(deck=("tyrol", "thrace"))
    agree(state, ("uk", "france"), KeepDrawn(by="france", issue="thrace", discard=discard))
    play(state, ("france", Settle("korea")))
    until(state, Refilling)
    play(state, ("france", DrawIssues()))
    until(state, Keeping)
    assert offered(state) == [KeepIssue(left)]


def test_15_3_a_least_bid() -> None:
    state = position(Suffering("middle_east", "uk"), settled={"constantinople": ("uk",)})
    agree(state, ("uk", "italy"), BidAtLeast(by="uk", issue="constantinople", strength=1, cubes=2))
    for low in (PassBid(), Bid(cubes=9), Bid(units=1, cubes=1)):
        assert refused(state, "uk", low) == FORBIDDEN
    play(state, ("uk", Bid(units=1, cubes=2)))
    assert verdict(state) == "kept"


def test_15_3_a_least_bid_that_cannot_be_made_is_void() -> None:
    state = position(Suffering("middle_east", "uk"), settled={"constantinople": ("uk",)}, available={"uk": 2})
    agree(state, ("uk", "italy"), BidAtLeast(by="uk", issue="constantinople", strength=4, cubes=3))
    play(state, ("uk", PassBid()), ("france", PassBid()), ("usa", PassBid()), ("italy", PassBid()))
    assert verdict(state) == "void"


def test_15_3_naval_flags() -> None:
    state = turn(table=("shantung", "syria"), cubes={"shantung": {"france": 2}})
    agree(state, ("uk", "france"), NavalFlags(by="france", issue="shantung", flag="uk", tokens=2))
    play(state, ("france", Settle("shantung")))
    flags = {choice.flags for choice in offered(state) if isinstance(choice, ChooseOption) and choice.flags}
    assert flags == {("uk", "uk")}


def test_15_3_the_draft() -> None:
    state = position(Drafting())
    agree(state, ("uk", "france"), DraftStrategy(by="france", strategy="revanchism"))
    assert offered(state) == [Draft("revanchism")]


# For the shared USA


def test_15_3_the_active_player_binds_what_it_does_for_the_shared_usa() -> None:
    board: dict[str, Any] = {"cubes": {"korea": {"uk": 2}, "syria": {"usa": 1}}}
    state = position(ActingForShared(), players=2, active="uk", **BOARD | board)
    agree(state, ("france", "uk"), SettleIssue(by="usa", issue="syria"))
    assert offered(state) == [Settle("syria")]
    play(state, ("uk", Settle("syria")))
    assert verdict(state) == "kept"


def test_15_3_the_cubes_that_are_reclaimed_along_with_the_usa() -> None:
    state = position(ReclaimingAlong(4), players=2, active="uk", exhausted={"uk": 5}, **BOARD)
    agree(state, ("france", "uk"), ReclaimCubes(by="uk", least=0, most=1))
    assert offered(state) == [Reclaim(1), Reclaim(0)]


def test_15_4_nothing_is_promised_for_the_usa_beyond_the_turn() -> None:
    state = position(ActingForShared(), players=2, active="uk", cubes={"syria": {"usa": 1}}, **BOARD)
    promise = Offer(("uk", "france"), (SettleIssue(by="usa", issue="syria", later=True),))
    assert refused(state, "uk", promise) == ("clause_of_stranger", "15.1")


# Clauses that can no longer be kept


def test_15_5_what_is_to_be_done_in_a_turn_of_others_can_only_be_promised() -> None:
    state = turn(active="uk")
    for clause in (PlaceOn(by="france", issue="vietnam"), ReclaimCubes(by="france"), DrawNew(by="france")):
        assert refused(state, "uk", Offer(("uk", "france"), (clause,))) == ("clause_impossible", "15.5")


def test_15_5_a_duty_that_has_become_impossible_is_void() -> None:
    state = turn(players=4, active="france", **AWAY)
    agree(state, ("uk", "france"), WithdrawUnit(by="france", region="africa", stay=True), DrawNew(by="france"))
    play(state, ("france", Reclaim(3)))
    assert [deal.verdicts for deal in state.deals.values()] == [("open", "void")]


def test_the_least_and_the_most_fit() -> None:
    state = turn()
    for clause in (PlaceOn(by="france", issue="vietnam", least=3, most=2), ReclaimCubes(by="france", least=3, most=2)):
        assert refused(state, "uk", Offer(("uk", "france"), (clause,))) == ("clause_impossible", "15.5")
