"""Every headline, every manoeuvre card and every function of a card is carried out once."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.door import submit, waiting
from engine.core.refusal import Refusal
from engine.nineteen33 import choices, guided
from engine.nineteen33.auctions import Auction
from engine.nineteen33.functions import USES, Uses
from engine.nineteen33.game import GAME
from engine.nineteen33.invariants import CHECKS
from engine.nineteen33.invariants import cards as hands
from engine.nineteen33.invariants import press as piles
from engine.nineteen33.press import TurnUpPress
from engine.nineteen33.printed import CARDS, FUNCTIONS, MANOEUVRES, PRESS
from engine.nineteen33.printed.vocabulary import Offer, Request
from engine.nineteen33.slips import LabourSlip
from engine.nineteen33.state import Guided, Nineteen33, Path
from tests.games.nineteen33.positions import acting, develop, play, position, run, write

FOUR = ("france", "united_kingdom", "germany", "italy")
HEADLINES = [(card.id, year) for card in PRESS.values() for year in card.years]
WAYS = {"first": 0, "last": -1}


def broken(state: Nineteen33) -> list[str]:
    """The breaches of all that holds in a position without hands and a pile of its own."""
    return [breach for check in CHECKS if check not in (hands, piles) for breach in check(state)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("card", "year"), HEADLINES)
def test_every_headline_is_carried_out_whatever_is_answered(card: str, year: int, way: str) -> None:
    state = position(f"{year}-05", sides=FOUR)
    state.pile = [card]
    state.guided["soviet_union"] = Guided("france", "M01", ("", "", "finland", "", ""), (False,) * 5)
    for leader in state.leaders:
        develop(state, leader, "food", branch="productive", path=4, started=state.month)
        state.leaders[leader].food = state.leaders[leader].civil = state.leaders[leader].exportable = 9
    run(state, TurnUpPress())
    while state.agenda:
        side, menu = next(iter(waiting(GAME, state).items()))
        play(state, side, [*menu][WAYS[way]])
    assert state.news_card == card
    assert broken(state) == []


def test_auctions_of_the_press_are_of_four_kinds() -> None:
    offers = {
        (type(one), one.product)
        for card in PRESS.values()
        for news in card.years.values()
        for one in news.does
        if isinstance(one, Request | Offer)
    }
    assert offers == {(Request, "civil"), (Request, "food"), (Offer, "food"), (Offer, "raw")}
    assert Auction.clause == "7.11"


@pytest.mark.parametrize("card", MANOEUVRES)
def test_every_manoeuvre_card_is_led_through_a_turn(card: str) -> None:
    """All that its guide is offered, until nothing is left but the end."""
    state = position(sides=FOUR)
    state.guided["soviet_union"] = Guided("france", card, ("",) * 5, (False,) * 5)
    run(state, guided.NameTargets("soviet_union", 0))
    while state.agenda:
        side, menu = next(iter(waiting(GAME, state).items()))
        play(state, side, next(iter(menu)))
    soviet_union = state.leaders["soviet_union"]
    soviet_union.civil = soviet_union.reserved = 3
    acting(state, "france")
    play(state, "france", choices.ActForGuided())
    rng = Random(card)
    while len(offered := [*waiting(GAME, state)["france"]]) > 1:
        came = submit(GAME, state, "france", rng.choice(offered[1:]))
        assert not isinstance(came, Refusal)
        if state.turn is None or not any(isinstance(one, choices.EndGuiding) for one in waiting(GAME, state)["france"]):
            break
    assert broken(state) == []


def test_every_use_of_every_function_is_possible_somewhere() -> None:
    found = set()
    for card in CARDS:
        state = acting(position(), "france", card)
        state.pile = ["P1-01", "P1-02"]
        for leader in ("france", "italy"):
            develop(state, leader, "food", branch="productive", path=1)
            state.leaders[leader].hand, state.leaders[leader].civil = [61 - card if card != 30 else 1], 3
        write(state, "italy", LabourSlip())
        state.change("spain", path=Path("france", 2))
        state.change("poland", path=Path("italy", 2))
        state.change("greece", war="civil")
        state.change("latvia", tension=2)
        found |= {type(choice) for choice in Uses(state, "france")}
    assert found == set(USES)
    assert {function.id for function, _ in USES.values()} == set(FUNCTIONS)
