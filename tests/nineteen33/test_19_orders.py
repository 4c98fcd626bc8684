"""19.6: standing plans, standing answers, action turns in advance, and turns to pass. They answer as soon as their
leader is asked, look like any other answer, and are known to nobody else.
"""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest

from app.decide.form_fields import blanks_of
from engine.core.choice import Choice
from engine.core.door import submit, waiting
from engine.core.journal import Entry, seen
from engine.core.refusal import Refusal
from engine.core.rehearsal import rehearse
from engine.core.sealed import WithdrawAnswer
from engine.core.state import Side, encode
from engine.nineteen33 import choices
from engine.nineteen33.action_journal import BoxWon, Obstructed, TensionBegan, TurnBegan, TurnEnded
from engine.nineteen33.auctions import Auction, Bidding
from engine.nineteen33.choices import (
    Deal,
    EndTurn,
    Influence,
    LeaveRest,
    PlayCard,
    SealPlan,
    SignAlliance,
    StirUp,
)
from engine.nineteen33.food import need
from engine.nineteen33.game import GAME
from engine.nineteen33.journal import MonthBegan
from engine.nineteen33.month import TakeTurns
from engine.nineteen33.orders import ORDER_CHOICES, DropOrder, LeaveAnswers, LeavePlan, LeaveTurn, PassTurns
from engine.nineteen33.orders_kept import OrderDropped, OrderFired, OrdersLeft, OrderSwitchedOff, orders_of
from engine.nineteen33.orders_left import NONE, Act, MoveWorkers
from engine.nineteen33.orders_wake import wakes
from engine.nineteen33.plans import Planning
from engine.nineteen33.press import TakingPoint
from engine.nineteen33.printed import CARDS
from engine.nineteen33.setup import Options
from engine.nineteen33.slips import DevelopmentSlip, InfluenceSlip
from engine.nineteen33.state import Nineteen33, Path
from engine.nineteen33.support import Supporting
from engine.nineteen33.view import view
from tests.nineteen33.positions import acting, asked, boxes, one, play, position, refused, write

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


def plan_of(state: Nineteen33, side: Side) -> SealPlan:
    step = state.agenda[-1]
    assert isinstance(step, Planning)
    return step.given[side]


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


# Standing plans


def test_19_6_a_standing_plan_buys_the_food_that_is_missing_and_nothing_else() -> None:
    state = planning()
    told = play(state, "france", LeavePlan())
    assert one(told, OrderFired).order == "plan"
    assert sum(deal.food for deal in plan_of(state, "france").deals) == 4
    assert asked(state) == ["germany", "soviet_union"]


def test_19_6_it_buys_from_the_named_states_in_their_order() -> None:
    state = planning()
    play(state, "france", LeavePlan(food_from=("norway", "denmark")))
    assert [(deal.state, deal.food) for deal in plan_of(state, "france").deals] == [("norway", 2), ("denmark", 2)]


def test_19_6_it_keeps_goods_back_as_long_as_a_slip_needs_works() -> None:
    for slip, reserve in ((DevelopmentSlip("food"), 2), (InfluenceSlip("norway"), 0)):
        state = planning()
        write(state, "france", slip)
        play(state, "france", LeavePlan(reserve=2))
        assert plan_of(state, "france").reserve == reserve


def test_19_6_it_buys_raw_materials_up_to_a_number_and_leaves_no_more_goods_than_wanted() -> None:
    state = planning()
    state.leaders["france"].own_raw = 3
    state.leaders["france"].civil = 2
    play(state, "france", LeavePlan(raw_to=8, leave=1))
    plan = plan_of(state, "france")
    assert sum(deal.raw for deal in plan.deals) == 5
    assert plan.civil_most == 5 + 1 - 2


def test_19_6_it_switches_itself_off_where_food_is_dearer_than_its_limit() -> None:
    state = planning()
    told = play(state, "france", LeavePlan(food_um=2))
    assert one(told, OrderSwitchedOff).reason == "price_above_limit"
    assert "france" in asked(state)
    assert orders_of(state, "france") == NONE


def test_19_6_it_switches_itself_off_with_tension_at_home() -> None:
    state = planning()
    state.change("france", tension=1)
    assert one(play(state, "france", LeavePlan()), OrderSwitchedOff).reason == "tension_at_home"


def test_19_6_it_switches_itself_off_where_no_named_state_is_open() -> None:
    state = planning()
    state.change("denmark", tension=1)
    told = play(state, "france", LeavePlan(food_from=("denmark",)))
    assert one(told, OrderSwitchedOff).reason == "no_open_state"


def test_19_6_it_switches_itself_off_where_the_treasury_is_too_small() -> None:
    state = planning()
    state.leaders["france"].treasury = 1
    assert one(play(state, "france", LeavePlan()), OrderSwitchedOff).reason == "treasury_too_small"


def test_19_6_a_plan_that_has_food_enough_asks_for_no_state() -> None:
    state = planning()
    state.leaders["france"].food = 99
    state.change("france", tension=1)
    play(state, "france", LeavePlan(food_um=1))
    assert plan_of(state, "france").deals == ()


