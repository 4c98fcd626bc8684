from __future__ import annotations

from typing import Any

import pytest

from engine.core.choice import Choice
from engine.core.door import apply
from engine.core.state import Side, encode
from engine.core.undo import Undo
from tests.tiny import GAME
from tests.tiny.auction import Auction
from tests.tiny.ballot import Ballot
from tests.tiny.choices import CallBallot, Collect, Offer, Order, Pass, Publish, Raise, Stake, Tip
from tests.tiny.positions import position
from tests.tiny.state import Antechamber


def played(state: Antechamber, *answers: tuple[Side, Choice]) -> tuple[Undo[Antechamber], Antechamber]:
    """A room's way: remember the position before each choice, go on with a clone."""
    undo: Undo[Antechamber] = Undo()
    for side, choice in answers:
        before, state = state, GAME.clone(state)
        apply(GAME, state, side, choice)
        undo.remember(before, side, state)
    return undo, state


def test_one_goes_back_step_by_step_to_where_ones_move_began() -> None:
    first = position()
    before = encode(first)
    undo, _ = played(first, ("red", Offer("blue", 1)), ("red", Collect()))
    second = undo.back("red")
    assert second is not None
    assert second.sequence == 1
    assert encode(undo.back("red") or second) == before
    assert undo.back("red") is None


def test_a_move_may_span_several_questions_to_one_side() -> None:
    undo, _ = played(position(), ("red", Collect()), ("red", Tip("blue")))
    assert [undo.possible("red"), undo.back("red") is not None, undo.back("red") is not None] == [True] * 3
    assert not undo.possible("red")


def test_nobody_takes_back_for_another() -> None:
    undo, _ = played(position(), ("red", Collect()))
    assert not undo.possible("blue")
    assert undo.back("blue") is None
    assert undo.possible("red")


def auction(**changes: Any) -> Antechamber:
    state = position(Auction("red", 12, ("red", "blue")), **changes)
    state.deck.remove(12)
    state.published["red"].append(12)
    return state


@pytest.mark.parametrize("dice", [(), (1,), (6,)])
def test_never_across_a_draw_rigged_or_not(dice: tuple[int, ...]) -> None:
    undo, _ = played(position(dice=dice), ("red", Offer("blue", 1)), ("red", Publish(1)))
    assert undo.back("red") is None


def test_never_across_a_reveal() -> None:
    undo, _ = played(position(Ballot((("red", 2),))), ("blue", Stake(1)))
    assert undo.back("blue") is None


def test_a_secret_answer_can_be_taken_back_until_another_side_answers() -> None:
    answers: list[tuple[Side, Choice]] = [("red", CallBallot()), ("red", Stake(2))]
    assert played(position(players=3), *answers)[0].possible("red")
    undo, _ = played(position(players=3), *answers, ("green", Stake(1)))
    assert not undo.possible("red")
    assert undo.possible("green")


def test_never_across_another_sides_decision_even_out_of_turn() -> None:
    undo, _ = played(position(), ("red", Collect()), ("blue", Offer("red", 1)))
    assert undo.back("red") is None
    undo, _ = played(position(), ("red", Collect()), ("blue", Offer("red", 1)), ("red", Tip()))
    assert undo.back("red") is not None
    assert undo.back("red") is None


def test_never_across_a_standing_order_that_spoke() -> None:
    undo, state = played(auction(orders=["blue"]), ("red", Raise(1)))
    assert state.sequence == 1
    assert undo.back("red") is None


def test_never_across_a_standing_order_that_could_have_spoken() -> None:
    """That blue is asked at all tells red that blue left no order."""
    undo, state = played(auction(), ("red", Raise(1)))
    assert state.agenda[-1] == Auction("red", 12, ("blue", "red"), 1, "red")
    assert undo.back("red") is None


def test_an_order_left_in_the_middle_of_an_auction_is_a_barrier_too() -> None:
    undo, _ = played(auction(), ("blue", Order("every_auction")))
    assert undo.back("blue") is None


def test_what_was_played_on_leaves_the_remembered_position_alone() -> None:
    first = position()
    before = encode(first)
    undo, state = played(first, ("red", Collect()))
    apply(GAME, state, "red", Tip("red"))
    back = undo.back("red")
    assert back is first
    assert encode(first) == before


def test_passing_in_an_auction_of_others_can_be_taken_back_if_nobody_was_looked_up() -> None:
    state = position(Auction("red", 12, ("red",)))
    state.deck.remove(12)
    state.published["red"].append(12)
    undo, _ = played(state, ("red", Pass()))
    assert undo.possible("red")
