"""15.3: a clause about the current turn binds, and never takes the last answer away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from engine.core import door
from engine.core.state import Side
from engine.versailles import GAME
from engine.versailles.choices import (
    Bid,
    ChooseOption,
    Decision,
    Demobilise,
    Deploy,
    EndTurn,
    Hold,
    Modify,
    PassBid,
    PickBranch,
    PickIssue,
    PickRegion,
    PickSide,
    PickUnit,
    Place,
    Reclaim,
    Settle,
)
from engine.versailles.clauses import (
    BidAtMost,
    Decide,
    ModifyDie,
    SettleIssue,
    StayOff,
    TakeOption,
    Words,
)
from engine.versailles.deals import AcceptOffer, Offer
from engine.versailles.meaning import Context
from engine.versailles.settle import Conference, CrisisEvent, Settling
from engine.versailles.state import Versailles
from engine.versailles.turn import Acting
from engine.versailles.two_players import ActingForShared
from engine.versailles.uprising import Suffering, UprisingCheck
from tests.games.versailles.bargaining import accept, agree, offer, verdict
from tests.games.versailles.positions import asked, offered, play, position, refused

BOARD: dict[str, Any] = {"table": ("korea", "syria"), "waiting_room": ("vietnam", "arabia", "smyrna")}
TO_SETTLE = SettleIssue(by="france", issue="korea")
FORBIDDEN = ("deal_forbids", "15.3")


def turn(**board: Any) -> Versailles:
    """France's turn; both issues on the Table may be settled."""
    given: dict[str, Any] = {"cubes": {"korea": {"france": 2}, "syria": {"uk": 1}}, "exhausted": {"france": 6}}
    return position(**BOARD | given | board)


def bidding(**board: Any) -> Versailles:
    """Ask the UK first in the bidding for Constantinople."""
    return position(Suffering("middle_east", "uk"), **{"settled": {"constantinople": ("uk",)}} | board)


def conference(event: str, decider: Side = "uk", **board: Any) -> Versailles:
    """Ask the holder of the cube on this event."""
    return position(Conference(), event=event, holder=decider, **BOARD | board)


def crisis(event: str, **board: Any) -> Versailles:
    return position(CrisisEvent(), crisis=[event], **board)


# Clauses that bind


def test_15_3_settling_an_issue() -> None:
    state = turn()
    agree(state, ("uk", "france"), TO_SETTLE)
    for choice in (Settle("syria"), Place((("vietnam", 1), ("arabia", 1))), Reclaim(3)):
        assert refused(state, "france", choice) == FORBIDDEN
    assert {type(choice) for choice in offered(state)} == {Settle, Deploy, Demobilise}
    play(state, ("france", Settle("korea")))
    assert verdict(state) == "kept"


def test_15_3_who_is_to_settle_may_make_the_military_action_first() -> None:
    state = turn()
    agree(state, ("uk", "france"), TO_SETTLE)
    play(state, ("france", Deploy("africa", 8)))
    assert refused(state, "france", Reclaim(3)) == FORBIDDEN
    assert offered(state) == [Settle("korea")]


def test_15_3_choosing_an_option_of_what_is_settled_this_turn() -> None:
    state = turn()
    agree(state, ("uk", "france"), TakeOption(by="france", issue="korea", option="independent"))
    play(state, ("france", Settle("korea")))
    assert refused(state, "france", ChooseOption("to_japan")) == FORBIDDEN
    assert offered(state) == [ChooseOption("independent")]


def test_15_3_the_flags_of_an_option_are_still_free() -> None:
    state = turn(table=("shantung", "syria"), cubes={"shantung": {"france": 2}})
    agree(state, ("uk", "france"), TakeOption(by="france", issue="shantung", option="to_japan"))
    play(state, ("france", Settle("shantung")))
    assert [choice.flags for choice in offered(state, ChooseOption)] == [("uk", "uk"), ("uk", "usa"), ("usa", "usa")]  # type: ignore[attr-defined]


def test_15_3_an_option_binds_whoever_settles_the_issue() -> None:
    state = turn()
    agree(state, ("france", "uk"), TakeOption(by="uk", issue="syria", option="independent"))
    play(state, ("france", Settle("syria")))
    assert (asked(state), offered(state)) == ("uk", [ChooseOption("independent")])


def test_15_3_an_option_binds_after_a_bidding_too() -> None:
    state = bidding()
    agree(state, ("usa", "uk"), TakeOption(by="usa", issue="constantinople", option="to_turkey"))
    play(state, ("uk", PassBid()), ("france", PassBid()), ("usa", Bid(cubes=1)), ("italy", PassBid()))
    assert offered(state) == [ChooseOption("to_turkey")]


