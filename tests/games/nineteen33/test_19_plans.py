"""19.6: standing plans, which buy what is missing at the prices they allow, or switch themselves off."""

from __future__ import annotations

from engine.core.sealed import WithdrawAnswer
from engine.core.state import Side
from engine.nineteen33.choices import (
    SealPlan,
)
from engine.nineteen33.orders import LeavePlan
from engine.nineteen33.orders_kept import OrderFired, OrderSwitchedOff, orders_of
from engine.nineteen33.orders_left import NONE
from engine.nineteen33.plans import Planning
from engine.nineteen33.slips import DevelopmentSlip, InfluenceSlip
from engine.nineteen33.state import Nineteen33
from tests.games.nineteen33.positions import asked, one, play, write
from tests.games.nineteen33.test_19_orders import planning


def plan_of(state: Nineteen33, side: Side) -> SealPlan:
    step = state.agenda[-1]
    assert isinstance(step, Planning)
    return step.given[side]


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
