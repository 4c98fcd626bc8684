"""Chapter 7: deals, goods for the other leader, armaments, press auctions."""

import pytest

from engine.core.choice import Choice
from engine.nineteen33 import choices
from engine.nineteen33.auctions import Auction
from engine.nineteen33.choices import AcceptOffer, BidPrice, Deal, OfferGoods, StandAside, Supply, TakePart
from engine.nineteen33.game import GAME
from engine.nineteen33.journal import AuctionHeld
from engine.nineteen33.printed.kinds import Product
from engine.nineteen33.state import Exclusive, Nineteen33
from tests.games.nineteen33.positions import acting, asked, boxes, one, play, position, refused, run


def test_7_1_a_deal_needs_calm_a_box_and_a_state_that_is_open() -> None:
    state = acting(position(), "france")
    deal = Deal("belgium", food=1)
    assert refused(state, "france", Deal("hungary", food=1)) == ("not_represented", "7.1")
    state.change("belgium", tension=1)
    assert refused(state, "france", deal) == ("tension_there", "11.1")
    state.change("belgium", tension=0, war="civil")
    assert refused(state, "france", deal) == ("at_war", "12.5")
    state.change("belgium", war="", closed=True)
    assert refused(state, "france", deal) == ("coup_there", "12.3")
    state.change("belgium", closed=False, exclusive=Exclusive("united_kingdom", 2))
    assert refused(state, "france", deal) == ("closed_by_rival", "7.1")
    state.change("belgium", exclusive=None, dealt_by="united_kingdom")
    assert refused(state, "france", deal) == ("dealt_already", "7.1")
    state.change("france", tension=1)
    state.change("belgium", dealt_by=None)
    assert refused(state, "france", deal) == ("own_tension", "11.2")


def test_7_2_each_line_once_and_at_most_four_states() -> None:
    state = acting(position(), "france")
    for place in ("belgium", "denmark", "finland", "norway"):
        play(state, "france", Deal(place, food=1))
    assert refused(state, "france", Deal("sweden", food=1)) == ("too_many_states", "7.2")
    assert refused(state, "france", Deal("belgium", food=1)) == ("line_used", "7.2")
    assert refused(state, "france", Deal("belgium")) == ("empty_deal", "7.2")
    assert refused(state, "france", Deal("belgium", raw=9)) == ("more_than_there_is", "7.2")
    play(state, "france", Deal("belgium", raw=4))


@pytest.mark.parametrize(("quantity", "um"), [(4, 12), (5, 20), (8, 32)])
def test_7_3_half_the_stock_at_the_quote_and_more_for_one_um_more(quantity: int, um: int) -> None:
    state = acting(position(), "france")
    play(state, "france", Deal("denmark", food=quantity))
    assert state.leaders["france"].treasury == 500 - um


def test_7_3_allies_and_holders_of_exclusives_pay_two() -> None:
    state = acting(position(), "france")
    state.change("denmark", exclusive=Exclusive("france", 1))
    play(state, "france", Deal("denmark", food=8))
    assert state.leaders["france"].treasury == 484


def test_7_4_raw_materials_cost_the_treasury_nothing() -> None:
    state = acting(position(), "france")
    state.change("belgium", allies=("france",))
    play(state, "france", Deal("belgium", raw=4), Deal("sweden", raw=5))
    france = state.leaders["france"]
    assert (france.treasury, france.allied_raw, france.other_raw, france.dear_raw) == (500, 4, 5, True)


def test_7_5_civil_goods_bring_no_cash_and_count_for_indirect_taxes() -> None:
    state = acting(position(), "france")
    france = state.leaders["france"]
    france.civil = france.exportable = 5
    assert refused(state, "france", Deal("belgium", civil=4)) == ("more_than_there_is", "7.2")
    play(state, "france", Deal("belgium", civil=3))
    assert (france.civil, france.sold, france.treasury) == (2, 3, 500)
    assert refused(state, "france", Deal("sweden", civil=3)) == ("not_in_stock", "6.10")


def test_7_6_two_allies_share_a_state_and_the_first_has_it() -> None:
    state = acting(position(), "france")
    state.change("belgium", allies=("france", "united_kingdom"))
    play(state, "france", Deal("belgium", food=1))
    acting(state, "united_kingdom")
    assert refused(state, "united_kingdom", Deal("belgium", raw=1)) == ("dealt_already", "7.1")


def selling(product: str, quantity: int) -> Nineteen33:
    """France has offered the United Kingdom these goods."""
    state = position()
    state.pacts = ["liberal"]
    state.leaders["france"].food = state.leaders["france"].own_raw = 10
    acting(state, "france")
    play(state, "france", OfferGoods(product, quantity))  # type: ignore[arg-type]
    return state


def test_7_7_food_for_the_other_leader_pays_a_duty_that_is_lost() -> None:
    state = selling("food", 3)
    play(state, "united_kingdom", AcceptOffer(1))
    france, kingdom = state.leaders["france"], state.leaders["united_kingdom"]
    assert (france.treasury, france.food) == (509, 7)
    assert (kingdom.treasury, kingdom.food) == (500 - 12, 3)


def test_7_7_raw_materials_cost_no_cash_and_are_foreign_to_the_buyer() -> None:
    state = selling("raw", 4)
    play(state, "united_kingdom", AcceptOffer(1))
    kingdom = state.leaders["united_kingdom"]
    assert (kingdom.treasury, kingdom.other_raw, kingdom.dear_raw) == (500, 4, True)
    assert state.leaders["france"].own_raw == 6


