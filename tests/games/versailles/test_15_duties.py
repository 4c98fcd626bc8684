"""15.3: the clause of each decision binds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.choice import Choice
from engine.versailles.choices import (
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
    Clauses,
    DemobiliseUnit,
    DeployUnit,
    DraftStrategy,
    DrawNew,
    KeepDrawn,
    NavalFlags,
    PlaceOn,
    ReclaimCubes,
    SettleIssue,
    StandDown,
    TakeDiscarded,
    WithdrawUnit,
)
from engine.versailles.deals import Offer
from engine.versailles.settle import Advancing, Keeping, Refilling
from engine.versailles.state import Versailles
from engine.versailles.strategy import Drafting
from engine.versailles.tracks import MutinyCheck
from engine.versailles.two_players import ActingForShared, ReclaimingAlong
from engine.versailles.uprising import Suffering
from tests.games.versailles.bargaining import agree, verdict
from tests.games.versailles.positions import asked, offered, play, position, refused, until

BOARD: dict[str, Any] = {"table": ("korea", "syria"), "waiting_room": ("vietnam", "arabia", "smyrna")}
FORBIDDEN = ("deal_forbids", "15.3")


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
