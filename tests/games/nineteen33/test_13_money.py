"""Chapters 13 and 14: taxes, bonds, loans."""

import pytest

from engine.core.door import decode
from engine.core.refusal import Malformed
from engine.nineteen33 import bonds, choices, taxes
from engine.nineteen33.choices import SetBudget
from engine.nineteen33.game import GAME
from engine.nineteen33.printed import SHEETS, tables
from engine.nineteen33.state import Debt
from engine.nineteen33.year import raise_revenue
from tests.games.nineteen33.positions import acting, play, position, refused


def test_13_1_direct_taxes_are_credited_each_january() -> None:
    state = position("1934-01")
    assert [taxes.direct(state, leader) for leader in SHEETS] == [1080, 1080, 864, 864, 720]


def test_13_2_hirings_count_from_the_next_january() -> None:
    state = acting(position(), "france", 27)
    play(state, "france", choices.MoveLabour((choices.LabourMove("unemployed", "war"),)))
    assert state.leaders["france"].treasury == 490
    assert taxes.direct(state, "france") == 1140


def test_13_3_a_rise_costs_points_at_once_and_holds_for_the_year() -> None:
    state = position("1934-01")
    raise_revenue(state, "france", SetBudget((), 2))
    assert (state.leaders["france"].score, state.leaders["france"].treasury) == (-2, 500 + 1080 + 120)


@pytest.mark.parametrize(("sold", "um"), [(0, 0), (1, 2), (4, 5), (10, 16), (15, 27), (40, 42)])
def test_13_4_indirect_taxes_are_collected_at_the_end_of_the_month(sold: int, um: int) -> None:
    state = position()
    state.leaders["france"].sold = sold
    taxes.collect(state, "france")
    assert (state.leaders["france"].treasury, state.leaders["france"].sold) == (500 + um, 0)


def test_13_5_what_can_not_be_paid_can_not_be_bought() -> None:
    state = acting(position(), "france")
    state.leaders["france"].treasury = 5
    assert refused(state, "france", choices.Deal("denmark", food=2)) == ("too_dear", "13.5")


@pytest.mark.parametrize(("has", "lent", "left"), [(103, 0, 0), (102, 50, 49), (53, 50, 0), (0, 150, 47)])
def test_13_6_a_loan_in_steps_of_fifty_covers_what_is_missing(has: int, lent: int, left: int) -> None:
    state = position("1934-12")
    italy = state.leaders["italy"]
    italy.treasury, italy.debts = has, (Debt(100, 3, state.month),)
    bonds.pay(state, "italy")
    assert (italy.treasury, italy.debt, italy.score) == (left, lent, -1 if lent else 0)
    if lent:
        assert italy.debts == (Debt(lent, 8, state.month + 12, True),)


def test_14_1_bonds_are_in_hundreds_up_to_nine() -> None:
    assert tables.bonds.amounts == tuple(range(100, 1000, 100))
    assert {name: row.years for name, row in tables.bonds.terms.items()} == {"short": 1, "medium": 2, "long": 3}
    for amount in (150, 1000):
        came = decode(GAME, b'{"do": "set_budget", "slips": [], "bond": %d}' % amount)
        assert isinstance(came, Malformed)


@pytest.mark.parametrize(("unemployed", "rates"), [(0, [2, 3, 4]), (2, [3, 4, 5])])
def test_14_2_the_start_rate_rises_with_unemployment_and_term(unemployed: int, rates: list[int]) -> None:
    state = position("1934-01")
    state.leaders["france"].unemployed = unemployed
    assert [bonds.start_rate(state, "france", term) for term in tables.bonds.terms] == rates


@pytest.mark.parametrize(
    ("first", "later", "placed", "change"),
    [
        ([6, 5], [], [110], -1),
        ([5, 5], [], [100], 0),
        ([5, 4], [2], [90, 100], 1),
        ([3, 3], [3, 1], [60, 90, 100], 2),
        ([1, 1], [1, 1], [20, 30, 40, 100], 3),
    ],
)
def test_14_3_auctions_go_on_until_all_is_placed(
    first: list[int], later: list[int], placed: list[int], change: int
) -> None:
    state = position("1934-01", bond_first=first, bond_later=later)
    _, told = bonds.auction(state)
    assert (told, bonds.change_of(told)) == (placed, change)


def test_14_4_all_is_credited_and_interest_is_paid_every_december() -> None:
    state = position("1934-01", bond_first=[5, 5])
    bonds.issue(state, "germany", 400, "medium")
    germany = state.leaders["germany"]
    assert (germany.treasury, germany.debts) == (900, (Debt(400, 4, 36),))
    state.month = 24
    bonds.pay(state, "germany")
    assert (germany.treasury, germany.debt) == (884, 400)
    state.month = 36
    bonds.pay(state, "germany")
    assert (germany.treasury, germany.debt) == (468, 0)
