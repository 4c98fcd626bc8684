"""The figures that the table works out for its readers: functions that can do nothing now, market prices of a year,
odds of bonds, cancelled units, standing orders; and the galleries among the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from app.render.cards import gallery
from engine.core import door, registry
from engine.core.game import Opening
from engine.nineteen33 import choices
from engine.nineteen33.functions import Uses
from engine.nineteen33.game import GAME
from engine.nineteen33.idle import idle_functions
from engine.nineteen33.orders import LeavePlan, PassTurns
from engine.nineteen33.printed import COLONIES, FUNCTIONS, LEADERS, PRESS, STATES, tables
from engine.nineteen33.printed.odds import bond_odds
from engine.nineteen33.setup import Options
from engine.nineteen33.slips import BondsSlip, DevelopmentSlip, LabourSlip
from engine.nineteen33.state import HOME, Nineteen33, Turn, Unit
from engine.nineteen33.view import view
from tests.games.nineteen33.positions import acting, develop, play, position, write
from tests.games.nineteen33.test_board import LANGUAGES, begun, parts, reader

LATE = 15
"""A month of the second year."""


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    before = [*registry.added]
    registry.add(["engine.nineteen33.game"])
    yield
    registry.added[:] = before


def in_month(month: int) -> Nineteen33:
    """Two years, with what counts unanswered."""
    state, _ = GAME.open(Opening(LEADERS, Options(years=2), "33" * 32, players=5))
    while state.month < month:
        side, menu = next(iter(door.waiting(GAME, state).items()))
        door.apply(GAME, state, side, next(iter(menu)))
    return state


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_cards_states_powers_and_press_sheets_are_in_the_gallery(language: str) -> None:
    kinds = {section.kind: section for section in gallery(GAME, language)}
    assert [card.key for card in kinds["state"].cards] == [f"state-{name}" for name in (*STATES, *COLONIES)]
    assert [card.key for card in kinds["power"].cards] == [f"power-{name}" for name in LEADERS]
    assert len(kinds["press"].cards) == len(PRESS)
    for card in kinds["press"].cards:
        printed = PRESS[card.key.removeprefix("press-")]
        assert all(reader(language).name(printed.id, str(year)) in card.html for year in printed.years), card.key
    whole = " ".join(card.html for section in kinds.values() for card in section.cards)
    assert not [word for word in ("ui.nineteen33", "phrase.nineteen33", "field.nineteen33") if word in whole]


def test_1_6_the_card_of_a_state_says_what_it_sells_and_asks_for() -> None:
    [spain] = [card for section in gallery(GAME, "en") for card in section.cards if card.key == "state-spain"]
    text = spain.html.striptags()
    assert "6 a month, 3 of them at the lower price" in text
    assert "6 brigades, and 6 at least a year later" in text


def test_5_3_a_function_that_can_do_nothing_is_greyed_with_its_reason() -> None:
    state = begun(5)
    state.leaders["france"].hand = [2]
    state.leaders["france"].civil = 0
    drawn = parts(state, "france")["hand"]
    assert "You have no open development path (rule 5.7)." in drawn
    assert 'href="/rules/nineteen33#5.7"' in drawn
    assert drawn.count('n33-idle"') == drawn.count("not possible now") == 2
    develop(state, "france", "food", path=0)
    assert "5.7" not in parts(state, "france")["hand"]


def test_5_3_a_function_is_idle_exactly_when_no_use_of_it_is_possible() -> None:
    """Played at random, with a card that has every function and money enough."""
    state, rng = begun(), Random(5)
    for _ in range(40):
        asked = door.waiting(GAME, state)
        side, menu = rng.choice([*asked.items()])
        door.apply(GAME, state, side, menu.sample(rng))
        for leader in state.sides:
            assert {*FUNCTIONS} - {*idle_functions(state, leader)} == usable(state, leader)


def usable(state: Nineteen33, leader: str) -> set[str]:
    """The functions of which the rules accept some use."""
    other = GAME.clone(state)
    other.leaders[leader].treasury = 10_000
    found: set[str] = set()
    for card in range(1, 61):
        other.turn = Turn(leader, card=card, points=11)
        menu = Uses(other, leader)
        for function, use, most in menu.usable():
            if function.id not in found and next(menu.possible(use, most), None) is not None:
                found.add(function.id)
        if len(found) == len(FUNCTIONS):
            break
    return found


def test_18_7_functions_that_serve_an_open_aim_are_marked() -> None:
    state = begun(5)
    write(state, "france", LabourSlip(), BondsSlip(100), DevelopmentSlip("food"))
    assert view(state, "france").helps == ["mobility", "infrastructure", "development"]
    assert view(state, None).helps == view(state, "germany").helps == []
    state.leaders["france"].hand = [3]
    assert "n33-h1" in parts(state, "france")["hand"], "mobility; nothing can be built yet"


def test_8_1_market_prices_of_the_last_twelve_months_are_drawn_and_told() -> None:
    state = in_month(LATE)
    quotes = view(state, None).quotes
    assert len(quotes) == 12
    assert quotes[-1] == (state.food_quote, state.raw_quote)
    drawn = parts(state)["market"]
    assert drawn.count('<th scope="row">') == 12
    assert "April 1933" in drawn
    assert "March 1934" in drawn
    assert [line.partition('"')[0].count(",") for line in drawn.split('points="')[1:]] == [12, 12]
    assert len(view(in_month(3), None).quotes) == 3


def test_4_6_the_bill_of_a_turn_begins_at_what_the_treasury_had() -> None:
    state = acting(position(), "france", 32)
    play(state, "france", choices.Influence("belgium", 3))
    assert state.turn
    assert state.turn.treasury - state.leaders["france"].treasury == 30


def test_10_9_units_that_cancel_each_other_have_broken_arrows() -> None:
    state = begun()
    state.leaders["france"].armies[0] = Unit(HOME, "spain")
    alone = parts(state)
    assert "n33-faces" in alone["units"]
    assert "n33-broken" not in alone["units"]
    state.leaders["italy"].divisions[0] = Unit("mediterranean", "spain")
    both = parts(state)
    assert both["units"].count("n33-broken") == 2
    assert "they cancel each other" in both["place-spain"]


def test_14_3_the_odds_of_a_bond() -> None:
    """Two dice of six: 3 of 36 above ten pips, 3 with ten."""
    assert [(one.auction, one.percent, one.change) for one in bond_odds(tables.bonds)] == [
        (1, 8, -1),
        (1, 8, 0),
        (2, 33, 1),
        (3, 30, 2),
        (4, 20, 3),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_19_6_orders_that_stand_are_shown_to_their_power_alone(language: str) -> None:
    state = begun(5)
    play(state, "france", LeavePlan(4, ("norway", "spain"), 6), PassTurns(2, ("attack",)))
    drawn = parts(state, "france", language)["orders"]
    assert drawn.count("<li>") == 2
    assert reader(language).thing("norway") in drawn
    assert 'href="#orders-pane"' in drawn
    assert "ui.nineteen33" not in drawn
    assert parts(state, "germany", language)["orders"].strip() == ""
    assert parts(state, None, language)["orders"].strip() == ""


def test_7_1_9_2_12_1_the_card_of_a_state_says_what_is_closed_to_its_reader_and_why() -> None:
    state = begun(5)
    state.change("hungary", tension=2)
    own = parts(state, "france")["place-hungary"]
    assert "No deal" in own
    assert "There is tension in Hungary (rule" in own
    assert "No influence" in own
    assert "No coup" not in own, "it is unstable"
    assert "No coup" in parts(state, "france")["place-sweden"]
    assert "No deal" not in parts(state)["place-hungary"]
