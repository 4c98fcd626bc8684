"""What a choice would lead to is told up to the first draw or reveal, and nothing is changed."""

from engine.core.foresight import foresee
from engine.core.state import encode
from tests.tiny import GAME
from tests.tiny.choices import Collect, Offer, Publish, Stake
from tests.tiny.journal import Collected, Published, Whispered


def test_what_follows_for_certain_is_told_and_the_position_stays() -> None:
    state = GAME.start(2, seed="5eed" * 16)
    before = encode(state)
    assert foresee(GAME, state, "red", Collect()) == ([Collected("red", 2)], True)
    assert encode(state) == before


def test_nothing_is_told_past_a_die() -> None:
    state = GAME.start(2, seed="5eed" * 16)
    dispatch = state.hands["red"][0]
    assert foresee(GAME, state, "red", Publish(dispatch)) == ([Published("red", dispatch)], False)


def test_nothing_is_told_past_a_reveal() -> None:
    from engine.core.door import apply
    from tests.tiny.choices import CallBallot

    state = GAME.start(2, seed="5eed" * 16)
    apply(GAME, state, "red", CallBallot())
    assert foresee(GAME, state, "red", Stake(1)) == ([], True), "the other's stake is still to come"
    apply(GAME, state, "red", Stake(1))
    assert foresee(GAME, state, "blue", Stake(2)) == ([], False)


def test_an_act_out_of_turn_can_be_looked_at_too() -> None:
    state = GAME.start(2, seed="5eed" * 16)
    assert foresee(GAME, state, "blue", Offer("red", 2)) == ([Whispered("blue", "red", 2)], True)
