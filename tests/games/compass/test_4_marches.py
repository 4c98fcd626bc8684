"""Chapter 4 of Compass: marches and battles."""

import pytest

from engine.core.journal import seen
from tests.games.compass.choices import March
from tests.games.compass.journal import BattleLost, BattleWon, Entered, HomeEntered, LetterTaken
from tests.games.compass.positions import plan, position
from tests.games.compass.state import CROWN, Compass


def border(die: int, defenders: int = 1) -> Compass:
    """Put north in the northeast, beside the home of east."""
    return position(dice=(die,), armies={"north": {"northeast": 2}, "east": {"east": defenders}})


def test_4_1_an_army_enters_where_no_other_power_stands() -> None:
    state = position()
    assert plan(state, north=March("north", "northeast"))[0] == Entered("north", "north", "northeast")
    assert state.armies["north"] == {"north": 2, "northeast": 1}


def test_4_1_or_where_its_own_power_stands() -> None:
    state = position(armies={"north": {"north": 1, "northeast": 1}})
    plan(state, north=March("north", "northeast"))
    assert state.armies["north"] == {"northeast": 2}


def test_4_2_where_another_power_stands_there_is_a_battle() -> None:
    state = border(4)
    assert isinstance(plan(state, north=March("northeast", "east"))[0], BattleWon)
    assert not state.rigged["battle"]


def test_4_2_the_crown_is_fought_like_a_power() -> None:
    state = position(dice=(6,))
    assert plan(state, north=March("north", CROWN))[0] == BattleWon("north", CROWN, CROWN, 6)


@pytest.mark.parametrize("die", [4, 5, 6])
def test_4_2_1a_at_4_or_more_the_last_army_goes_back_and_the_marching_one_enters(die: int) -> None:
    state = border(die)
    told = plan(state, north=March("northeast", "east"))
    assert told[:2] == [BattleWon("north", "east", "east", die), Entered("north", "northeast", "east")]
    assert (state.armies["north"], state.armies["east"]) == ({"northeast": 1, "east": 1}, {})
    assert state.reserve("east") == 5


def test_4_2_1a_while_others_are_left_it_stays_where_it_was() -> None:
    state = border(4, defenders=2)
    assert plan(state, north=March("northeast", "east"))[0] == BattleWon("north", "east", "east", 4)
    assert (state.armies["north"], state.armies["east"]) == ({"northeast": 2}, {"east": 1})


@pytest.mark.parametrize("die", [1, 2, 3])
def test_4_2_1b_at_3_or_less_the_marching_army_goes_back_to_its_reserve(die: int) -> None:
    state = border(die)
    assert plan(state, north=March("northeast", "east"))[0] == BattleLost("north", "east", "east", die)
    assert (state.armies["north"], state.armies["east"]) == ({"northeast": 1}, {"east": 1})
    assert state.reserve("north") == 4


def entered() -> tuple[Compass, LetterTaken]:
    state = position(armies={"north": {"northeast": 1}, "east": {}})
    state.rigged = {"letter": [(2,)]}
    told = plan(state, north=March("northeast", "east"))
    assert told[1] == HomeEntered("north", "east")
    taken = told[2]
    assert isinstance(taken, LetterTaken)
    return state, taken


def test_4_3_who_enters_anothers_home_takes_a_letter_from_its_hand() -> None:
    state, taken = entered()
    assert taken == LetterTaken("north", "east", 2)
    assert (sorted(state.hands["north"]), sorted(state.hands["east"])) == ([1, 2, 2, 3], [1, 3])


def test_4_3_at_random() -> None:
    taken = set[int]()
    for number in range(30):
        state = position(armies={"north": {"northeast": 1}, "east": {}}, seed=f"{number:064x}")
        plan(state, north=March("northeast", "east"))
        taken |= {1, 2, 3} - set(state.hands["east"])
    assert taken == {1, 2, 3}


def test_4_3_only_these_two_know_which() -> None:
    _, taken = entered()
    assert seen([taken], "north") == seen([taken], "east") == [taken]
    assert seen([taken], "south") == seen([taken], None) == [LetterTaken("north", "east", None)]


def test_4_3_if_it_has_one() -> None:
    state = position(armies={"north": {"northeast": 1}, "east": {}}, unused=[1, 2, 3])
    state.hands["east"] = []
    assert not any(isinstance(entry, LetterTaken) for entry in plan(state, north=March("northeast", "east")))


def test_4_3_nothing_is_taken_in_ones_own_home() -> None:
    state = position(armies={"north": {"northeast": 1}})
    assert not any(isinstance(entry, HomeEntered) for entry in plan(state, north=March("northeast", "north")))
