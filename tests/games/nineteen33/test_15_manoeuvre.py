"""Chapter 15: the manoeuvre and its points."""

import pytest

from engine.nineteen33 import bonds, defence, manoeuvre, opinion, taxes, works
from engine.nineteen33.slips import (
    BondsSlip,
    DefenceSlip,
    DevelopmentSlip,
    InfluenceSlip,
    LabourSlip,
    TaxesSlip,
    Written,
)
from tests.games.nineteen33.positions import boxes, develop, position, write


def test_15_4_bonds_placed_at_once_and_cuts_of_two_score_full() -> None:
    state = position("1934-01", bond_first=[1, 1, 5, 5], bond_later=[1, 1])
    write(state, "france", BondsSlip(100), TaxesSlip(2))
    bonds.issue(state, "france", 100, "short")
    taxes.change(state, "france", -2)
    assert [one.points for one in state.leaders["france"].slips] == [1, 2]
    write(state, "italy", BondsSlip(100))
    bonds.issue(state, "italy", 100, "short")
    assert state.leaders["italy"].score == 2


@pytest.mark.parametrize(("started", "points"), [(8, 2), (7, 1)])
def test_15_5_six_months_from_the_start_of_works_score_full(started: int, points: int) -> None:
    state = position("1934-02")
    write(state, "france", DevelopmentSlip("food"))
    develop(state, "france", "food", branch="productive", path=4, started=started)
    works.develop(state, "france", "food", 1)
    assert state.leaders["france"].score == points


def test_15_6_a_step_serves_one_slip_the_earliest_and_a_box_waits_for_december() -> None:
    state = position()
    write(state, "france", InfluenceSlip("spain"), DevelopmentSlip("food"), DevelopmentSlip("food"))
    develop(state, "france", "food", branch="productive", path=4, started=14)
    works.develop(state, "france", "food", 1)
    opinion.advance(state, "france", "spain", 5)
    assert [one.up for one in state.leaders["france"].slips] == [False, True, False]
    manoeuvre.reckon(state, "france")
    assert [one.points for one in state.leaders["france"].slips] == [1, 2, -1]


def test_15_7_unreached_slips_cost_a_point_and_bind() -> None:
    state = position("1934-12")
    slips = (DevelopmentSlip("food"), InfluenceSlip("spain"), DefenceSlip("army"), LabourSlip())
    write(state, "france", *slips)
    manoeuvre.reckon(state, "france")
    france = state.leaders["france"]
    assert france.points == {"unreached": -4}
    assert france.bound == ("food", "spain", "army")


def test_15_8_done_late_it_frees_the_field_and_scores_nothing() -> None:
    state = position()
    france = state.leaders["france"]
    france.bound = ("food", "spain", "army")
    develop(state, "france", "food", branch="productive", path=4, started=14)
    works.develop(state, "france", "food", 1)
    opinion.advance(state, "france", "spain", 5)
    defence.add(state, "france", "army", 12, 20)
    assert (len(france.bound), france.score) == (0, 0)


def test_15_8_it_ends_where_nothing_can_be_won() -> None:
    state = position()
    state.leaders["france"].bound = ("spain",)
    boxes(state, "spain", "italy", "italy")
    assert manoeuvre.binding(state, "france", "influence") == []
    manoeuvre.release_barred(state)
    assert len(state.leaders["france"].bound) == 0


def test_15_9_points_may_be_negative() -> None:
    state = position("1935-12")
    state.leaders["france"].slips = [Written("labour")]
    manoeuvre.reckon(state, "france")
    assert (state.leaders["france"].score, state.leaders["france"].by_year) == (-1, (0, 0, -1))
