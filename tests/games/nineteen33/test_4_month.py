"""Chapter 4: the sequence of a month."""

from engine.core.door import apply, waiting
from engine.nineteen33 import choices
from engine.nineteen33.calendar import is_even, turn_name, year_of
from engine.nineteen33.choices import EndTurn, PlannedDeal, SealPlan
from engine.nineteen33.game import GAME
from engine.nineteen33.journal import DealDropped, Dealt, HeadlineTurned, IndustryMade, OrderDrawn, Produced
from engine.nineteen33.month import BeginMonth, EndMonth
from engine.nineteen33.plans import Planning
from engine.nineteen33.press import TurnUpPress
from engine.nineteen33.production import PrimaryProduction
from engine.nineteen33.state import Exclusive
from tests.games.nineteen33.positions import acting, asked, boxes, develop, one, play, position, refused, run


def test_4_1_the_order_is_drawn_each_month_and_a_guided_leader_stands_behind_its_guide() -> None:
    state = position("1934-01", sides=("france", "germany", "soviet_union"))
    state.pile = ["P1-02"]
    told = run(state, BeginMonth())
    assert sorted(one(told, OrderDrawn).order) == sorted(state.sides)
    for leader, guided in state.guided.items():
        assert state.line[state.line.index(guided.guide) + 1] == leader
    assert len(state.line) == 5


def test_4_2_the_headline_of_the_year_is_turned_up() -> None:
    state = position("1934-02")
    state.pile = ["P1-02"]
    assert one(run(state, TurnUpPress()), HeadlineTurned).year == 1934
    assert (state.food_quote, state.raw_quote, state.headlines) == (5, 2, ["P1-02"])


def test_4_3_food_and_extraction_produce_into_stock_but_not_on_strike() -> None:
    state = position()
    state.leaders["italy"].strike = True
    told = run(state, PrimaryProduction())
    assert [entry.leader for entry in told if isinstance(entry, Produced)] == [
        leader for leader in state.line if leader != "italy"
    ]
    assert (state.leaders["france"].food, state.leaders["italy"].food) == (16, 0)


def test_4_4_plans_are_sealed_with_at_most_four_states_and_three_reserved() -> None:
    state = position()
    state.agenda = [Planning()]
    assert refused(state, "france", SealPlan(reserve=4)) == ("reserve_too_much", "4.4")
    many = tuple(PlannedDeal(place, food=1) for place in ("belgium", "denmark", "finland", "norway", "sweden"))
    assert refused(state, "france", SealPlan(many)) == ("too_many_states", "7.2")
    play(state, "france", SealPlan(many[:4], reserve=3))
    assert "france" not in asked(state)


def test_4_5_deals_come_before_industry_and_what_is_impossible_is_cut_or_dropped() -> None:
    state = position()
    for held in state.leaders.values():
        held.own_raw = 6
    state.agenda = [Planning()]
    wish = SealPlan((PlannedDeal("poland", food=2),), reserve=2, civil_most=99)
    state.order = ["france", "germany", "italy", "united_kingdom", "soviet_union"]
    told = [entry for side in state.order for entry in play(state, side, wish)]
    assert one(told, Dealt).leader == "france"
    dropped = [entry for entry in told if isinstance(entry, DealDropped)]
    assert {entry.reason for entry in dropped} == {"nineteen33.dealt_already"}
    first_made = next(number for number, entry in enumerate(told) if isinstance(entry, IndustryMade))
    assert all(not isinstance(entry, Dealt | DealDropped) for entry in told[first_made:])
    france = state.leaders["france"]
    assert (france.reserved, france.civil, france.sold) == (2, 0, 4)
    assert france.price == 19 + 1 + 1


def test_4_5_a_deal_is_cut_to_what_the_treasury_can_pay() -> None:
    state = position()
    state.leaders["france"].treasury = 7
    state.agenda = [Planning()]
    told = [entry for side in state.order for entry in play(state, side, SealPlan((PlannedDeal("spain", food=3),)))]
    assert one(told, Dealt).food == 2


def test_4_6_players_act_one_after_the_other_and_end_their_turns() -> None:
    state = acting(position(), "france", 1)
    assert refused(state, "france", choices.PlayCard(2)) == ("one_card", "4.6")
    assert asked(state) == ["france"]
    play(state, "france", EndTurn())
    assert state.turn is None


def test_4_7_the_month_ends_leader_by_leader_and_counts_down() -> None:
    state = position()
    for held in state.leaders.values():
        held.food = 30
    france = state.leaders["france"]
    france.civil, france.reserved, france.sold = 1, 2, 5
    develop(state, "france", "food", branch="productive", works=1)
    state.change("poland", tension=2, shield=1, closed=True, dealt_by="italy", lines=("food",))
    state.change("spain", exclusive=Exclusive("france", 1))
    state.pile = ["P1-01"]
    run(state, EndMonth())
    assert (france.food, france.civil, france.reserved, france.treasury) == (10 + 16, 3, 0, 508)
    assert france.development["food"].path == 0
    poland = state.places["poland"]
    assert (poland.tension, poland.shield, poland.closed, poland.dealt_by, poland.lines) == (1, 0, False, None, ())
    assert state.places["spain"].exclusive is None


def test_4_8_december_ends_the_year() -> None:
    state = position("1933-12", hunger=[])
    state.years = 1
    for held in state.leaders.values():
        held.food = 20
    run(state, EndMonth())
    assert state.ended == "calendar"
    assert not state.agenda


def test_4_9_months_are_those_of_the_calendar_and_seventy_two_are_played() -> None:
    assert [is_even(number) for number in (1, 2, 12, 13, 14)] == [False, True, True, False, True]
    assert (year_of(1), year_of(12), year_of(13), year_of(72)) == (1933, 1933, 1934, 1938)
    assert position().last_month == 72
    assert turn_name(15).facts["year"] == 1934


def test_19_4_a_month_goes_by_on_suggestions_alone() -> None:
    """Absent leaders are fed and solvent."""
    state = GAME.start(5, "33" * 32)
    while state.month < 3:
        side, menu = next(iter(waiting(GAME, state).items()))
        apply(GAME, state, side, next(iter(menu)))
    assert all(held.treasury > 0 for held in state.leaders.values())
    assert not any(held.strike or held.strike_next for held in state.leaders.values())
    assert all(held.slips for held in state.leaders.values())


def test_19_5_the_default_plan_buys_missing_food_where_it_covers_most() -> None:
    state = position()
    state.leaders["france"].food = 16
    boxes(state, "denmark", "france", "france")
    state.agenda = [Planning()]
    [first, *_] = [*waiting(GAME, state)["france"]]
    assert isinstance(first, SealPlan)
    assert first.deals == (PlannedDeal("denmark", food=4),)
    assert (first.reserve, first.civil_most, first.raw_first) == (0, 10, "NAE")
