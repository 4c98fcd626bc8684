"""Chapter 3 of Compass: plans, and their execution."""

import pytest

from engine.core.door import submit
from engine.core.refusal import Refusal
from engine.core.sealed import WithdrawAnswer
from tests.games.compass import GAME
from tests.games.compass.choices import Hold, March, Muster
from tests.games.compass.journal import CameToNothing, Entered, Held, Mustered, RoundBegan, WindTurned
from tests.games.compass.plans import Planning
from tests.games.compass.positions import SEED, asked, offered, plan, play, position, refused
from tests.games.compass.state import CROWN, POWERS, Options
from tests.games.compass.view import view


def test_3_1_all_powers_at_once() -> None:
    state = position()
    assert asked(state) == list(POWERS)
    play(state, ("south", Hold()))
    assert asked(state) == ["north", "east", "west"]


def test_3_1_and_in_secret() -> None:
    state, other = position(), position()
    play(state, ("south", Hold()))
    play(other, ("south", March("south", "crown")))
    assert view(state, "north") == view(other, "north")
    assert view(state, "north").sealed == ["south"]
    assert view(other, "south").plan == March("south", "crown")


def test_3_1_to_march_to_muster_or_to_hold() -> None:
    assert offered(position(), "north") == [
        Hold(),
        Muster("north"),
        *(March("north", goal) for goal in ("northwest", "northeast", CROWN)),
    ]


def test_3_1_1_a_march_leads_from_an_army_of_ones_own_to_a_province_next_to_it() -> None:
    state = position()
    assert refused(state, "north", March("east", "northeast")) == ("compass.no_army", "3.1.1")
    assert refused(state, "north", March("north", "south")) == ("compass.not_next", "3.1.1")
    play(state, ("north", March("north", "northeast")))


def test_3_1_2_one_musters_at_home_or_where_one_stands() -> None:
    state = position(armies={"north": {"northeast": 1}})
    assert refused(state, "north", Muster("northwest")) == ("compass.not_yours", "3.1.2")
    assert {choice for choice in offered(state, "north") if isinstance(choice, Muster)} == {
        Muster("north"),
        Muster("northeast"),
    }


def test_3_1_2_not_where_another_stands() -> None:
    state = position(armies={"north": {"northeast": 1}, "west": {"north": 1}})
    assert refused(state, "north", Muster("north")) == ("compass.not_yours", "3.1.2")


def test_3_1_2_nor_without_an_army_in_reserve() -> None:
    state = position(armies={"north": {"north": 5}})
    assert refused(state, "north", Muster("north")) == ("compass.no_reserve", "3.1.2")


def test_3_1_3_a_sealed_plan_is_taken_back_and_another_one_sealed() -> None:
    state = position()
    play(state, ("south", Hold()), ("east", Hold()), ("south", WithdrawAnswer()))
    assert asked(state) == ["north", "south", "west"]
    told = play(state, ("south", Muster("south")), ("north", Hold()), ("west", Hold()))
    assert Mustered("south", "south") in told


def test_3_1_3_until_the_last_one_is_in() -> None:
    state = position()
    plan(state)
    assert isinstance(submit(GAME, state, "south", WithdrawAnswer()), Refusal)


def test_3_2_plans_are_carried_out_clockwise_for_all_to_see() -> None:
    state = position()
    told = play(
        state,
        ("west", Muster("west")),
        ("south", March("south", "southwest")),
        ("east", Hold()),
        ("north", Muster("north")),
    )
    carried_out = [
        Mustered("north", "north"),
        Held("east"),
        Entered("south", "south", "southwest"),
        Mustered("west", "west"),
    ]
    assert told[:4] == carried_out
    assert [entry.seen_by(None) for entry in told[:4]] == carried_out


def test_3_2_the_order_of_sealing_makes_no_difference() -> None:
    state, other = position(), position()
    plans = [(side, Muster(side)) for side in POWERS]
    assert play(state, *plans) == play(other, *plans[::-1])
    assert state == other


@pytest.mark.parametrize(("players", "firsts"), [(4, "north east south west north"), (3, "north east south north")])
def test_3_2_in_each_round_the_next_power_is_first(players: int, firsts: str) -> None:
    state = GAME.start(players, SEED)
    for number, first in enumerate(firsts.split(), start=1):
        assert (view(state, None).round, view(state, None).order[0]) == (number, first)
        assert plan(state)[-1] == RoundBegan(number + 1, state.order[0])


def test_3_2_clockwise_is_the_order_whoever_shares_a_player() -> None:
    assert position(2).order == POWERS


def test_3_2_1_a_mustered_army_comes_from_the_reserve() -> None:
    state = position()
    plan(state, north=Muster("north"))
    assert (state.armies["north"], state.reserve("north")) == ({"north": 4}, 1)


def test_3_2_1a_a_march_comes_to_nothing_if_no_army_is_left() -> None:
    state = position(dice=(6,), armies={"north": {"north": 1}, "east": {"northeast": 1}}, round=2)
    told = plan(state, north=March("north", "crown"), east=March("northeast", "north"))
    assert CameToNothing("north") in told
    assert state.armies["north"] == {}


def test_3_2_1a_nor_is_anything_mustered_where_another_stands_by_then() -> None:
    state = position(armies={"north": {}, "west": {"northwest": 1}}, round=4)
    told = plan(state, north=Muster("north"), west=March("northwest", "north"))
    assert CameToNothing("north") in told
    assert state.armies["west"] == {"north": 1}


def test_3_3_then_the_crown_has_its_turn_and_the_round_is_over() -> None:
    state = position()
    told = plan(state)
    assert isinstance(told[4], WindTurned)
    assert told[-1] == RoundBegan(2, "east")
    assert isinstance(state.agenda[-1], Planning)


@pytest.mark.parametrize(("length", "rounds"), [("long", 40), ("short", 8), ("trial", 3)])
def test_3_3_a_long_game_has_forty_rounds_a_short_one_eight_a_trial_three(length: str, rounds: int) -> None:
    state = GAME.start(1, SEED, Options(length=length))  # type: ignore[arg-type]
    for _ in range(rounds):
        assert state.agenda
        plan(state)
    assert not state.agenda
