"""Chapter 6: labour, production, industry, food, support."""

import pytest

from engine.nineteen33 import food, industry, labour, production, suggestions, support
from engine.nineteen33.choices import PaySupport, SealPlan
from engine.nineteen33.journal import FoodShort, SupportPaid
from engine.nineteen33.printed import TRACKS
from engine.nineteen33.support import Supporting
from tests.games.nineteen33.positions import develop, offered, one, play, position, run

ALL = SealPlan(civil_most=suggestions.EVERYTHING, war_most=suggestions.EVERYTHING)


def test_6_1_two_up_of_food_and_raw_materials_one_of_industry() -> None:
    state = position()
    assert [production.output(state, "germany", track) for track in TRACKS] == [16, 6, 6, 1]


@pytest.mark.parametrize(("when", "made"), [("1934-03", 10), ("1934-04", 11)])
def test_6_2_half_a_up_appears_in_even_months(when: str, made: int) -> None:
    state = position(when)
    state.leaders["germany"].labour["civil"] = 7
    develop(state, "germany", "industry", branch="productive", steps=1)
    assert production.output(state, "germany", "civil") == made


def test_6_3_an_occupational_step_adds_room_on_both_tracks_of_industry() -> None:
    state = position()
    develop(state, "germany", "industry", branch="occupational", steps=2)
    assert [labour.capacity(state, "germany", track) for track in TRACKS] == [8, 3, 8, 4]


def test_6_4_a_productive_step_adds_none() -> None:
    state = position()
    develop(state, "germany", "food", branch="productive", steps=2)
    assert labour.capacity(state, "germany", "food") == 8


@pytest.mark.parametrize(("order", "left"), [("NAE", (0, 0, 1)), ("EAN", (1, 0, 0)), ("ANE", (0, 0, 1))])
def test_6_5_raw_materials_are_used_in_the_order_of_the_plan(order: str, left: tuple[int, int, int]) -> None:
    state = position()
    held = state.leaders["germany"]
    held.own_raw, held.allied_raw, held.other_raw = 3, 2, 2
    industry.work(state, "germany", SealPlan(civil_most=99, raw_first=order))  # type: ignore[arg-type]
    assert (held.own_raw, held.allied_raw, held.other_raw) == left


def test_6_6_war_industry_comes_first_and_brigades_before_squadrons() -> None:
    state = position()
    held = state.leaders["germany"]
    held.labour["war"], held.own_raw, held.brigade_rate, held.squadron_rate = 3, 4, 2, 2
    assert industry.makes(state, "germany", ALL) == (2, 1, 1)
    squadrons = SealPlan(civil_most=99, war_most=99, squadrons_first=True)
    assert industry.makes(state, "germany", squadrons) == (1, 2, 1)
    assert industry.makes(state, "germany", SealPlan(civil_most=99, war_most=1)) == (1, 0, 3)


def test_6_7_the_average_is_rounded_half_up_and_dearer_imports_count() -> None:
    state = position()
    held = state.leaders["germany"]
    held.raw_average = 7
    assert industry.average(state, held, {"N": 1, "A": 0, "E": 1}) == 2
    assert industry.average(state, held, {"N": 1, "A": 1, "E": 0}) == 2
    assert industry.average(state, held, {"N": 0, "A": 0, "E": 0}) == 7
    held.dear_raw = True
    assert industry.average(state, held, {"N": 0, "A": 0, "E": 2}) == 4


def test_6_8_the_unit_price_falls_with_steps_and_never_below_one() -> None:
    state = position()
    held = state.leaders["soviet_union"]
    assert industry.unit_price("soviet_union", held, 1, 2) == 18
    for sector in ("food", "extraction", "industry"):
        develop(state, "soviet_union", sector, branch="productive", steps=4)
    assert industry.unit_price("soviet_union", held, 1, 0) == 4
    assert industry.unit_price("soviet_union", held, -9, 0) == 1


def test_6_9_the_home_market_takes_its_demand_and_what_is_missing_raises_the_price() -> None:
    state = position()
    held = state.leaders["france"]
    held.own_raw, state.demand_change = 3, 1
    industry.work(state, "france", ALL)
    assert (held.sold, held.civil, held.price) == (3, 0, 19 + 1 + 3)
    state.demand_change = -1
    held.demand = 0
    assert industry.demand(state, "france") == 0


def test_6_10_nobody_has_to_make_all_it_could_and_the_rest_stays_in_stock() -> None:
    state = position()
    held = state.leaders["france"]
    held.own_raw, held.civil = 6, 9
    industry.work(state, "france", SealPlan(civil_most=2))
    assert (held.civil, held.own_raw) == (9 + 2 - 5, 4)


def test_6_11_everybody_eats() -> None:
    state = position()
    assert (food.need(state, "france"), food.need(state, "soviet_union")) == (20, 24)


def test_6_12_a_shortage_may_bring_a_strike_but_not_in_a_month_of_strike() -> None:
    state = position(hunger=[5])
    state.leaders["france"].food = 10
    food.eat(state, "france")
    assert state.leaders["france"].strike_next
    state = position(hunger=[6])
    food.eat(state, "france")
    assert not state.leaders["france"].strike_next
    state.leaders["italy"].strike = True
    food.eat(state, "italy")
    assert [entry.die for entry in state.news if isinstance(entry, FoodShort)] == [6, 0]


def test_6_13_two_causes_make_one_strike_and_a_month_of_taxes_is_lost_once() -> None:
    state = position()
    food.strike(state, "italy")
    food.strike(state, "italy")
    assert state.leaders["italy"].treasury == 500 - 4 * 18
    state.leaders["italy"].treasury, state.leaders["italy"].strike_next = 5, False
    food.strike(state, "italy")
    assert state.leaders["italy"].treasury == 0
    state.leaders["italy"].strike, state.leaders["italy"].own_raw = True, 6
    assert industry.makes(state, "italy", ALL).total == 0


@pytest.mark.parametrize(("stock", "units"), [(5, 0), (6, 3), (7, 4)])
def test_6_14_support_of_industry_is_due_from_the_demand_and_one_on(stock: int, units: int) -> None:
    state = position("1934-12")
    state.leaders["italy"].civil = stock
    assert support.units_due(state, "italy", "civil") == units


@pytest.mark.parametrize(("stock", "units"), [(10, 0), (11, 6)])
def test_6_15_support_of_food_is_due_from_half_the_need_and_one_on(stock: int, units: int) -> None:
    state = position("1934-12")
    state.leaders["italy"].food = stock
    assert support.units_due(state, "italy", "food") == units
    assert support.cost(state, "italy", "food") == units * 3


def test_6_16_who_refuses_loses_half_of_the_movable_ul() -> None:
    state = position("1934-12")
    italy = state.leaders["italy"]
    italy.civil, italy.food, italy.price = 6, 12, 18
    run(state, Supporting())
    assert offered(state, "italy", PaySupport)[0] == PaySupport(True, True)
    play(state, "italy", PaySupport(True, False))
    assert (italy.civil, italy.food, italy.treasury) == (3, 12, 500 - 54)
    assert (italy.labour["food"], italy.unemployed) == (7, 3)


def test_6_16_a_poor_treasury_is_not_asked_for_what_it_can_not_pay() -> None:
    state = position("1934-12")
    state.leaders["italy"].food, state.leaders["italy"].civil, state.leaders["italy"].treasury = 12, 6, 20
    run(state, Supporting())
    assert PaySupport(True, True) not in offered(state, "italy", PaySupport)
    told = play(state, "italy", PaySupport(False, True))
    assert one(told, SupportPaid).product == "food"