def test_7_7_an_offer_needs_an_alliance_and_is_answered_in_the_same_month() -> None:
    state = acting(position(), "france")
    state.leaders["france"].food = 9
    assert refused(state, "france", OfferGoods("food", 1)) == ("no_pact", "7.7")
    state = selling("food", 3)
    assert refused(state, "france", OfferGoods("food", 1)) == ("offered_already", "7.7")
    assert state.offers[0].until == state.month
    state.leaders["united_kingdom"].treasury = 0
    assert refused(state, "united_kingdom", AcceptOffer(1)) == ("too_dear", "13.5")
    play(state, "united_kingdom", choices.DeclineOffer(1))
    assert not GAME.out_of_turn.awaited(state)


def test_7_8_supplies_go_to_allies_twice_a_year_apart_and_from_one_leader() -> None:
    state = acting(position(), "france")
    france = state.leaders["france"]
    france.brigades = (20,) * 4
    assert refused(state, "france", Supply("belgium")) == ("not_allied", "7.8")
    state.change("belgium", allies=("france", "united_kingdom"))
    assert refused(state, "france", Supply("belgium")) == ("too_few_brigades", "7.8")
    france.brigades = (20,) * 11
    play(state, "france", Supply("belgium"))
    assert refused(state, "france", Supply("belgium")) == ("supplied_lately", "7.8")
    state.leaders["united_kingdom"].brigades = (20,) * 6
    acting(state, "united_kingdom")
    assert refused(state, "united_kingdom", Supply("belgium")) == ("supplied_by_other", "7.8")
    state.month += 12
    acting(state, "france")
    play(state, "france", Supply("belgium"))
    assert refused(state, "france", Supply("belgium")) == ("supplied_twice", "7.8")


def test_7_9_a_plan_may_supply_too() -> None:
    from engine.nineteen33.plans import carry_out_trade

    state = position()
    state.change("belgium", allies=("france",))
    state.leaders["france"].brigades = (20,) * 6
    carry_out_trade(state, "france", choices.SealPlan(supplies=("belgium", "denmark")))
    assert state.places["belgium"].supplies == (state.month,)
    assert state.places["denmark"].supplies == ()


def test_7_10_the_treasury_gets_back_what_it_paid_oldest_first() -> None:
    state = acting(position(), "france")
    state.change("denmark", allies=("france",))
    france = state.leaders["france"]
    france.brigades = (20, 21, 22, 23)
    play(state, "france", Supply("denmark"))
    assert (france.treasury, [*france.brigades], france.sold) == (563, [23], 3)


def auction(state: Nineteen33, place: str, product: Product, quantity: int, wanted: bool) -> list[str]:
    """Hold this auction; who is asked."""
    run(state, Auction(place, product, quantity, wanted))
    return asked(state)


def bid(state: Nineteen33, **bids: Choice) -> AuctionHeld:
    told = [entry for side in asked(state) for entry in play(state, side, bids.get(side, StandAside()))]
    return one(told, AuctionHeld)


def test_7_11_only_allies_take_part_and_tension_stops_it() -> None:
    state = position()
    assert auction(state, "sweden", "raw", 3, wanted=False) == state.order
    assert bid(state).winner is None
    state.change("sweden", allies=("germany",))
    assert auction(state, "sweden", "raw", 3, wanted=False) == ["germany"]
    state.agenda = []
    state.change("sweden", allies=(), tension=1)
    assert auction(state, "sweden", "raw", 3, wanted=False) == []


def test_7_11_leaders_without_a_player_take_no_part() -> None:
    state = position(sides=("france", "germany", "soviet_union"))
    assert auction(state, "sweden", "raw", 3, wanted=False) == ["france", "germany", "soviet_union"]


def test_7_12_civil_goods_are_sold_by_the_lowest_unit_price_then_by_lot() -> None:
    state = position(lot=[2])
    for leader in ("france", "united_kingdom", "germany"):
        state.leaders[leader].civil = state.leaders[leader].exportable = 3
    assert auction(state, "belgium", "civil", 3, wanted=True) == ["france", "united_kingdom", "germany"]
    told = bid(state, france=TakePart(), united_kingdom=TakePart())
    assert (told.winner, state.leaders["united_kingdom"].sold) == ("united_kingdom", 3)
    state.leaders["united_kingdom"].exportable = 0
    auction(state, "belgium", "civil", 3, wanted=True)
    assert bid(state, france=TakePart(), germany=TakePart()).winner == "germany"


def test_7_13_food_is_sold_at_the_lowest_price_offered() -> None:
    state = position()
    state.leaders["france"].food = state.leaders["italy"].food = 5
    assert auction(state, "poland", "food", 5, wanted=True) == ["france", "italy"]
    assert refused(state, "france", BidPrice(6))[1] == "7.13"
    told = bid(state, france=BidPrice(5), italy=BidPrice(4))
    assert (told.winner, told.um) == ("italy", 20)
    assert (state.leaders["italy"].treasury, state.leaders["italy"].food) == (520, 0)


def test_7_14_an_offer_goes_to_the_most_boxes_then_by_lot() -> None:
    state = position(lot=[1])
    boxes(state, "spain", "italy")
    auction(state, "spain", "food", 4, wanted=False)
    told = bid(state, france=TakePart(), italy=TakePart())
    assert (told.winner, told.um) == ("italy", -12)
    auction(state, "spain", "raw", 4, wanted=False)
    told = bid(state, france=TakePart(), united_kingdom=TakePart())
    assert told.winner == "france"
    assert state.leaders["france"].other_raw == 4


def test_7_15_of_a_leader_that_nobody_plays_the_home_track_counts() -> None:
    state = position(sides=("france", "germany", "soviet_union"))
    boxes(state, "italy", "france")
    auction(state, "italy", "food", 4, wanted=False)
    assert bid(state, france=TakePart(), germany=TakePart()).winner == "germany"
    assert (state.leaders["italy"].treasury, state.leaders["italy"].food) == (500, 0)