def test_19_6_a_player_who_takes_back_what_an_order_sealed_answers_by_hand() -> None:
    state = planning()
    play(state, "france", LeavePlan())
    play(state, "germany", LeavePlan())
    play(state, "france", WithdrawAnswer())
    assert asked(state) == ["france", "soviet_union"]
    play(state, "soviet_union", SealPlan())
    assert asked(state) == ["france"]
    assert orders_of(state, "france").plan is not None
    play(state, "france", SealPlan())
    assert not orders_of(state, "france").by_hand


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


# Passing


def passing(state: Nineteen33, *wake: Any, months: int = 2) -> None:
    leave(state, PassTurns(months, wake))


def test_19_6_turns_are_passed_until_the_month_comes() -> None:
    state = position("1934-03", sides=SIDES)
    passing(state)
    assert orders_of(state, "france").passing is not None
    told: list[Entry] = []
    for month, is_asked in (("1934-03", False), ("1934-04", False), ("1934-05", True)):
        state.month = position(month).month
        told = turn_of(state, "france", "germany")
        assert (asked(state) == ["france"]) == is_asked
        assert bool(of_kind(told, OrderFired)) != is_asked
    assert one(told, OrderSwitchedOff).reason == "month"
    assert orders_of(state, "france") == NONE


def test_19_6_passing_left_after_its_turn_begins_with_the_next_month() -> None:
    state = position("1934-03", sides=SIDES)
    turn_of(state, "france", "germany")
    play(state, "france", EndTurn(), PassTurns(1))
    order = orders_of(state, "france").passing
    assert order is not None
    assert order.until == state.month + 2


def test_19_6_an_attack_wakes_whoever_asked_to_be_woken_by_it_and_nobody_else() -> None:
    for wake, is_asked in ((("attack",), True), (("path", "slip", "offer"), False), ((), False)):
        state = position(sides=SIDES)
        passing(state, *wake)
        tense = next(number for number, card in CARDS.items() if "tension" in card.functions)
        turn_of(state, "germany", "france", "soviet_union")
        state.leaders["germany"].hand = [tense]
        told = play(state, "germany", PlayCard(tense), StirUp("france", 1), EndTurn())
        assert bool(of_kind(told, TurnBegan))
        assert (asked(state) == ["france"]) == is_asked


@pytest.mark.parametrize(
    ("wake", "entry"),
    [
        ("attack", Obstructed("france", "food", 1, 0, 1)),
        ("attack", TensionBegan("france", 2)),
        ("path", BoxWon("france", "norway", 4)),
    ],
)
def test_19_6_reasons_to_wake_are_noted_as_they_happen(wake: Any, entry: Entry) -> None:
    state = position(sides=SIDES)
    passing(state, wake)
    assert GAME.after is not None
    state.news = [entry]
    GAME.after(state)
    order = orders_of(state, "france").passing
    assert order is not None
    assert order.woken == wake


def test_19_6_a_slip_in_danger_wakes() -> None:
    state = position("1934-09", sides=SIDES)
    write(state, "france", DevelopmentSlip("food"))
    passing(state, "slip", months=5)
    told = turn_of(state, "france", "germany")
    assert asked(state) == ["germany"]
    state.month += 1
    told = turn_of(state, "france", "germany")
    assert one(told, OrderSwitchedOff).reason == "slip"
    assert asked(state) == ["france"]


# Months that run through


def months_without_a_question(wake: tuple[Any, ...]) -> tuple[Nineteen33, list[Entry]]:
    """Three leaders answer everything in advance; the first plan that comes in starts it."""
    state = GAME.start(3, "ad" * 32, Options(years=1))
    while not isinstance(state.agenda[-1], Planning):
        side, menu = next(iter(waiting(GAME, state).items()))
        submit(GAME, state, side, next(iter(menu)))
    for leader in state.leaders.values():
        leader.food, leader.slips = 500, []
    told: list[Entry] = []
    for side in [*state.sides]:
        told += play(state, side, LeaveAnswers("stand_aside", "accept", "pay"), PassTurns(24, wake))
        told += play(state, side, LeavePlan())
    return state, told


def test_19_6_months_run_through_when_everybody_has_answered_in_advance() -> None:
    state, told = months_without_a_question(())
    assert len(of_kind(told, MonthBegan)) > 5
    while state.agenda:
        side = next(iter(waiting(GAME, state)))
        came = submit(GAME, state, side, next(iter(waiting(GAME, state)[side])))
        assert not isinstance(came, Refusal)
    assert state.ended == "calendar"


def test_19_6_nobody_who_asked_to_be_woken_is_passed_over() -> None:
    """Between what wakes a leader and its next question, no turn of it goes by."""
    state, told = months_without_a_question(("attack", "slip", "path", "offer"))
    for side in state.sides:
        woken = False
        for entry in told:
            woken = woken or wakes(state, side, entry) is not None
            assert not (woken and isinstance(entry, TurnEnded) and entry.side == side)


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
