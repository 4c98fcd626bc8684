"""19.6: standing answers and action turns in advance. They answer as soon as their leader is asked, look like any other
answer, and are known to nobody else.
"""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest

from app.decide.form_fields import blanks_of
from engine.core.choice import Choice
from engine.core.journal import Entry, seen
from engine.core.rehearsal import rehearse
from engine.core.state import Side, encode
from engine.nineteen33 import choices
from engine.nineteen33.action_journal import BoxWon
from engine.nineteen33.auctions import Auction, Bidding
from engine.nineteen33.choices import (
    Deal,
    EndTurn,
    Influence,
    LeaveRest,
    PlayCard,
    SealPlan,
    SignAlliance,
)
from engine.nineteen33.food import need
from engine.nineteen33.game import GAME
from engine.nineteen33.month import TakeTurns
from engine.nineteen33.orders import ORDER_CHOICES, DropOrder, LeaveAnswers, LeavePlan, LeaveTurn
from engine.nineteen33.orders_kept import OrderDropped, OrderFired, OrdersLeft, OrderSwitchedOff, orders_of
from engine.nineteen33.orders_left import NONE, Act, MoveWorkers
from engine.nineteen33.plans import Planning
from engine.nineteen33.press import TakingPoint
from engine.nineteen33.printed import CARDS
from engine.nineteen33.state import Nineteen33, Path
from engine.nineteen33.support import Supporting
from engine.nineteen33.view import view
from tests.games.nineteen33.positions import acting, asked, boxes, one, play, position, refused

SIDES: tuple[Side, ...] = ("france", "germany", "soviet_union")
INFLUENCING = next(number for number, card in CARDS.items() if "influence" in card.functions)
DEVELOPING = next(number for number, card in CARDS.items() if "development" in card.functions)


def planning(**board: Any) -> Nineteen33:
    """All are asked for a plan; France is short of food."""
    state = position(sides=SIDES, **board)
    for side in SIDES:
        state.leaders[side].food = need(state, side)
    state.leaders["france"].food -= 4
    state.order = [*SIDES]
    state.agenda = [TakeTurns(), Planning()]
    return state


def of_kind(told: list[Entry], kind: type[Entry]) -> list[Any]:
    return [entry for entry in told if isinstance(entry, kind)]


def turn_of(state: Nineteen33, side: Side, *others: Side) -> list[Entry]:
    """The turns of these leaders begin, one after the other, as they do after the plans."""
    state.turn = None
    state.order = [side, *others]
    for held in state.leaders.values():
        held.food = 99
    state.agenda = [TakeTurns(), Planning()]
    return [entry for leader in asked(state) for entry in play(state, leader, SealPlan())]


def leave(state: Nineteen33, order: Choice) -> None:
    """France leaves an order before the plans of the month."""
    state.agenda = [Planning()]
    play(state, "france", order)


# Standing answers


def test_19_6_standing_answers_stand_aside_from_auctions() -> None:
    state = position(sides=SIDES)
    state.agenda = [TakeTurns(), Bidding(auction=Auction("denmark", "food", 2, False), leaders=("france", "germany"))]
    play(state, "france", LeaveAnswers(auctions="stand_aside"))
    assert asked(state) == ["germany"]


@pytest.mark.parametrize(("news", "points"), [("accept", 1), ("decline", 0)])
def test_19_6_standing_answers_take_points_of_the_news_or_leave_them(news: Any, points: int) -> None:
    state = position(sides=SIDES)
    state.agenda = [Planning(), TakingPoint(place="norway", leaders=("france",))]
    play(state, "france", LeaveAnswers(news=news))
    path = state.places["norway"].path
    assert (path.points if path else 0) == points


@pytest.mark.parametrize(("support", "left"), [("pay", 10), ("refuse", 20)])
def test_19_6_standing_answers_pay_support_or_refuse_it(support: Any, left: int) -> None:
    state = position(sides=SIDES)
    state.leaders["france"].civil = 20
    state.leaders["france"].price = 10
    state.agenda = [Planning(), Supporting()]
    play(state, "france", LeaveAnswers(support=support))
    assert state.leaders["france"].civil == left


