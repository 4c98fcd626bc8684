"""A step that asks several sides at once seals their answers until the last one is in. Until then each side may take
its own back, whatever others have answered.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from engine.core.door import apply, decode, menu, submit, waiting
from engine.core.journal import seen
from engine.core.record import Replay, read, record_of
from engine.core.refusal import GameOver, Malformed, NothingToTakeBack, NotYourTurn
from engine.core.sealed import AnswerWithdrawn, Sealed, WithdrawAnswer, withdrawals
from engine.core.state import encode
from engine.versailles import GAME as VERSAILLES
from tests.core.walks import opening
from tests.games.tiny import GAME
from tests.games.tiny.ballot import Ballot
from tests.games.tiny.choices import CallBallot, Order, Stake
from tests.games.tiny.positions import play, position, refused
from tests.games.tiny.state import Antechamber
from tests.games.tiny.turn import Turn
from tests.games.tiny.view import redeal


def ballot(*answers: tuple[str, int], **changes: Any) -> Antechamber:
    sealed = tuple((side, Stake(coins)) for side, coins in answers)
    return position(Ballot(answers=sealed), Turn(), players=3, **changes)


def test_an_answer_is_withdrawn_and_those_of_others_stay() -> None:
    state = ballot()
    play(state, ("red", Stake(1)), ("blue", Stake(2)), ("red", WithdrawAnswer()))
    assert state.agenda[-1] == Ballot(answers=(("blue", Stake(2)),))
    assert waiting(GAME, state).keys() == {"red", "green"}
    assert state.sequence == 3


def test_no_barrier_is_raised_until_the_last_one_is_in() -> None:
    state = ballot()
    play(state, ("red", Stake(1)), ("red", WithdrawAnswer()), ("blue", Stake(2)), ("green", Stake(0)))
    assert state.barriers == 0
    play(state, ("red", Stake(1)))
    assert state.barriers == 1


def test_the_order_of_answers_shows_nowhere_in_the_position() -> None:
    state, other = ballot(), ballot()
    play(state, ("green", Stake(1)), ("red", Stake(2)))
    play(other, ("red", Stake(2)), ("green", Stake(1)))
    assert encode(state) == encode(other)


def test_only_the_side_itself_is_told_that_it_takes_its_answer_back() -> None:
    told = play(ballot(("red", 1)), ("red", WithdrawAnswer()))
    assert told == seen(told, "red") == [AnswerWithdrawn("red")]
    assert seen(told, "blue") == seen(told, None) == []


@pytest.mark.parametrize("side", ["blue", "usher", "nobody"])
def test_nothing_is_withdrawn_where_nothing_lies_sealed(side: str) -> None:
    assert refused(ballot(("red", 1)), side, WithdrawAnswer()) == NothingToTakeBack()
    assert refused(position(), side, WithdrawAnswer()) == NothingToTakeBack()


def test_nothing_is_withdrawn_once_the_last_one_is_in_or_the_game_over() -> None:
    state = ballot(("red", 1), ("blue", 2))
    play(state, ("green", Stake(0)))
    assert refused(state, "red", WithdrawAnswer()) == NothingToTakeBack()
    over = position()
    over.agenda = []
    assert refused(over, "red", WithdrawAnswer()) == GameOver()


def test_who_has_answered_is_not_asked_and_answers_again_only_after_withdrawing() -> None:
    state = ballot(("red", 1))
    assert isinstance(refused(state, "red", Stake(2)), NotYourTurn)
    play(state, ("red", WithdrawAnswer()), ("red", Stake(2)))
    assert state.agenda[-1] == Ballot(answers=(("red", Stake(2)),))


def test_to_withdraw_is_among_what_a_side_may_do() -> None:
    state = ballot(("red", 1))
    offered = menu(GAME, state, "red")
    assert offered
    assert WithdrawAnswer() in list(offered)
    assert withdrawals(state).keys() == {"red"}
    assert withdrawals(position()) == {}


def test_a_game_without_sealed_steps_knows_no_such_choice() -> None:
    assert isinstance(decode(VERSAILLES, b'{"do":"withdraw_answer"}'), Malformed)
    assert decode(GAME, b'{"do":"withdraw_answer"}') == WithdrawAnswer()


def test_orders_left_in_advance_do_not_answer_again_in_the_same_breath(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise no side could take back what an order has answered."""
    from engine.core.game import StandingOrders

    def standing(state: Antechamber, step: Ballot) -> StandingOrders | None:
        silent = [side for side in step.waiting(state) if side in state.orders]
        return StandingOrders(silent[0], Stake(0)) if silent else None

    monkeypatch.setitem(GAME.out_of_turn.standing, Ballot, standing)  # type: ignore[misc]
    state = ballot(orders=["red"])
    apply(GAME, state, "green", Stake(1))
    assert waiting(GAME, state).keys() == {"blue"}
    play(state, ("red", WithdrawAnswer()))
    assert waiting(GAME, state).keys() == {"red", "blue"}
    assert isinstance(submit(GAME, state, "red", Order("none")), list)
    assert waiting(GAME, state).keys() == {"red", "blue"}


def test_for_others_a_sealed_answer_could_be_any() -> None:
    state = ballot(("red", 1), ("blue", 5))
    drawn = [redeal(state, "red", Random(seed)).agenda[-1] for seed in range(40)]
    assert {step.given["red"] for step in drawn if isinstance(step, Sealed)} == {Stake(1)}
    assert {step.given["blue"].coins for step in drawn if isinstance(step, Sealed)} == set(range(6))


def test_a_page_is_given_the_step_with_no_answer_but_ones_own() -> None:
    step: Any = ballot(("red", 1), ("blue", 5)).agenda[-1]
    assert step.known_to("red") == Ballot(answers=(("red", Stake(1)),))
    assert step.known_to(None) == step.known_to("green") == Ballot()


def test_a_record_holds_what_was_withdrawn_and_replays_to_the_byte() -> None:
    beginning = opening(3, 7, GAME)
    state, _ = GAME.open(beginning)
    active = state.active
    answers = [
        (active, CallBallot()), ("red", Stake(1)), ("blue", Stake(2)), ("red", WithdrawAnswer()), ("red", Stake(3)),
        ("blue", WithdrawAnswer()), ("green", Stake(0)), ("blue", Stake(4)),
    ]  # fmt: skip
    for side, choice in answers:
        assert isinstance(submit(GAME, state, side, choice), list)
    record = record_of(GAME, beginning, [(side, choice, "") for side, choice in answers])
    *_, (_, end, _) = Replay(*read(msgspec.json.encode(record)))
    assert encode(end) == encode(state)


def test_a_step_that_asks_nobody_in_particular_says_so() -> None:
    with pytest.raises(TypeError, match="must say whom it asks"):
        Sealed().waiting(position())
    with pytest.raises(TypeError, match="must carry the answers out"):
        Sealed().opened(position(), {})


def test_a_sealed_step_may_have_fields_of_its_own() -> None:
    class Named(Ballot, frozen=True):
        region: str

    step = Named("east", answers=(("red", Stake(1)),))
    assert step.without("red") == Named("east")
