"""Chapter 17: the end and the winner."""

from engine.nineteen33.game import GAME
from engine.nineteen33.month import EndYear
from engine.nineteen33.scoring import ranking
from engine.nineteen33.setup import Options
from engine.nineteen33.state import Debt
from tests.games.nineteen33.positions import position, run


def test_17_1_most_points_win() -> None:
    state = position("1938-12")
    for number, side in enumerate(state.sides):
        state.leaders[side].points = {"labour": number}
    run(state, EndYear())
    assert state.ended == "calendar"
    assert ranking(state)[0] == ("soviet_union",)
    assert GAME.totals(state)["italy"] == 3


def test_17_2_ties_go_by_debt_then_by_the_most_of_four_measures() -> None:
    state = position("1938-12")
    state.leaders["france"].debts = (Debt(100, 3, 84),)
    state.leaders["soviet_union"].labour["food"] = 8
    assert ranking(state) == (("united_kingdom", "germany", "italy", "soviet_union"), ("france",))
    state.leaders["italy"].signed = ("spain",)
    state.leaders["germany"].created = 1
    state.leaders["germany"].signed = ("poland",)
    assert ranking(state)[:2] == (("germany",), ("italy",))


def test_17_3_a_short_game_ends_after_its_years() -> None:
    state = GAME.start(3, "33" * 32, Options(years=2))
    assert (state.years, state.last_month) == (2, 24)
