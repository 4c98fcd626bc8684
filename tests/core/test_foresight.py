"""The preview of a choice goes up to the first draw or reveal, and changes nothing."""

from typing import Any

import pytest

from engine.core.choice import Choice
from engine.core.door import waiting
from engine.core.foresight import foresee
from engine.core.journal import Entry
from engine.core.sealed import AnswerWithdrawn, Sealed, WithdrawAnswer
from engine.core.state import encode
from tests.games.tiny import GAME
from tests.games.tiny.ballot import Ballot
from tests.games.tiny.choices import Collect, Offer, Publish, Stake
from tests.games.tiny.journal import Collected, Published, Whispered
from tests.games.tiny.positions import position
from tests.games.tiny.state import Antechamber
from tests.games.tiny.view import view


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
    from tests.games.tiny.choices import CallBallot

    state = GAME.start(2, seed="5eed" * 16)
    apply(GAME, state, "red", CallBallot())
    assert told(state, "red", Stake(1)) == ([], True), "the other's stake is still to come"
    apply(GAME, state, "red", Stake(1))
    assert told(state, "blue", Stake(2)) == ([], False)


def ballot(*answers: tuple[str, int]) -> Antechamber:
    return position(Ballot(answers=tuple((side, Stake(coins)) for side, coins in answers)), players=3)


def test_of_a_sealed_answer_it_is_told_what_would_follow_from_it_alone() -> None:
    ahead: Any = foresee(GAME, ballot(), "red", Stake(3))
    assert (ahead.certain, ahead.barred, ahead.alone) == (True, False, True)
    assert ahead.after.coins["red"] == 2
    assert waiting(GAME, ahead.after).keys() == {"blue", "green"}, "the question stays, and nothing after it happens"


@pytest.mark.parametrize("side", ["red", "blue"])
def test_whatever_others_have_sealed_a_forecast_tells_the_same(side: str) -> None:
    before = ballot(("green", 1), *((other, 2) for other in ("red",) if other != side))
    other = ballot(("green", 4), *((other, 0) for other in ("red",) if other != side))
    untouched = encode(before)
    assert foresee(GAME, before, side, Stake(5)) == foresee(GAME, other, side, Stake(5))
    assert encode(before) == untouched


def test_the_last_answer_opens_all_and_can_not_be_taken_back() -> None:
    ahead = foresee(GAME, ballot(("green", 1), ("red", 2)), "blue", Stake(3))
    assert (ahead.certain, ahead.barred, ahead.alone) == (False, True, True)


def test_where_a_game_says_nothing_of_one_answer_alone_nothing_follows() -> None:
    class Plain(Ballot, frozen=True):
        alone = Sealed.alone

    state = position(Plain(), players=3)
    ahead: Any = foresee(GAME, state, "red", Stake(3))
    assert (ahead.news, ahead.certain) == ([], True)
    assert view(ahead.after, "red") == view(state, "red")


def test_to_take_a_sealed_answer_back_is_looked_at_as_any_choice() -> None:
    ahead = foresee(GAME, ballot(("red", 2)), "red", WithdrawAnswer())
    assert ahead.news == [AnswerWithdrawn("red")]
    assert waiting(GAME, ahead.after).keys() == {"red", "blue", "green"}


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
