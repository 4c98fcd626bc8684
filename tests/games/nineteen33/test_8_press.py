"""Chapter 8: the press."""

from engine.nineteen33.choices import AcceptPoint, DeclinePoint
from engine.nineteen33.journal import NewsVoid
from engine.nineteen33.press import CarryNews, TurnUpPress
from engine.nineteen33.printed import PRESS, press
from engine.nineteen33.printed.vocabulary import (
    DevelopmentPlus,
    EndlessWar,
    InfluenceMinus,
    InfluencePlus,
    NewsTension,
)
from engine.nineteen33.state import Exclusive, Path
from engine.nineteen33.year import press_cards
from tests.games.nineteen33.positions import asked, develop, offered, one, play, position, run


def test_8_1_a_headline_quotes_and_changes_home_demand() -> None:
    state = position("1933-05")
    state.pile = ["P1-01"]
    run(state, TurnUpPress())
    assert (state.food_quote, state.raw_quote, state.demand_change) == (4, 4, -1)


def test_8_2_repercussions_are_carried_out_in_the_order_written_and_tension_does_not_stop_points() -> None:
    state = position("1934-05")
    state.pile = ["P1-20"]
    state.change("spain", tension=2)
    run(state, TurnUpPress())
    assert asked(state) == ["soviet_union"]
    play(state, "soviet_union", AcceptPoint())
    assert state.places["spain"].path == Path("soviet_union", 1)
    assert state.places["spain"].tension == 2


def test_8_3_the_owner_of_the_path_comes_first_then_the_order() -> None:
    state = position()
    both = InfluencePlus("latvia", ("france", "united_kingdom"))
    state.order = ["united_kingdom", "france", "germany", "italy", "soviet_union"]
    run(state, CarryNews(both))
    play(state, "france", AcceptPoint())
    play(state, "united_kingdom", DeclinePoint())
    assert state.places["latvia"].path == Path("france", 1)
    run(state, CarryNews(both))
    assert asked(state) == ["france"]


def test_8_3_in_its_own_home_a_government_comes_first() -> None:
    state = position()
    run(state, CarryNews(InfluencePlus("italy", ("france", "italy"))))
    play(state, "france", AcceptPoint())
    play(state, "italy", AcceptPoint())
    assert state.places["italy"].path == Path("italy", 1)


def test_8_4_every_leader_concerned_loses_a_point_of_its_path() -> None:
    state = position()
    state.change("norway", path=Path("france", 1))
    run(state, CarryNews(InfluenceMinus("norway", ("united_kingdom",))))
    assert state.places["norway"].path == Path("france", 1)
    run(state, CarryNews(InfluenceMinus("norway", ("france", "united_kingdom"))))
    assert state.places["norway"].path is None


def test_8_5_a_point_of_development_on_a_path_of_ones_choice() -> None:
    state = position()
    develop(state, "france", "food", branch="productive", path=1)
    develop(state, "france", "industry", branch="productive", path=3)
    develop(state, "united_kingdom", "food", branch="productive", works=1)
    run(state, CarryNews(DevelopmentPlus(("france", "united_kingdom"))))
    assert asked(state) == ["france"]
    assert offered(state, "france", AcceptPoint) == [AcceptPoint("industry"), AcceptPoint("food")]
    play(state, "france", AcceptPoint("food"))
    assert state.leaders["france"].development["food"].path == 2


def test_8_6_tension_by_news_suspends_an_exclusive_and_does_not_end_it() -> None:
    state = position()
    state.change("greece", exclusive=Exclusive("italy", 3))
    run(state, CarryNews(NewsTension("greece", 2)))
    assert state.places["greece"].tension == 2
    assert state.places["greece"].exclusive == Exclusive("italy", 3)


def test_8_7_a_leader_without_a_player_takes_a_point_only_towards_a_target() -> None:
    state = position(sides=("france", "germany", "soviet_union"))
    point = InfluencePlus("belgium", ("united_kingdom",))
    run(state, CarryNews(point))
    assert state.places["belgium"].path is None
    guided = state.guided["united_kingdom"]
    state.guided["united_kingdom"] = type(guided)(guided.guide, "M01", ("", "", "belgium", "", ""), guided.reached)
    run(state, CarryNews(point))
    assert state.places["belgium"].path == Path("united_kingdom", 1)


def test_8_8_news_without_a_target_or_on_a_war_are_void() -> None:
    state = position()
    state.change("greece", war="civil")
    for news in (InfluencePlus("greece", ("france",)), NewsTension("greece", 1), InfluenceMinus("greece", ("france",))):
        assert one(run(state, CarryNews(news)), NewsVoid).place == "greece"
    assert one(run(state, CarryNews(DevelopmentPlus(("france",)))), NewsVoid).what == "development_plus"


def test_8_9_headlines_never_change_the_map() -> None:
    operations = {type(one) for card in PRESS.values() for news in card.years.values() for one in news.does}
    assert {one.__struct_config__.tag for one in operations} == {
        "influence_plus",
        "influence_minus",
        "development_plus",
        "tension",
        "endless_war",
        "request",
        "offer",
    }


def test_8_10_the_spanish_war_begins_once() -> None:
    state = position("1936-07")
    state.change("spain", path=Path("italy", 2), shield=2)
    run(state, CarryNews(EndlessWar("spain")))
    assert (state.places["spain"].war, state.places["spain"].path, state.places["spain"].shield) == ("endless", None, 0)
    assert run(state, CarryNews(EndlessWar("spain"))) == []


def test_8_11_a_leaders_card_is_in_the_deck_only_when_nobody_plays_it() -> None:
    assert len(press_cards(position(), 0)) == 20
    three = press_cards(position(sides=("france", "germany", "soviet_union")), 0)
    assert {PRESS[card].about for card in three} >= {"united_kingdom", "italy"}
    assert len(three) == 22
    assert [len(deck.cards) for deck in press.decks] == [25, 25]
