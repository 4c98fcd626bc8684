"""Chapter 1 of Compass: the players, and the winner."""

import pytest

from engine.core.game import Opening
from tests.games.compass import GAME
from tests.games.compass.choices import March
from tests.games.compass.journal import HomeEntered
from tests.games.compass.positions import SEED, asked, of_the_crown, plan, position
from tests.games.compass.state import CROWN, POWERS, Options, Power, seating
from tests.games.compass.view import total, view, worth


def test_1_1_four_powers_are_asked_and_the_crown_never() -> None:
    assert asked(position()) == list(POWERS)


def test_1_1_the_crown_has_armies_and_letters_as_powers_have() -> None:
    shown = view(position(), None)
    assert shown.armies[CROWN] == {CROWN: 2}
    assert shown.hands[CROWN] == 0


def test_1_1_1_four_play_a_power_each_two_play_two_each() -> None:
    assert seating(4, Options()) == (("north",), ("east",), ("south",), ("west",))
    assert seating(2, Options()) == (("north", "south"), ("east", "west"))


@pytest.mark.parametrize("power", POWERS)
def test_1_1_1_three_leave_out_any_power_and_one_plays_any(power: Power) -> None:
    assert seating(3, Options(without=power)) == tuple((one,) for one in POWERS if one != power)
    assert seating(1, Options(alone=power)) == ((power,),)


def test_1_1_2_a_power_that_is_left_out_has_neither_armies_nor_letters() -> None:
    state = position(3)
    assert set(state.armies) == set(state.hands) == {"north", "east", "south", CROWN}
    assert len(state.unused) == 3


def test_1_1_2_its_home_is_a_province_like_any_other() -> None:
    state = position(3, armies={"north": {"northwest": 1}})
    told = plan(state, north=March("northwest", "west"))
    assert state.armies["north"] == {"west": 1}
    assert not any(isinstance(entry, HomeEntered) for entry in told)


def test_1_2_a_province_is_worth_2_the_crowns_home_4_a_letter_what_it_says() -> None:
    state = position(armies={"north": {"north": 1, "northwest": 2, "crown": 1}, CROWN: {}})
    score = [(point.points, point.reason, point.facts) for point in GAME.score(state) if point.side == "north"]
    assert score == [
        *(
            (worth, "compass.province", {"place": place})
            for place, worth in (("north", 2), ("northwest", 2), (CROWN, 4))
        ),
        *((letter, "compass.letter", {"letter": letter}) for letter in (1, 2, 3)),
    ]
    assert GAME.totals(state) == {"north": 14, "east": 8, "south": 8, "west": 8}


def test_1_2_1_most_points_win_and_equal_ones_share() -> None:
    state = position(armies={"east": {"east": 1, "southeast": 1}, "west": {}})
    assert GAME.ranking(state) == (("east",), ("north", "south"), ("west",))


def test_1_2_2_who_plays_two_powers_has_their_average_rounded_down() -> None:
    state = position(2, hands={"north": [3, 3], "south": [1, 2], "east": [1], "west": [1, 1], CROWN: []})
    assert [total(state, side) for side in state.sides] == [8, 3, 5, 4]
    assert worth(state, ("north", "south")) == (6,)
    assert worth(state, ("east", "west")) == (3,)


@pytest.mark.parametrize(("letters", "first"), [([3], "north"), ([2], CROWN), ([1], CROWN)])
def test_1_2_3_who_plays_alone_wins_by_more_points_than_the_crown(letters: list[int], first: str) -> None:
    state = position(1, hands={"north": letters, CROWN: [2]}, armies=of_the_crown(east=1))
    assert GAME.ranking(state)[0] == (first,)


def test_1_2_3_the_power_is_the_one_the_table_chose() -> None:
    options = Options(alone="south", length="trial")
    state, _ = GAME.open(Opening(("south",), options, SEED, players=1))
    assert asked(state) == ["south"]
