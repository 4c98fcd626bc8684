"""How far a side may go back inside its own move, and where that leads."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.core.choice import Choice
from engine.core.door import apply
from engine.core.journal import Entry
from engine.core.sealed import WithdrawAnswer
from engine.core.state import Side, encode
from engine.core.undo import LONGEST, Back, Taken, Undo, WentBack, gone_back, stays_good, went_back
from tests.games.tiny import GAME
from tests.games.tiny.auction import Auction
from tests.games.tiny.ballot import Ballot
from tests.games.tiny.choices import CallBallot, Collect, Offer, Order, Pass, Publish, Raise, Stake, Tip
from tests.games.tiny.positions import position
from tests.games.tiny.state import Antechamber
from tests.games.tiny.turn import Turn


def played(state: Antechamber, *answers: tuple[Side, Choice]) -> tuple[Undo, Antechamber]:
    """Play on with this position; return what can be taken back."""
    undo = Undo(state)
    for side, choice in answers:
        undo.remember(side, choice, apply(GAME, state, side, choice), state)
    return undo, state


def possible(undo: Undo, side: Side) -> int | None:
    """Return the sequence this side may go back to."""
    last = undo.last(side)
    return last.to if last else None


def back(undo: Undo, side: Side, state: Antechamber, then: Antechamber) -> Antechamber:
    """Take the last choice back; `then` is the position before it."""
    last = undo.last(side)
    assert last
    assert last.to == then.sequence
    choice = Back(last.to)
    after = gone_back(GAME, state, then, side, choice)
    undo.remember(side, choice, [], after)
    assert isinstance(after, Antechamber)
    return after


def test_one_goes_back_step_by_step_to_where_ones_move_began() -> None:
    first = position()
    second = GAME.clone(first)
    apply(GAME, second, "red", Offer("blue", 1))
    undo, state = played(GAME.clone(first), ("red", Offer("blue", 1)), ("red", Collect()))
    state = back(undo, "red", state, second)
    assert state.sequence == 3, "going back is an entry too"
    state = back(undo, "red", state, first)
    state.sequence = first.sequence
    assert encode(state) == encode(first)
    assert undo.last("red") is None


def test_who_goes_back_and_on_again_can_go_back_again() -> None:
    first = position()
    undo, state = played(GAME.clone(first), ("red", Collect()))
    for _ in range(3):
        state = back(undo, "red", state, first)
        assert undo.here == 0, "the table stands as it did then"
        undo.remember("red", Collect(), apply(GAME, state, "red", Collect()), state)
    assert possible(undo, "red") == 0


def test_several_choices_can_be_taken_back_at_once() -> None:
    undo, _ = played(position(), ("red", Collect()), ("red", Tip("blue")))
    assert [taken.what for taken in undo.back("red", 0)] == ["collect", "tip"]
    assert [taken.what for taken in undo.back("red", 1)] == ["tip"]
    assert undo.back("red", 2) == undo.back("red", 7) == undo.back("blue", 1) == []


def test_a_move_may_span_several_questions_to_one_side() -> None:
    first = position()
    undo, state = played(GAME.clone(first), ("red", Collect()), ("red", Tip("blue")))
    assert possible(undo, "red") == 1
    after_one = played(GAME.clone(first), ("red", Collect()))[1]
    state = back(undo, "red", state, after_one)
    assert possible(undo, "red") == 0


def test_only_so_many_choices_are_remembered() -> None:
    orders = [Order("every_auction"), Order("none")] * LONGEST
    undo, _ = played(position(), *(("red", order) for order in orders))
    assert len(undo.taken) == LONGEST


def test_what_was_drawn_stays_drawn_when_the_table_goes_back_by_agreement() -> None:
    """The die falls again, by a number that no one knows; and rigged outcomes are used up only once."""
    first = position(dice=(1, 6))
    before = GAME.clone(first)
    undo, state = played(first, ("red", Publish(1)))
    after = gone_back(GAME, state, before, "red", Back(0, agreed=True))
    undo.remember("red", Back(0, agreed=True), [], after)
    assert (after.draws, after.rigged) == (state.draws, {"scandal": [6]})
    assert after.agenda == before.agenda
    assert after.barriers > state.barriers, "what was agreed on is not taken back in its turn"
    assert undo.last("red") is None


@pytest.mark.parametrize(
    ("choice", "known_to"), [(Collect(), None), (Offer("blue", 1), ("red", "blue")), (Order("every_auction"), ("red",))]
)
def test_that_something_was_taken_back_is_known_to_those_who_knew_of_it(
    choice: Choice, known_to: tuple[Side, ...] | None
) -> None:
    undo, state = played(position(players=3), ("red", choice))
    told = went_back("red", undo.back("red", 0), state.sides)
    assert (told.step, told.known_to) == (1, known_to)
    for side in (*state.sides, None):
        assert told.seen_by(side) == (told if known_to is None or side in known_to else None)


def test_what_told_nothing_at_all_is_taken_back_before_everybody() -> None:
    assert went_back("red", [Taken(4, 3, "stake", list[Entry]())], ("red", "blue")) == WentBack("red", 4, "stake")


def test_nobody_takes_back_for_another() -> None:
    undo, _ = played(position(), ("red", Collect()))
    assert possible(undo, "blue") is None
    assert possible(undo, "red") == 0


def auction(**changes: Any) -> Antechamber:
    state = position(Auction("red", 12, ("red", "blue")), **changes)
    state.deck.remove(12)
    state.published["red"].append(12)
    return state


@pytest.mark.parametrize("dice", [(), (1,), (6,)])
def test_never_across_a_draw_rigged_or_not(dice: tuple[int, ...]) -> None:
    undo, _ = played(position(dice=dice), ("red", Offer("blue", 1)), ("red", Publish(1)))
    assert undo.last("red") is None


def test_never_across_a_reveal() -> None:
    undo, _ = played(position(Ballot(answers=(("red", Stake(2)),))), ("blue", Stake(1)))
    assert undo.last("blue") is None


def test_a_sealed_answer_is_withdrawn_and_leaves_what_came_before_it_to_be_taken_back() -> None:
    answers: list[tuple[Side, Choice]] = [("red", CallBallot()), ("red", Stake(2)), ("red", WithdrawAnswer())]
    for given in (1, 2):
        undo, _ = played(position(players=3), *answers[:given])
        assert [taken.what for taken in undo.taken] == ["call_ballot"]
    undo, state = played(position(players=3), *answers)
    then = position(players=3)
    assert encode(back(undo, "red", state, then)) == encode(replace(then, sequence=4))


def test_who_asked_can_not_take_that_back_once_another_has_answered_in_secret() -> None:
    undo, _ = played(position(players=3), ("red", CallBallot()), ("red", Stake(2)), ("green", Stake(1)))
    assert undo.last("red") is None
    assert undo.last("green") is None, "its answer is withdrawn"


def test_never_across_another_sides_decision_even_out_of_turn() -> None:
    undo, _ = played(position(), ("red", Collect()), ("blue", Offer("red", 1)))
    assert undo.last("red") is None
    undo, _ = played(position(), ("red", Collect()), ("blue", Offer("red", 1)), ("red", Tip()))
    assert [taken.what for taken in undo.taken] == ["tip"]


def test_never_across_a_standing_order_that_spoke() -> None:
    undo, state = played(auction(orders=["blue"]), ("red", Raise(1)))
    assert state.sequence == 1
    assert undo.last("red") is None


def test_never_across_a_standing_order_that_could_have_spoken() -> None:
    """If blue is asked at all, red learns that blue left no order."""
    undo, state = played(auction(), ("red", Raise(1)))
    assert state.agenda[-1] == Auction("red", 12, ("blue", "red"), 1, "red")
    assert undo.last("red") is None


def test_an_order_left_in_the_middle_of_an_auction_is_a_barrier_too() -> None:
    undo, _ = played(auction(), ("blue", Order("every_auction")))
    assert undo.last("blue") is None


def test_passing_in_an_auction_of_others_can_be_taken_back_if_nobody_was_looked_up() -> None:
    state = position(Auction("red", 12, ("red",)))
    state.deck.remove(12)
    state.published["red"].append(12)
    undo, _ = played(state, ("red", Pass()))
    assert undo.last("red")


def in_ballot(**changes: Any) -> Antechamber:
    return position(Ballot(), Turn(), players=3, **changes)


def test_what_others_answer_in_secret_takes_nobodys_undo_away_and_stays_where_it_is() -> None:
    then = in_ballot()
    undo, state = played(GAME.clone(then), ("red", Offer("blue", 1)), ("blue", Stake(2)), ("green", Stake(0)))
    assert possible(undo, "red") == 0
    after = back(undo, "red", state, then)
    assert after.agenda[-1] == Ballot(answers=(("blue", Stake(2)), ("green", Stake(0))))
    assert after.whispers == []
    assert after.sequence == 4


def test_nor_does_one_who_takes_a_sealed_answer_back() -> None:
    then = in_ballot()
    answers: list[tuple[Side, Choice]] = [("red", Offer("blue", 1)), ("blue", Stake(2)), ("blue", WithdrawAnswer())]
    undo, state = played(GAME.clone(then), *answers)
    assert back(undo, "red", state, then).agenda[-1] == Ballot()


def test_ones_own_sealed_answer_goes_back_with_what_came_before_it() -> None:
    then = in_ballot()
    undo, state = played(GAME.clone(then), ("red", Offer("blue", 1)), ("red", Stake(2)), ("blue", Stake(0)))
    assert back(undo, "red", state, then).agenda[-1] == Ballot(answers=(("blue", Stake(0)),))


def test_going_back_never_seals_an_answer_anew() -> None:
    """Otherwise all sides would have answered, and none would be asked."""
    state = in_ballot()
    apply(GAME, state, "red", Stake(2))
    then = GAME.clone(state)
    undo, state = played(state, ("red", Offer("blue", 1)), ("red", WithdrawAnswer()), ("blue", Stake(1)))
    apply(GAME, state, "green", Stake(0))
    assert back(undo, "red", state, then).agenda[-1] == Ballot(answers=(("blue", Stake(1)), ("green", Stake(0))))


def test_a_choice_out_of_turn_by_another_ends_the_chain_there_too() -> None:
    undo, _ = played(in_ballot(), ("red", Offer("blue", 1)), ("blue", Stake(2)), ("blue", Offer("green", 1)))
    assert undo.last("red") is None
    assert possible(undo, "blue") == 2


def test_where_others_were_asked_something_else_then_their_answers_can_not_stay() -> None:
    then = in_ballot()
    state = GAME.clone(then)
    apply(GAME, state, "blue", Stake(5))
    assert stays_good(state, then, "red")
    then.coins["blue"] -= 1
    assert not stays_good(state, then, "red")
    assert stays_good(state, then, "blue"), "only the answers of others are asked about"
    assert not stays_good(state, position(players=3), "red"), "nor where nothing was asked in secret"
    assert stays_good(position(), position(), "red")


def test_when_the_whole_table_agrees_everything_since_is_taken_back() -> None:
    then = in_ballot()
    state = GAME.clone(then)
    apply(GAME, state, "blue", Stake(5))
    assert gone_back(GAME, state, then, "red", Back(0, agreed=True)).agenda[-1] == Ballot()


def test_what_was_answered_in_secret_for_a_side_that_is_away_ends_no_others_chain() -> None:
    undo, _ = played(in_ballot(), ("red", Offer("blue", 1)), ("blue", Stake(2)))
    undo.seal("blue")
    assert possible(undo, "red") == 0
    undo.seal("red")
    assert undo.last("red") is None