def test_15_3_a_modifier() -> None:
    deployed = {"uk": {"europe": 7}}
    check = UprisingCheck(("europe",), 0, (), (), Context("france"))
    state = position(check, dice=[1], deployed=deployed, unrest={"europe": 4}, uprisings=1)
    agree(state, ("france", "uk"), ModifyDie(by="uk", region="europe", modifier=-1))
    assert refused(state, "uk", Modify(0)) == FORBIDDEN
    assert offered(state) == [Modify(-1)]
    play(state, ("uk", Modify(-1)))
    assert verdict(state) == "kept"


def test_15_3_a_pass() -> None:
    state = bidding()
    agree(state, ("uk", "italy"), BidAtMost(by="uk", issue="constantinople"))
    assert refused(state, "uk", Bid(cubes=1)) == FORBIDDEN
    assert offered(state) == [PassBid()]


def test_15_3_a_highest_bid_in_the_order_of_bids() -> None:
    state = bidding()
    agree(state, ("uk", "italy"), BidAtMost(by="uk", issue="constantinople", strength=1, cubes=3))
    for too_much in (Bid(units=2), Bid(units=1, cubes=4)):
        assert refused(state, "uk", too_much) == FORBIDDEN
    for low in (Bid(units=1, cubes=3), Bid(cubes=9), PassBid()):
        assert low in offered(state)


def test_15_3_it_is_another_bidding_that_a_bid_is_not_promised_for() -> None:
    state = bidding(settled={"constantinople": ("uk",), "korea": ("uk",)})
    agree(state, ("uk", "italy"), BidAtMost(by="uk", issue="korea"))
    play(state, ("uk", Bid(cubes=9)))


def test_15_3_staying_off_an_issue() -> None:
    state = turn()
    agree(state, ("uk", "france"), StayOff(by="france", issue="vietnam"))
    assert refused(state, "france", Place((("vietnam", 1), ("arabia", 1)))) == FORBIDDEN
    assert all(issue != "vietnam" for choice in offered(state, Place) for issue, _ in choice.cubes)  # type: ignore[attr-defined]
    play(state, ("france", Place((("smyrna", 1), ("arabia", 1)))))


BOLSHEVIK: dict[str, Any] = {"settled": {"smyrna": ("usa", "to_turkey")}, "unrest": {"balkans": 4}, "dice": [1]}
BOLSHEVIK |= {"waiting_room": ("vietnam", "arabia", "cilicia")}
UNITS: dict[str, Any] = {"deployed": {"uk": {"africa": 7, "balkans": 6}}}
LEAGUE: dict[str, Any] = {"settled": {"league_voting": ("france",), "labour_charter": ("france",)}}
CUBES: dict[str, Any] = {"cubes": {"vietnam": {"usa": 1}, "arabia": {"usa": 2}}}
TIED: dict[str, Any] = {"settled": {"anschluss": ("uk",), "prussia": ("usa",)}, "deployed": {"uk": {"europe": 8}}}
ALIKE: dict[str, Any] = {"settled": {"anschluss": ("uk",), "tyrol": ("uk",)}}
RISEN: dict[str, Any] = {"unrest": {"europe": 7}, "dice": [6]}


def held(event: str, **board: Any) -> Versailles:
    """Carry an optional event out."""
    state = conference(event, **board)
    play(state, ("uk", Hold(perform=True)))
    return state


def targeted(event: str, **board: Any) -> Versailles:
    """Let France pick the UK, which takes the first branch."""
    state = conference(event, decider="france", **board)
    play(state, ("france", PickSide("uk")), ("uk", PickBranch(0)))
    return state


