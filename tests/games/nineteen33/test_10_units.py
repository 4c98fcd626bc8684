"""Chapters 10 and 16: colonies, units, pressure, and how units are made."""

from engine.nineteen33 import defence
from engine.nineteen33.choices import MoveUnit
from engine.nineteen33.colonies import yields
from engine.nineteen33.slips import DefenceSlip
from engine.nineteen33.units import pressure
from tests.games.nineteen33.positions import acting, boxes, place_unit, play, position, refused, write


def test_10_1_germany_and_the_soviet_union_extract_at_home() -> None:
    state = position()
    for leader in ("germany", "soviet_union"):
        assert yields(state, leader, 6) == 6


def test_10_2_a_rival_of_another_ideology_halves_or_stops_the_colony() -> None:
    state = position()
    boxes(state, "libya", "france", "germany")
    assert yields(state, "italy", 7) == 7
    boxes(state, "libya", "france")
    assert yields(state, "italy", 7) == 3
    state.change("libya", row="nnFFF")
    assert yields(state, "italy", 7) == 0
    state.change("libya", row="nnGGG")
    assert yields(state, "italy", 7) == 7


def test_10_3_a_garrison_lifts_it_for_one_up() -> None:
    state = position()
    boxes(state, "libya", "france", "france")
    place_unit(state, "italy", "division", 1, at="levant_sea")
    assert yields(state, "italy", 7) == 6
    place_unit(state, "italy", "division", 1, at="levant_sea", faces="greece")
    assert yields(state, "italy", 7) == 3
    place_unit(state, "italy", "army", 1, at="libya")
    assert yields(state, "italy", 7) == 6
    boxes(state, "egypt", "italy")
    place_unit(state, "united_kingdom", "army", 1, at="egypt")
    assert yields(state, "united_kingdom", 6) == 5


def test_10_4_an_army_in_a_protectorate_garrisons_the_colony() -> None:
    state = position()
    boxes(state, "french_north_africa", "italy", "italy")
    place_unit(state, "france", "army", 1, at="syria_lebanon")
    assert yields(state, "france", 6) == 5


def test_10_5_units_are_at_home_and_may_go_there_at_any_time() -> None:
    state = acting(position(), "france")
    place_unit(state, "france", "army", 1, at="french_north_africa", moved=True)
    play(state, "france", MoveUnit("army", 1, "home"))
    assert state.leaders["france"].armies[0].at == "home"


def test_10_6_armies_march_through_open_land_or_go_by_sea() -> None:
    state = acting(position(), "france")
    assert refused(state, "france", MoveUnit("army", 1, "belgium")) == ("out_of_reach", "10.6")
    state.change("belgium", allies=("france",))
    state.change("netherlands", allies=("france",))
    play(state, "france", MoveUnit("army", 1, "netherlands"))
    play(state, "france", MoveUnit("army", 2, "syria_lebanon"))
    assert [unit.at for unit in state.leaders["france"].armies] == ["netherlands", "syria_lebanon"]


def test_10_7_divisions_move_four_sea_areas_once_a_month() -> None:
    state = acting(position(), "soviet_union")
    assert refused(state, "soviet_union", MoveUnit("division", 1, "bay_of_biscay")) == ("out_of_reach", "10.7")
    play(state, "soviet_union", MoveUnit("division", 1, "mediterranean"))
    assert refused(state, "soviet_union", MoveUnit("division", 1, "ionian_sea")) == ("moved_already", "10.7")


def test_10_8_a_unit_presses_the_state_that_it_faces_from_beside_it() -> None:
    state = acting(position(), "germany")
    assert refused(state, "germany", MoveUnit("army", 1, "home", "spain")) == ("not_beside", "10.8")
    play(state, "germany", MoveUnit("army", 1, "home", "poland"), MoveUnit("army", 2, "home", "poland"))
    assert pressure(state, "germany", "poland") == 1
    assert pressure(state, "germany", "austria") == 0


def test_10_9_a_unit_of_another_leader_cancels_it() -> None:
    state = position()
    place_unit(state, "germany", "army", 1, faces="poland")
    assert pressure(state, "germany", "poland") == 1
    place_unit(state, "soviet_union", "army", 1, faces="poland")
    assert pressure(state, "germany", "poland") == 0


def test_16_1_twelve_brigades_make_an_army() -> None:
    state = position()
    write(state, "germany", DefenceSlip("army"), DefenceSlip("division"))
    defence.add(state, "germany", "army", 11, 18)
    assert len(state.leaders["germany"].armies) == 2
    defence.add(state, "germany", "army", 1, 18)
    assert (len(state.leaders["germany"].armies), state.leaders["germany"].score) == (3, 1)


def test_16_2_more_carry_over_and_without_supply_the_track_holds_twelve() -> None:
    state = position()
    germany = state.leaders["germany"]
    defence.add(state, "germany", "division", 14, 18)
    assert (len(germany.divisions), germany.squadrons) == (2, 2)
    germany.armies *= 3
    assert defence.left(state, "germany", "army") == 0
    defence.add(state, "germany", "army", defence.room(state, "germany", "army"), 18)
    assert (len(germany.armies), len(germany.brigades)) == (6, 12)
    assert defence.room(state, "germany", "army") == 0


def test_16_3_only_completed_units_go_on_the_map() -> None:
    state = acting(position(), "germany")
    assert refused(state, "germany", MoveUnit("army", 3, "home", "poland")) == ("no_such_unit", "16.3")
