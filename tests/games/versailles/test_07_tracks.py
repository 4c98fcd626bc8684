"""Chapter 7: unrest and powder kegs."""

import pytest

from engine.versailles.choices import ChooseOption, Deploy, Settle
from engine.versailles.invariants import conserved
from engine.versailles.journal import KegMoved, UnrestChanged
from engine.versailles.tracks import change_unrest, move_keg
from tests.games.versailles.positions import play, position, told


@pytest.mark.parametrize(
    ("unrest", "keg", "by", "after"),
    [
        (1, 0, 3, 4),
        (1, 0, -1, 1),
        (4, 0, -3, 1),
        (4, 2, -3, 3),
        (4, 3, -1, 4),
        (7, 3, 5, 8),
        (8, 0, 1, 8),
    ],
)
def test_7_1_unrest_stays_on_the_track_and_right_of_the_powder_keg(unrest: int, keg: int, by: int, after: int) -> None:
    state = position(kegs={"europe": keg}, unrest={"europe": unrest})
    change_unrest(state, "europe", by)
    assert state.unrest["europe"] == after
    assert state.news == [UnrestChanged("europe", after - unrest, after, by - (after - unrest))]


@pytest.mark.parametrize("unit", [5, 6, 7, 8])
def test_7_1_it_stays_left_of_the_leftmost_unit(unit: int) -> None:
    others = {"italy": {"europe": 8}} if unit < 8 else {}
    state = position(deployed={"uk": {"europe": unit}} | others, unrest={"europe": 3})
    change_unrest(state, "europe", 7)
    assert state.unrest["europe"] == unit - 1


def test_7_1_units_elsewhere_do_not_matter() -> None:
    state = position(deployed={"uk": {"africa": 5}})
    change_unrest(state, "europe", 6)
    assert state.unrest["europe"] == 7


def test_7_1_between_keg_and_unit_it_may_be_unable_to_move_at_all() -> None:
    state = position(kegs={"europe": 3}, deployed={"uk": {"europe": 5}})
    for by in (2, -2):
        change_unrest(state, "europe", by)
        assert state.unrest["europe"] == 4


def test_7_1_it_moves_on_when_the_unit_is_gone() -> None:
    state = position(deployed={"uk": {"europe": 5}}, unrest={"europe": 4})
    state.deployed["uk"].clear()
    change_unrest(state, "europe", 1)
    assert state.unrest["europe"] == 5


def test_7_1_what_is_lost_of_one_region_does_not_touch_another() -> None:
    state = position(cubes={"thrace": {"france": 1}}, deployed={"uk": {"balkans": 5}}, unrest={"balkans": 4})
    entries = play(state, ("france", Settle("thrace")), ("france", ChooseOption("plebiscite")))
    assert told(entries, UnrestChanged) == [UnrestChanged("balkans", 0, 4, 1), UnrestChanged("middle_east", 1, 2, 0)]


@pytest.mark.parametrize(("keg", "by", "after"), [(0, 1, 1), (2, 1, 3), (3, 1, 3), (3, -1, 2), (1, -1, 0), (0, -1, 0)])
def test_7_2_a_powder_keg_moves_only_within_its_columns(keg: int, by: int, after: int) -> None:
    state = position(kegs={"europe": keg}, unrest={"europe": 6})
    move_keg(state, "europe", by)
    assert (state.kegs["europe"], state.unrest["europe"]) == (after, 6)
    assert state.news == ([KegMoved("europe", by, after)] if after != keg else [])


@pytest.mark.parametrize("keg", [0, 1, 2])
def test_7_2_entering_the_column_of_the_unrest_it_pushes_it_one_to_the_right(keg: int) -> None:
    state = position(kegs={"europe": keg})
    move_keg(state, "europe", 1)
    assert (state.kegs["europe"], state.unrest["europe"]) == (keg + 1, keg + 2)
    assert state.news == [KegMoved("europe", 1, keg + 1), UnrestChanged("europe", 1, keg + 2, 0)]


def test_7_2_it_pushes_unrest_up_to_the_first_unit_at_most() -> None:
    state = position(kegs={"europe": 2}, unrest={"europe": 3}, deployed={"uk": {"europe": 5}})
    move_keg(state, "europe", 1)
    assert conserved(state) == []
    assert (state.kegs["europe"], state.unrest["europe"]) == (3, 4)


def test_7_2_removing_a_keg_leaves_unrest_where_it_is() -> None:
    state = position(kegs={"europe": 2}, unrest={"europe": 3})
    move_keg(state, "europe", -1)
    assert (state.kegs["europe"], state.unrest["europe"]) == (1, 3)


@pytest.mark.parametrize(
    ("unrest", "column", "after"), [(8, 6, 5), (6, 6, 5), (5, 6, 5), (4, 6, 4), (8, 8, 7), (7, 8, 7)]
)
def test_7_3_a_unit_at_or_left_of_the_unrest_moves_it_to_its_own_left(unrest: int, column: int, after: int) -> None:
    state = position(unrest={"europe": unrest})
    play(state, ("france", Deploy("europe", column)))
    assert state.unrest["europe"] == after


def test_7_3_never_onto_the_powder_keg() -> None:
    state = position(kegs={"europe": 3}, unrest={"europe": 8})
    play(state, ("france", Deploy("europe", 5)))
    assert (state.kegs["europe"], state.unrest["europe"]) == (3, 4)


def test_7_3_a_unit_that_moves_within_its_region_too() -> None:
    state = position(unrest={"europe": 6}, deployed={"france": {"europe": 7}})
    play(state, ("france", Deploy("europe", 5, "europe")))
    assert state.unrest["europe"] == 4


def test_7_3_a_unit_right_of_another_moves_nothing() -> None:
    state = position(unrest={"europe": 4}, deployed={"uk": {"europe": 5}})
    play(state, ("france", Deploy("europe", 8)))
    assert state.unrest["europe"] == 4
