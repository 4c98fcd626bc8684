"""Chapter 7 of the Antechamber: offers, promises and standing orders."""

from typing import Any

import pytest

from engine.core.journal import seen
from tests.games.tiny.auction import Auction
from tests.games.tiny.choices import Accept, CallBallot, Collect, Offer, Order, Pass, Raise, Stake, Tip
from tests.games.tiny.journal import Accepted, Discarded, OrderFired, Passed, Whispered
from tests.games.tiny.positions import asked, play, position, reason, refused
from tests.games.tiny.state import Antechamber, Envoy, Whisper
from tests.games.tiny.view import view

EVERY = Order("every_auction")


def auction(players: int = 2, **changes: Any) -> Antechamber:
    """Auction red's dispatch 12, and ask red."""
    state = position(players=players, **changes)
    state.deck.remove(12)
    state.published["red"].append(12)
    state.agenda.append(Auction("red", 12, still_in=state.sides))
    return state


@pytest.mark.parametrize("by", ["red", "blue", "green"])
def test_7_1_at_any_time_an_envoy_may_whisper_an_offer_to_another(by: str) -> None:
    for state in (position(players=3), auction(3)):
        to: Envoy = "red" if by == "blue" else "blue"
        assert play(state, (by, Offer(to, 2))) == [Whispered(by, to, 2)]
        assert asked(state) == ["red"]


def test_7_1_a_whisper_is_known_to_two() -> None:
    state = position(players=3)
    told = play(state, ("red", Offer("blue", 2)))
    assert [side for side in (*state.sides, None) if seen(told, side)] == ["red", "blue"]
    assert [side for side in (*state.sides, None) if view(state, side).whispers] == ["red", "blue"]


@pytest.mark.parametrize("offer", [Offer("red", 1), Offer("blue", 6), Offer("blue", 0), Offer("green", 1)])
def test_7_1_one_offers_coins_one_has_to_another_envoy_of_the_game(offer: Offer) -> None:
    assert reason(refused(position(), "red", offer)) == ("antechamber.offer_impossible", "7.1")


def test_7_1_one_offer_to_each_at_a_time() -> None:
    state = position(players=3)
    play(state, ("red", Offer("blue", 2)), ("red", Offer("green", 2)))
    refused(state, "red", Offer("blue", 1))


def test_7_1_an_offer_lapses_with_the_turn() -> None:
    state = position()
    play(state, ("red", Offer("blue", 2)), ("red", Collect()), ("red", Tip()))
    assert reason(refused(state, "blue", Accept("red"))) == ("antechamber.no_such_offer", "7.2")


def test_7_2_accepting_takes_the_coins_at_once() -> None:
    state = position()
    assert play(state, ("red", Offer("blue", 2)), ("blue", Accept("red"))) == [Accepted("red", "blue", 2)]
    assert (state.coins["red"], state.coins["blue"], state.whispers) == (3, 7, [])


def test_7_2_an_offer_that_can_no_longer_be_paid_cannot_be_accepted() -> None:
    state = position(whispers=[Whisper("red", "blue", 6)])
    refused(state, "blue", Accept("red"))


def test_7_2_coins_that_are_bid_pay_no_offer() -> None:
    state = auction()
    play(state, ("red", Raise(3)), ("red", Offer("blue", 3)))
    assert reason(refused(state, "blue", Accept("red"))) == ("antechamber.no_such_offer", "7.2")
    play(state, ("blue", Raise(4)), ("blue", Accept("red")))


def test_7_2_during_a_ballot_no_offer_is_accepted() -> None:
    state = position()
    play(state, ("red", Offer("blue", 1)), ("red", CallBallot()))
    assert reason(refused(state, "blue", Accept("red"))) == ("antechamber.no_such_offer", "7.2")
    play(state, ("red", Stake(5)), ("blue", Stake(0)), ("blue", Offer("red", 1)))


def test_7_2_and_binds_until_the_end_of_the_turn_the_envoy_can_only_pass() -> None:
    state = auction(bound=["red"])
    assert reason(refused(state, "red", Raise(1))) == ("antechamber.bound_to_pass", "7.2")
    play(state, ("red", Pass()), ("blue", Raise(1)))


def test_7_2_an_envoy_bound_in_the_middle_of_an_auction_is_bound_at_once() -> None:
    state = auction()
    play(state, ("blue", Offer("red", 1)), ("red", Accept("blue")))
    refused(state, "red", Raise(1))


def test_7_2_two_promises_bind_like_one() -> None:
    state = position(players=3)
    play(state, ("red", Offer("blue", 1)), ("green", Offer("blue", 1)))
    play(state, ("blue", Accept("red")), ("blue", Accept("green")))
    assert state.bound == ["blue"]


def test_7_3_an_envoy_may_leave_a_standing_order_to_pass_in_every_auction() -> None:
    state = auction(3, orders=["blue", "green"])
    told = play(state, ("red", Pass()))
    assert told == [
        Passed("red"),
        OrderFired("blue"),
        Passed("blue"),
        OrderFired("green"),
        Passed("green"),
        Discarded(12),
    ]


def test_7_3_an_order_left_when_one_is_asked_answers_at_once() -> None:
    state = auction(3)
    play(state, ("red", EVERY))
    assert asked(state) == ["blue"]


def test_7_3_and_recall_it() -> None:
    state = auction(orders=["blue"])
    refused(state, "blue", EVERY)
    play(state, ("blue", Order("none")), ("red", Pass()))
    assert asked(state) == ["blue"]
    refused(state, "blue", Order("none"))


def test_7_3_only_oneself_knows_of_ones_order() -> None:
    state = position(players=3)
    told = play(state, ("red", EVERY))
    assert [side for side in (*state.sides, None) if seen(told, side)] == ["red"]
    assert [side for side in (*state.sides, None) if view(state, side).order] == ["red"]
