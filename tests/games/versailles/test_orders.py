"""Standing orders: answers given in advance fire as soon as their side is asked, and only lawfully."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core import door
from engine.core.journal import seen
from engine.core.refusal import Malformed
from engine.core.state import Side
from engine.core.undo import Undo
from engine.versailles import GAME
from engine.versailles.cards.events import EVENTS
from engine.versailles.choices import Bid, Hold, Modify, PassBid
from engine.versailles.clauses import Decide, ModifyDie, Orders, Words
from engine.versailles.deals import AcceptOffer, Counter, Offer, OfferDeclined
from engine.versailles.journal import Announced, ConferenceDeclined, PassedBid
from engine.versailles.meaning import Context
from engine.versailles.orders import LeaveOrders, OrderFired, OrdersLeft, OrderSwitchedOff
from engine.versailles.settle import Conference
from engine.versailles.state import Versailles
from engine.versailles.uprising import Suffering, UprisingCheck
from engine.versailles.view import view
from tests.games.versailles.bargaining import agree, ledger, offer
from tests.games.versailles.positions import asked, play, position, refused, told

ISSUE = "constantinople"
TALK = Words(by="uk", text="Let us talk.")
PASSING = LeaveOrders(pass_without_stake=True)
EVENT = "gertrude_bell"


def bidding(**board: Any) -> Versailles:
    """Ask the UK, which held Constantinople, first in the bidding for it."""
    return position(Suffering("middle_east", "uk"), **{"settled": {ISSUE: ("uk",)}} | board)


def checks(*regions: str, **board: Any) -> Versailles:
    """Let the UK modify a die in each region."""
    deployed = {"uk": dict.fromkeys(regions, 7)}
    step = UprisingCheck(regions, 0, (), (), Context("france"))
    unrest = dict.fromkeys(regions, 4)
    return position(step, dice=[1] * len(regions), deployed=deployed, unrest=unrest, uprisings=1, **board)


def conference(event: str = EVENT) -> Versailles:
    """Let the UK decide about this event."""
    return position(Conference(), event=event, holder="uk")


# Passing without a stake


def test_who_ordered_it_passes_where_it_has_no_stake() -> None:
    state = bidding()
    entries = play(state, ("france", PASSING), ("uk", Bid(cubes=1)))
    assert told(entries, PassedBid) == [PassedBid("france", ISSUE)]
    assert asked(state) == "usa"


def test_an_order_left_when_one_is_asked_answers_at_once() -> None:
    state = bidding()
    play(state, ("uk", Bid(cubes=1)), ("france", PASSING))
    assert asked(state) == "usa"


@pytest.mark.parametrize(
    ("side", "board"), [("uk", {}), ("france", {"deployed": {"france": {"middle_east": 8}}})], ids=["held it", "a unit"]
)
def test_where_it_has_a_stake_the_order_is_switched_off_and_the_side_asked(side: Side, board: dict[str, Any]) -> None:
    state = bidding(**board)
    entries = play(state, (side, PASSING))
    if side != "uk":
        entries = play(state, ("uk", PassBid()))
    assert told(entries, OrderSwitchedOff) == [OrderSwitchedOff(side, "pass_without_stake", "stake")]
    assert asked(state) == side
    assert not state.orders[side].pass_without_stake


def test_a_unit_elsewhere_is_no_stake() -> None:
    state = bidding(deployed={"france": {"europe": 7}})
    play(state, ("france", PASSING), ("uk", PassBid()))
    assert asked(state) == "usa"


# Never modifying a die


def test_who_ordered_it_announces_nothing() -> None:
    state = checks("europe", "africa")
    entries = play(state, ("uk", LeaveOrders(never_modify=True)))
    assert told(entries, Announced) == [Announced("uk", "europe", 0), Announced("uk", "africa", 0)]


def test_the_order_is_switched_off_where_a_deal_wants_a_modifier() -> None:
    state = checks("europe")
    agree(state, ("france", "uk"), ModifyDie(by="uk", region="europe", modifier=1))
    entries = play(state, ("uk", LeaveOrders(never_modify=True)))
    assert told(entries, OrderSwitchedOff) == [OrderSwitchedOff("uk", "never_modify", "deal")]
    assert not told(entries, OrderFired)
    assert asked(state) == "uk"


# Declining an event


def test_who_ordered_it_declines_that_event() -> None:
    state = conference()
    entries = play(state, ("uk", LeaveOrders(decline=(EVENT,))))
    assert told(entries, ConferenceDeclined) == [ConferenceDeclined("uk", EVENT)]


def test_and_no_other() -> None:
    state = conference("herbert_hoover")
    play(state, ("uk", LeaveOrders(decline=(EVENT,))))
    assert asked(state) == "uk"


def test_only_optional_events_are_declined() -> None:
    assert refused(conference(), "uk", LeaveOrders(decline=(EVENT, "jan_smuts"))) == ("not_optional", "5.2")


def test_a_deal_switches_off_the_order_about_its_event_and_leaves_the_others() -> None:
    state = conference()
    agree(state, ("france", "uk"), Decide(by="uk", event=EVENT, answer=Hold(perform=True)))
    entries = play(state, ("uk", LeaveOrders(decline=(EVENT, "herbert_hoover"))))
    assert told(entries, OrderSwitchedOff) == [OrderSwitchedOff("uk", "decline", "deal")]
    assert asked(state) == "uk"
    assert state.orders["uk"].decline == ("herbert_hoover",)


def test_the_same_event_twice_is_kept_once() -> None:
    state = position()
    play(state, ("uk", LeaveOrders(decline=(EVENT, EVENT))))
    assert state.orders["uk"].decline == (EVENT,)


def test_more_events_than_there_are_cannot_be_read() -> None:
    raw = '{"do": "leave_orders", "decline": [' + ", ".join([f'"{EVENT}"'] * (len(EVENTS) + 1)) + "]}"
    assert isinstance(door.decode(GAME, raw.encode()), Malformed)


# Accepting no deals


def test_who_accepts_no_deals_declines_every_offer_at_once() -> None:
    state = position()
    play(state, ("france", LeaveOrders(no_deals=True)))
    entries = play(state, ("uk", Offer(("uk", "france"), (TALK,))))
    assert [type(entry) for entry in entries[1:]] == [OrderFired, OfferDeclined]
    assert not state.deals


def test_also_one_that_is_open_already() -> None:
    state = position()
    offer(state, ("uk", "france"), TALK)
    barriers = state.barriers
    assert told(play(state, ("france", LeaveOrders(no_deals=True))), OfferDeclined)
    assert state.barriers > barriers


def test_also_a_counter_offer_to_its_own() -> None:
    state = position()
    play(state, ("france", LeaveOrders(no_deals=True)), ("france", Offer(("france", "uk"), (TALK,))))
    entries = play(state, ("uk", Counter("france-uk-1", 1, (TALK, TALK))))
    assert told(entries, OrderFired) == [OrderFired("france", "no_deals")]


def test_its_own_offers_may_be_accepted() -> None:
    state = position()
    play(state, ("france", LeaveOrders(no_deals=True)), ("france", Offer(("france", "uk"), (TALK,))))
    play(state, ("uk", AcceptOffer("france-uk-1", 1)))
    assert ledger(state)


# Orders stay secret


@pytest.mark.parametrize(
    "orders",
    [PASSING, LeaveOrders(never_modify=True), LeaveOrders(decline=(EVENT,)), LeaveOrders(no_deals=True)],
    ids=repr,
)
def test_orders_are_shown_and_told_to_their_side_only(orders: LeaveOrders) -> None:
    state = position()
    entries = play(state, ("uk", orders))
    assert told(entries, OrdersLeft) == entries
    assert [side for side in (*state.sides, None) if seen(entries, side)] == ["uk"]
    assert [side for side in (*state.sides, None) if view(state, side).orders != Orders()] == ["uk"]


def test_what_fired_is_told_to_its_side_and_what_it_did_to_all() -> None:
    state = bidding()
    entries = play(state, ("france", PASSING), ("uk", Bid(cubes=1)))
    assert [bool(told(seen(entries, side), OrderFired)) for side in state.sides] == [False, True, False, False]
    assert all(told(seen(entries, side), PassedBid) for side in (*state.sides, None))


def test_new_orders_take_the_place_of_earlier_ones() -> None:
    state = bidding()
    play(state, ("france", PASSING), ("france", LeaveOrders()), ("uk", Bid(cubes=1)))
    assert asked(state) == "france"


def test_a_side_that_is_offered_something_left_no_order_to_decline_it_in_any_world() -> None:
    state = position()
    offer(state, ("uk", "france"), TALK, public=True)
    for number in range(20):
        other = GAME.redeal(state, "usa", Random(number))
        assert not other.orders.get("france", Orders()).no_deals


# Undo


@pytest.mark.parametrize(
    ("begin", "choice"),
    [(bidding, Bid(cubes=1)), (bidding, PassBid()), (lambda: checks("europe"), Modify(1))],
    ids=["a bid", "a pass", "a modifier"],
)
def test_nobody_finds_out_by_undo_whether_orders_were_left(begin: Any, choice: Any) -> None:
    state = begin()
    undo = Undo(state)
    play(state, ("uk", choice))
    undo.remember("uk", choice, [], state)
    assert not undo.last("uk")


def test_leaving_orders_is_undone_as_long_as_they_answered_nothing() -> None:
    state = position()
    barriers = state.barriers
    play(state, ("france", PASSING))
    assert state.barriers == barriers