# The action turn


def test_19_6_an_action_turn_left_in_advance_is_played_when_it_comes_and_ends() -> None:
    state = position(sides=SIDES)
    state.leaders["france"].hand = [INFLUENCING]
    leave(state, LeaveTurn((PlayCard(INFLUENCING), Influence("norway", 3))))
    told = turn_of(state, "france", "germany")
    assert len(of_kind(told, OrderFired)) == 3
    path = state.places["norway"].path
    assert path is not None
    assert (path.owner, path.points) == ("france", 3)
    assert asked(state) == ["germany"]
    assert orders_of(state, "france") == NONE


def test_19_6_it_is_dropped_whole_if_any_part_is_impossible() -> None:
    state = position(sides=SIDES)
    state.leaders["france"].hand = [INFLUENCING]
    acts = (PlayCard(INFLUENCING), Influence("norway", 3), SignAlliance("norway"))
    leave(state, LeaveTurn(acts))
    told = turn_of(state, "france", "germany")
    assert one(told, OrderSwitchedOff).reason == "nineteen33.count_too_low"
    assert state.leaders["france"].hand == [INFLUENCING]
    assert asked(state) == ["france"]
    assert orders_of(state, "france") == NONE


def test_19_6_points_left_over_are_a_part_of_the_turn_too() -> None:
    for rest, left in (((LeaveRest(),), False), ((), True)):
        state = position(sides=SIDES)
        state.change("norway", path=Path("france", 4))
        state.leaders["france"].hand = [INFLUENCING]
        leave(state, LeaveTurn((PlayCard(INFLUENCING), Influence("norway", 3), *rest)))
        told = turn_of(state, "france", "germany")
        assert bool(of_kind(told, OrderSwitchedOff)) == left
        assert bool(of_kind(told, BoxWon)) != left


def test_19_6_a_turn_in_advance_may_deal_and_sign_without_a_card() -> None:
    state = position(sides=SIDES)
    boxes(state, "norway", "france")
    leave(state, LeaveTurn((Deal("denmark", food=1), SignAlliance("norway"))))
    turn_of(state, "france", "germany")
    assert state.places["norway"].allies == ("france",)
    assert state.places["denmark"].dealt_by == "france"


def test_19_6_a_turn_in_advance_may_move_workers() -> None:
    state = position(sides=SIDES)
    mobile = next(number for number, card in CARDS.items() if "mobility" in card.functions)
    held = state.leaders["france"]
    held.hand, held.unemployed = [mobile], 2
    before = held.labour["war"]
    leave(state, LeaveTurn((PlayCard(mobile), MoveWorkers("unemployed", "war", 1))))
    turn_of(state, "france", "germany")
    assert (held.labour["war"], held.unemployed) == (before + 1, 1)


def test_19_6_forms_can_ask_for_every_order() -> None:
    for kind in ORDER_CHOICES:
        assert blanks_of(kind) is not None, kind


def test_19_6_a_leader_that_acts_otherwise_drops_the_rest() -> None:
    """It can, where orders stopped because too many had answered at once (`engine.core.door.AT_ONCE`)."""
    state = position(sides=SIDES)
    state.leaders["france"].hand = [INFLUENCING, DEVELOPING]
    leave(state, LeaveTurn((PlayCard(INFLUENCING), Influence("norway", 3))))
    acting(state, "france")
    told = play(state, "france", PlayCard(DEVELOPING))
    assert one(told, OrderDropped).order == "turn"
    assert orders_of(state, "france") == NONE


def test_19_6_a_part_that_its_player_does_by_hand_is_done() -> None:
    state = position(sides=SIDES)
    state.leaders["france"].hand = [INFLUENCING]
    leave(state, LeaveTurn((PlayCard(INFLUENCING), Influence("norway", 3))))
    acting(state, "france")
    told = play(state, "france", PlayCard(INFLUENCING))
    assert len(of_kind(told, OrderFired)) == 2
    assert orders_of(state, "france") == NONE


