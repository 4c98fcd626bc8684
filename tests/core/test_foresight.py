"""What a choice would lead to is told up to the first draw or reveal, and nothing is changed."""

from typing import Any

from engine.core.choice import Choice
from engine.core.foresight import foresee
from engine.core.journal import Entry
from engine.core.state import encode
from tests.tiny import GAME
from tests.tiny.choices import Collect, Offer, Publish, Stake
from tests.tiny.journal import Collected, Published, Whispered
from tests.tiny.state import Antechamber


def told(state: Antechamber, side: str, choice: Choice) -> tuple[list[Entry], bool]:
    ahead = foresee(GAME, state, side, choice)
    return ahead.news, ahead.certain


def test_what_follows_for_certain_is_told_and_the_position_stays() -> None:
    state = GAME.start(2, seed="5eed" * 16)
    before = encode(state)
    assert told(state, "red", Collect()) == ([Collected("red", 2)], True)
    assert encode(state) == before


def test_nothing_is_told_past_a_die() -> None:
    state = GAME.start(2, seed="5eed" * 16)
    dispatch = state.hands["red"][0]
    assert told(state, "red", Publish(dispatch)) == ([Published("red", dispatch)], False)


def test_nothing_is_told_past_a_reveal() -> None:
    from engine.core.door import apply
    from tests.tiny.choices import CallBallot

    state = GAME.start(2, seed="5eed" * 16)
    apply(GAME, state, "red", CallBallot())
    assert told(state, "red", Stake(1)) == ([], True), "the other's stake is still to come"
    apply(GAME, state, "red", Stake(1))
    assert told(state, "blue", Stake(2)) == ([], False)


def test_an_act_out_of_turn_can_be_looked_at_too() -> None:
    state = GAME.start(2, seed="5eed" * 16)
    assert told(state, "blue", Offer("red", 2)) == ([Whispered("blue", "red", 2)], True)


def test_the_position_after_it_is_the_one_before_anything_uncertain() -> None:
    state = GAME.start(2, seed="5eed" * 16)
    coins = state.coins["red"]
    after: Any = foresee(GAME, state, "red", Collect()).after
    assert after.coins["red"] == coins + 2
    dispatch = state.hands["red"][0]
    after = foresee(GAME, state, "red", Publish(dispatch)).after
    assert (after.published["red"], after.barriers) == ([dispatch], state.barriers)