Question = tuple[Callable[[], Versailles], Decision, Decision]
WEST = ("europe", "africa")
QUESTIONS: dict[str, Question] = {
    "an optional event": (partial(conference, "gertrude_bell"), Hold(perform=False), Hold(perform=True)),
    "a branch": (partial(conference, "ibn_saud"), PickBranch(1), PickBranch(0)),
    "a player": (partial(conference, "jan_smuts"), PickSide("usa"), PickSide("france")),
    "a player with any regions": (partial(conference, "vittorio_orlando"), PickSide("usa"), PickSide("uk", WEST)),
    "a player with regions": (partial(conference, "vittorio_orlando"), PickSide("uk", WEST), PickSide("usa", WEST)),
    "an issue to unsettle": (
        partial(held, "henry_white", **LEAGUE),
        PickIssue("labour_charter"),
        PickIssue("league_voting"),
    ),
    "an issue to empty": (partial(conference, "edward_house", **CUBES), PickIssue("arabia"), PickIssue("vietnam")),
    "a region": (partial(held, "robert_borden", kegs={"africa": 1}), PickRegion("africa"), PickRegion("europe")),
    "a sign": (partial(conference, "bela_kun", **BOLSHEVIK), Modify(-1), Modify(1)),
    "a unit to withdraw": (partial(conference, "henry_cabot_lodge", **UNITS), PickUnit("africa"), PickUnit("balkans")),
    "a unit to demobilise": (partial(targeted, "ferdinand_foch", **UNITS), Demobilise("africa"), Demobilise("balkans")),
    "a deployment": (partial(held, "winston_churchill"), Deploy("africa", 8), Deploy("africa", 7)),
    "a unit of a crisis": (partial(crisis, "wellington_koo", **UNITS), PickUnit(None), PickUnit("africa")),
    "who suffers": (partial(crisis, "arthur_balfour", **TIED, **RISEN), PickSide("usa"), PickSide("uk")),
    "what is lost": (partial(crisis, "arthur_balfour", **ALIKE, **RISEN), PickIssue("tyrol"), PickIssue("anschluss")),
}
"""The questions of cards, and of the uprisings they lead to: the agreed answer, and another one."""


@pytest.mark.parametrize("question", QUESTIONS)
def test_15_3_a_conference_or_crisis_decision(question: str) -> None:
    ask, agreed, other = QUESTIONS[question]
    state = ask()
    while asked(state) != "uk":
        play(state, (asked(state), offered(state)[0]))
    assert other in offered(state)
    event = state.events_waiting[-1] if isinstance(ask, partial) and ask.func is crisis else state.event
    agree(state, ("italy", "uk"), Decide(by="uk", event=event, answer=agreed))
    assert refused(state, "uk", other) == FORBIDDEN
    choice = offered(state)[0]
    assert type(choice) is type(agreed)
    play(state, ("uk", choice))
    assert verdict(state) == "kept"


# The way they bind


def test_15_3_the_refusal_names_the_deal() -> None:
    state = turn()
    agree(state, ("uk", "france"), TO_SETTLE, public=True)
    refusal = door.refusal(GAME, state, "france", Reclaim(3))
    assert refusal
    assert refusal.facts == {"deal": "open-1", "agreed": TO_SETTLE, "clause": "15.3"}


def test_15_3_the_clause_is_shown_at_the_decision_it_binds() -> None:
    state = turn()
    agree(state, ("uk", "france"), TO_SETTLE)
    shown = door.waiting(GAME, state)["france"].describe()
    assert isinstance(shown, dict)
    assert shown["bound_by"] == [
        {"deal": "open-1", "clause": {"clause": "settle_issue", "by": "france", "issue": "korea", "later": False}}
    ]


def test_15_3_what_a_deal_forbids_stays_listed_in_its_order_with_the_reason_and_the_clause() -> None:
    state = bidding()
    before = list(door.waiting(GAME, state)["uk"])
    agree(state, ("uk", "italy"), BidAtMost(by="uk", issue="constantinople", cubes=3))
    menu = door.waiting(GAME, state)["uk"]
    assert list(menu.whole) == before
    excluded = dict(menu.excluded())
    assert [choice for choice in before if choice not in excluded] == list(menu)
    assert [choice for choice in before if choice in excluded] == [*excluded]
    refusal = excluded[Bid(cubes=4)]
    assert refusal == menu.check(Bid(cubes=4))
    assert (refusal.key, refusal.facts["clause"]) == ("refusal.versailles.deal_forbids", "15.3")


def test_15_3_nothing_is_excluded_where_no_deal_binds() -> None:
    menu = door.waiting(GAME, bidding())["uk"]
    assert menu.whole is menu
    assert not list(menu.excluded())


def test_15_3_what_is_not_possible_anyway_is_refused_for_its_own_reason() -> None:
    state = turn(available={"france": 0}, exhausted={})
    agree(state, ("uk", "france"), TO_SETTLE)
    assert refused(state, "france", Place((("vietnam", 1), ("arabia", 1))))[0] == "cubes_available"


def test_15_3_only_within_the_turn() -> None:
    state = turn(active="uk")
    agree(state, ("uk", "france"), StayOff(by="france", issue="vietnam"))
    play(state, ("uk", Place((("smyrna", 1), ("arabia", 1)))), ("uk", EndTurn()))
    assert verdict(state) == "kept"
    play(state, ("france", Place((("vietnam", 1), ("arabia", 2)))))