def test_19_6_cards_left_in_advance_are_of_the_hand_and_one_only() -> None:
    state = position(sides=SIDES)
    state.agenda = [Planning()]
    state.leaders["france"].hand = [1, 2]
    assert refused(state, "france", LeaveTurn((PlayCard(3),))) == ("not_in_hand", "5.1")
    assert refused(state, "france", LeaveTurn((PlayCard(1), PlayCard(2)))) == ("one_card", "4.6")


# Secrecy, taking back, trying out


def test_19_6_orders_and_what_they_tell_are_known_to_their_player_alone() -> None:
    state = planning()
    told = play(state, "france", LeavePlan())
    assert [type(entry) for entry in seen(told, "france")] == [OrdersLeft, OrderFired]
    assert seen(told, "germany") == seen(told, None) == []
    assert view(state, "france").orders.plan is not None
    assert view(state, "germany").orders == view(state, None).orders == NONE
    other = GAME.redeal(state, "germany", Random(1))
    assert view(other, "germany") == view(state, "germany")
    assert encode(GAME.redeal(state, "germany", Random(2))) != encode(other)


def test_19_6_orders_are_taken_back() -> None:
    state = planning()
    state.agenda = [
        TakeTurns(),
        Planning(),
        Bidding(auction=Auction("denmark", "food", 2, False), leaders=("germany",)),
    ]
    assert refused(state, "france", DropOrder("plan")) == ("no_such_order", "19.6")
    play(state, "france", LeavePlan())
    assert one(play(state, "france", DropOrder("plan")), OrderDropped).order == "plan"
    assert orders_of(state, "france") == NONE


def test_19_6_an_order_is_tried_out_before_it_stands_and_nothing_comes_of_it() -> None:
    state = planning()
    state.agenda = [Planning(), Bidding(auction=Auction("denmark", "food", 2, False), leaders=("germany",))]
    before = encode(state)
    [good] = rehearse(GAME, state, "france", LeavePlan())
    [bad] = rehearse(GAME, state, "france", LeavePlan(food_um=1))
    assert isinstance(good.answer, SealPlan)
    assert good.refusal is None
    assert bad.answer is None
    assert [entry.reason for entry in bad.told if isinstance(entry, OrderSwitchedOff)] == ["price_above_limit"]
    assert encode(state) == before


def test_19_6_a_turn_in_advance_is_tried_out_as_if_it_began() -> None:
    state = planning()
    state.leaders["france"].hand = [INFLUENCING]
    possible = LeaveTurn((PlayCard(INFLUENCING), Influence("norway", 3)))
    impossible = LeaveTurn((PlayCard(INFLUENCING), SignAlliance("norway")))
    [good] = rehearse(GAME, state, "france", possible)
    [bad] = rehearse(GAME, state, "france", impossible)
    assert (good.answer, good.refusal) == (PlayCard(INFLUENCING), None)
    assert [entry.reason for entry in bad.told if isinstance(entry, OrderSwitchedOff)] == ["nineteen33.count_too_low"]


def test_19_6_a_trial_foretells_no_chance() -> None:
    """No choice that rolls, draws or reads something can be left in advance."""
    chancy = {
        choices.BoostCard,
        choices.Destabilise,
        choices.SwapCards,
        choices.ReadPress,
        choices.ReadSlips,
        choices.CallStrike,
        choices.SendArmy,
    }
    assert not chancy & set(get_args(Act))


def test_a_leader_in_its_own_turn_can_take_its_moves_back() -> None:
    state = position(sides=SIDES)
    boxes(state, "norway", "france")
    turn_of(state, "france", "germany")
    barriers = state.barriers
    play(state, "france", SignAlliance("norway"))
    assert state.barriers == barriers


def test_a_silent_order_is_a_barrier_as_its_turn_begins() -> None:
    state = position(sides=SIDES)
    turn_of(state, "france", "soviet_union")
    barriers = state.barriers
    play(state, "france", EndTurn())
    assert asked(state) == ["soviet_union"]
    assert state.barriers == barriers + 1
