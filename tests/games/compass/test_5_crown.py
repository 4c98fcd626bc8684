"""Chapter 5 of Compass: the crown's turn."""

import pytest

from engine.core.state import Side
from tests.games.compass.journal import (
    BattleWon,
    CrownMustered,
    CrownRested,
    Entered,
    HomeEntered,
    LetterTaken,
    WindsShuffled,
    WindTurned,
)
from tests.games.compass.positions import ORDER, crown, of_the_crown, plan, position
from tests.games.compass.state import CROWN, WINDS, Place


def test_5_1_the_crown_goes_where_the_wind_says() -> None:
    state = position(armies={"west": {}})
    told = crown(state, "ponente")
    assert told[0] == WindTurned("ponente", "west")
    assert Entered(CROWN, CROWN, "west") in told


def test_5_1_1_the_top_card_of_the_deck_is_turned_over() -> None:
    state = position()
    for wind in ORDER[:2]:
        assert WindTurned(wind, WINDS[wind]) in plan(state)
    assert state.turned == list(ORDER[:2])


def test_5_1_1_those_that_were_turned_are_shuffled_once_the_deck_is_empty() -> None:
    state = position(winds=ORDER)
    for _ in ORDER:
        assert WindsShuffled() not in plan(state)
    assert WindsShuffled() in plan(state)
    assert sorted(state.deck + state.turned) == sorted(ORDER)
    assert len(state.turned) == 1


def test_5_1_2_the_crown_musters_an_army_at_home() -> None:
    state = position()
    assert crown(state, "grecale")[1] == CrownMustered()
    assert state.armies[CROWN] == {CROWN: 3}


@pytest.mark.parametrize(
    "armies",
    [of_the_crown(crown=5), of_the_crown(southeast=1) | {"north": {CROWN: 1}}],
    ids=["no reserve", "another is there"],
)
def test_5_1_2_if_it_has_one_in_reserve_and_no_other_power_stands_there(armies: dict[Side, dict[Place, int]]) -> None:
    assert CrownMustered() not in crown(position(armies=armies), "grecale")


def test_5_1_3_it_marches_as_powers_do_letters_and_all() -> None:
    state = position(dice=(5,), armies={"west": {"west": 1}})
    state.rigged |= {"letter": [(3,)]}
    assert crown(state, "ponente")[2:] == [
        BattleWon(CROWN, "west", "west", 5),
        Entered(CROWN, CROWN, "west"),
        HomeEntered(CROWN, "west"),
        LetterTaken(CROWN, "west", 3),
    ]
    assert state.hands[CROWN] == [3]


def test_5_1_3a_from_its_home_before_other_provinces() -> None:
    state = position(armies=of_the_crown(crown=1, northwest=1) | {"west": {}})
    assert Entered(CROWN, CROWN, "west") in crown(state, "ponente")


def test_5_1_3a_else_from_the_first_of_them_clockwise() -> None:
    state = position(armies=of_the_crown(northwest=1, southwest=1) | {"west": {}, "north": {CROWN: 1}})
    assert Entered(CROWN, "southwest", "west") in crown(state, "ponente")


def test_5_1_3b_it_rests_if_it_stands_nowhere_near() -> None:
    assert crown(position(), "grecale")[-1] == CrownRested()


@pytest.mark.parametrize("wind", ["calm", "levante"])
def test_5_1_3b_and_where_it_stands_already(wind: str) -> None:
    state = position(armies=of_the_crown(crown=1, east=1) | {"east": {}})
    assert crown(state, wind)[-1] == CrownRested()