def test_15_3_only_who_undertook_it() -> None:
    state = turn()
    agree(state, ("uk", "france"), StayOff(by="uk", issue="vietnam"))
    play(state, ("france", Place((("vietnam", 1), ("arabia", 1)))))


def test_15_3_an_offer_binds_nobody_before_all_have_accepted() -> None:
    state = turn()
    name = offer(state, ("france", "uk", "usa"), TO_SETTLE)
    play(state, ("uk", AcceptOffer(name, 1)), ("france", Reclaim(3)))


def test_15_3_of_two_players_an_own_action_binds_not_the_one_for_the_usa() -> None:
    board: dict[str, Any] = {"cubes": {"korea": {"uk": 2}, "syria": {"usa": 1}}}
    state = position(Acting(), ActingForShared(), players=2, active="uk", **BOARD | board)
    agree(state, ("france", "uk"), StayOff(by="uk", issue="vietnam"))
    assert refused(state, "uk", Place((("vietnam", 1), ("arabia", 1)))) == FORBIDDEN
    play(state, ("uk", Place((("smyrna", 1), ("arabia", 1)))), ("uk", EndTurn()))
    play(state, ("uk", Place((("vietnam", 1), ("smyrna", 2)))))


def test_15_3_free_words_do_not_bind() -> None:
    state = turn()
    agree(state, ("uk", "france"), Words(by="france", text="I shall settle Korea."))
    play(state, ("france", Reclaim(3)))


# An answer is always left


def test_15_3_of_two_deals_that_contradict_each_other_the_earlier_one_holds() -> None:
    state = turn()
    agree(state, ("uk", "france"), TO_SETTLE)
    agree(state, ("usa", "france"), SettleIssue(by="france", issue="syria"))
    assert refused(state, "france", Settle("syria")) == FORBIDDEN
    play(state, ("france", Settle("korea")))
    assert [deal.verdicts for deal in state.deals.values()] == [("kept",), ("void",)]


def test_15_3_which_deal_is_earlier_is_when_it_was_struck_not_when_it_was_offered() -> None:
    state = turn()
    name = offer(state, ("uk", "france"), TO_SETTLE)
    agree(state, ("usa", "france"), SettleIssue(by="france", issue="syria"))
    accept(state, name)
    assert offered(state, Settle) == [Settle("syria")]


def test_15_3_what_contradicts_itself_leaves_its_first_clause() -> None:
    state = turn()
    options = ("independent", "to_japan")
    agree(state, ("uk", "france"), *(TakeOption(by="france", issue="korea", option=option) for option in options))
    play(state, ("france", Settle("korea")))
    assert offered(state) == [ChooseOption("independent")]
    play(state, ("france", ChooseOption("independent")))
    assert [deal.verdicts for deal in state.deals.values()] == [("kept", "void")]


def test_15_3_nobody_is_driven_to_a_military_action() -> None:
    """Otherwise a promise to settle one issue and not another would leave only deploying or demobilising."""
    state = turn()
    agree(state, ("uk", "france"), TO_SETTLE)
    agree(state, ("usa", "france"), SettleIssue(by="france", issue="syria"))
    assert Settle("korea") in offered(state)


def test_15_3_a_clause_that_leaves_no_answer_is_void() -> None:
    """France can lead Korea and Syria, and has no other action."""
    cubes = {"smyrna": {"france": 13, "italy": 15}, "vietnam": {"usa": 15}, "arabia": {"uk": 15}}
    state = turn(cubes=cubes, exhausted={})
    only = Place((("korea", 1), ("syria", 1)))
    assert offered(state, Place) == [only]
    agree(state, ("uk", "france"), StayOff(by="france", issue="korea"))
    play(state, ("france", only))
    assert verdict(state) == "void"


def test_15_3_a_cost_that_cannot_be_paid_is_not_exacted() -> None:
    state = conference("tomas_masaryk", available={"uk": 1})
    agree(state, ("france", "uk"), Decide(by="uk", event="tomas_masaryk", answer=Hold(perform=True)))
    assert offered(state) == [Hold(perform=False)]
    play(state, ("uk", Hold(perform=False)))
    assert verdict(state) == "void"


def test_15_3_settling_binds_while_a_settlement_of_others_is_not_over() -> None:
    state = position(Settling("korea"), **BOARD, cubes={"korea": {"usa": 1}, "syria": {"uk": 1}})
    assert refused(state, "uk", Offer(("uk", "france"), (SettleIssue(by="france", issue="syria"),))) == (
        "clause_impossible",
        "15.5",
    )
