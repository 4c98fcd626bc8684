"""A side can try orders and secret maximums out on the present question, or on a possible one, and the result is what
then happens.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.choice import Choice
from engine.core.rehearsal import Rehearsed, rehearse
from engine.core.state import Side, encode
from engine.versailles import GAME
from engine.versailles.bidding import Bidding
from engine.versailles.choices import Bid, Hold, Modify, PassBid
from engine.versailles.clauses import BidAtMost
from engine.versailles.journal import Announced, PassedBid, Raised
from engine.versailles.orders import CeilingLifted, LeaveOrders, OrderFired, OrderSwitchedOff, SetCeiling
from engine.versailles.settle import Holding
from engine.versailles.state import Versailles
from engine.versailles.uprising import Modifying
from tests.games.versailles.bargaining import agree
from tests.games.versailles.positions import play, position, told
from tests.games.versailles.test_orders import EVENT, ISSUE, PASSING, bidding, checks, conference


def tried(state: Versailles, side: Side, order: Choice) -> Rehearsed:
    before = encode(state)
    (one,) = rehearse(GAME, state, side, order)
    assert encode(state) == before
    assert one.refusal is None
    return one


def test_a_ceiling_says_what_it_would_bid_now_and_does_so() -> None:
    state = bidding()
    play(state, ("uk", Bid(cubes=3)))
    order = SetCeiling(ISSUE, cubes=5)
    one = tried(state, "france", order)
    assert (one.answer, one.told) == (Bid(cubes=4), (OrderFired("france", "ceiling"),))
    assert told(play(state, ("france", order)), Raised) == [Raised("france", ISSUE, 0, False, 4)]


@pytest.mark.parametrize(("then", "answer"), [("pass", PassBid()), ("ask", None)])
def test_beyond_its_ceiling_it_says_whether_one_is_asked(then: Any, answer: Choice | None) -> None:
    state = bidding()
    play(state, ("uk", Bid(cubes=3)))
    assert tried(state, "france", SetCeiling(ISSUE, cubes=2, then=then)).answer == answer


def test_who_is_not_asked_yet_is_told_what_would_be_answered_to_the_bid_that_stands() -> None:
    state = bidding()
    play(state, ("uk", Bid(cubes=3)))
    one = tried(state, "italy", SetCeiling(ISSUE, units=1))
    assert isinstance(one.question, Bidding)
    assert one.question.standing == Bid(cubes=3)
    assert one.answer == Bid(units=1)


def test_the_order_to_pass_says_why_it_would_switch_itself_off() -> None:
    state = bidding()
    one = tried(state, "uk", PASSING)
    assert (one.answer, one.told) == (None, (OrderSwitchedOff("uk", "pass_without_stake", "stake"),))
    play(state, ("uk", PassBid()))
    one = tried(state, "usa", PASSING)
    assert one.answer == PassBid()
    play(state, ("france", PassBid()))
    assert told(play(state, ("usa", PASSING)), PassedBid) == [PassedBid("usa", ISSUE)]


def test_a_deal_that_forbids_the_bid_shows_before_it_is_sealed() -> None:
    state = bidding()
    agree(state, ("uk", "france"), BidAtMost(by="france", issue=ISSUE, cubes=3))
    play(state, ("uk", Bid(cubes=3)))
    one = tried(state, "france", SetCeiling(ISSUE, cubes=5))
    assert (one.answer, one.told) == (None, (CeilingLifted("france", ISSUE, "deal"),))


def test_where_nothing_is_asked_a_question_is_made_up_that_could_be() -> None:
    state = position(settled={ISSUE: ("uk",)}, deployed={"france": {"europe": 7}})
    order = LeaveOrders(pass_without_stake=True, never_modify=True, decline=(EVENT,))
    found = rehearse(GAME, state, "france", order)
    assert [type(one.question) for one in found] == [Bidding, Modifying, Holding]
    assert [one.answer for one in found] == [PassBid(), Modify(0), Hold(perform=False)]
    assert rehearse(GAME, state, "uk", LeaveOrders()) == ()
    assert rehearse(GAME, position(), "uk", LeaveOrders(never_modify=True)) == (), "it has no unit that could"


def test_a_die_and_an_event_are_answered_as_was_shown() -> None:
    assert tried(checks("europe"), "uk", LeaveOrders(never_modify=True)).answer == Modify(0)
    entries = play(checks("europe"), ("uk", LeaveOrders(never_modify=True)))
    assert told(entries, Announced) == [Announced("uk", "europe", 0)]
    assert tried(conference(), "uk", LeaveOrders(decline=(EVENT,))).answer == Hold(perform=False)
