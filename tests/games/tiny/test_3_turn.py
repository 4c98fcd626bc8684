"""Chapter 3 of the Antechamber: a turn."""

from typing import Any

import pytest

from tests.games.tiny import GAME
from tests.games.tiny.choices import CallBallot, Collect, Publish, Tip
from tests.games.tiny.journal import Collected, Published, UsherGave
from tests.games.tiny.positions import asked, offered, play, position, reason, refused
from tests.games.tiny.state import Antechamber, Options
from tests.games.tiny.turn import Passing


def test_3_1_the_active_envoy_publishes_collects_or_calls_a_ballot() -> None:
    assert offered(position(), "red") == [Collect(), CallBallot(), Publish(1), Publish(2)]
    assert asked(position(turn=1)) == ["blue"]


def test_3_1_one_publishes_what_one_holds() -> None:
    state = position(dice=(1,))
    assert reason(refused(state, "red", Publish(3))) == ("antechamber.not_in_hand", "3.1")
    assert play(state, ("red", Publish(2)))[0] == Published("red", 2)
    assert state.hands["red"] == [1]


@pytest.mark.parametrize(("bank", "taken"), [(17, 2), (1, 1), (0, 0)])
def test_3_1_one_collects_up_to_two_coins_from_the_bank(bank: int, taken: int) -> None:
    state = position(coins={"red": 5, "blue": 5 + 17 - bank, "usher": 3, "bank": bank})
    assert play(state, ("red", Collect())) == [Collected("red", taken)]
    assert (state.coins["red"], state.coins["bank"]) == (5 + taken, bank - taken)


def test_3_1_a_ballot_needs_a_dispatch_left_to_draw() -> None:
    state = position(deck=[])
    assert reason(refused(state, "red", CallBallot())) == ("antechamber.nothing_to_draw", "3.1")


def test_3_2_then_the_usher_gives_its_coin_to_an_envoy() -> None:
    state = position()
    assert play(state, ("red", Collect()), ("red", Tip(to="blue"))) == [UsherGave("blue")]
    assert (state.coins["usher"], state.coins["blue"]) == (2, 6)


def test_3_2_or_keeps_it() -> None:
    state = position()
    assert play(state, ("red", Collect()), ("red", Tip())) == []
    assert state.coins["usher"] == 3


def test_3_2_the_usher_is_not_asked_without_a_coin() -> None:
    state = position(coins={"red": 5, "blue": 5, "usher": 0, "bank": 20})
    play(state, ("red", Collect()))
    assert asked(state) == ["blue"]


def test_3_3_the_turn_passes_on() -> None:
    state = position(players=3)
    for side in ("red", "blue", "green", "red"):
        assert asked(state) == [side]
        play(state, (side, Collect()), (side, Tip()))


def last_turn(**changes: Any) -> Antechamber:
    state = position(**changes)
    play(state, (state.active, Collect()), (state.active, Tip()))
    return state


def test_3_3_after_four_turns_of_each_envoy_the_game_ends() -> None:
    assert last_turn(turn=6).agenda
    assert not last_turn(turn=7).agenda


def test_3_3_or_as_many_as_the_table_agreed() -> None:
    state = GAME.start(2, options=Options(rounds=1))
    for side in state.sides:
        play(state, (side, Collect()), (side, Tip()))
    assert not state.agenda
    assert last_turn(turn=7, rounds=5).agenda


def test_3_3_whispers_and_promises_lapse_with_the_turn() -> None:
    state = position(Passing(), bound=["red"])
    Passing().run(state)
    assert not state.bound
