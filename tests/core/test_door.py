from __future__ import annotations

import msgspec
import pytest

from engine.core.choice import Choice
from engine.core.door import apply, decode, explain, menu, receive, refusal, submit, waiting
from engine.core.refusal import GameOver, Illegal, Malformed, NotYourTurn, Refusal, Stale
from engine.core.state import Side, encode
from tests.core.walks import walk, walks
from tests.games.tiny import GAME
from tests.games.tiny.auction import Auction
from tests.games.tiny.ballot import Ballot
from tests.games.tiny.choices import Accept, CallBallot, Collect, Leak, Offer, Order, Pass, Publish, Raise, Stake, Tip
from tests.games.tiny.journal import Collected, Passed
from tests.games.tiny.positions import position
from tests.games.tiny.state import Antechamber
from tests.games.tiny.turn import Passing
from tests.support.games import out_of_turn

SAMPLES: tuple[Choice, ...] = (
    Publish(1),
    Collect(),
    CallBallot(),
    Tip("red"),
    Raise(2),
    Pass(),
    Leak(True),
    Stake(1),
    Offer("blue", 1),
    Accept("red"),
    Order("every_auction"),
)


def over() -> Antechamber:
    state = position(Passing(), turn=7)
    Passing().run(state)
    state.agenda.clear()
    return state


def test_both_doors_carry_a_legal_choice_out_alike() -> None:
    one, other = position(), position()
    assert submit(GAME, one, "red", Collect()) == apply(GAME, other, "red", Collect()) == [Collected("red", 2)]
    assert encode(one) == encode(other)


def test_every_choice_counts_in_the_sequence_and_leaves_no_news_behind() -> None:
    state = position()
    submit(GAME, state, "red", Offer("blue", 1))
    submit(GAME, state, "red", Collect())
    assert (state.sequence, state.news) == (2, [])


@pytest.mark.parametrize(
    ("state", "side", "raw", "seen", "refusal"),
    [
        (position(), "blue", b'{"do":"collect"}', 0, NotYourTurn("blue", ("red",))),
        (position(), "nobody", b'{"do":"order","pass_in":"none"}', 0, NotYourTurn("nobody", ("red", "blue"))),
        (over(), "red", b'{"do":"collect"}', 0, GameOver()),
        (over(), "red", b'{"do":"offer","to":"blue","coins":1}', 0, GameOver()),
        (position(sequence=4), "red", b'{"do":"collect"}', 3, Stale(3, 4)),
        (position(), "red", b'{"do":"publish","dispatch":13}', 0, Malformed("$.dispatch", "Expected `int` <= 12")),
        (position(), "red", b'{"do":"fly"}', 0, Malformed("$.do", "Invalid value 'fly'")),
        (position(), "red", b"{", 0, Malformed("$", "Input data was truncated")),
        (position(), "red", b'{"do":"publish","dispatch":4}', 0, Illegal("antechamber.not_in_hand", "3.1", {})),
    ],
)
def test_a_refusal_says_why_and_leaves_every_byte_alone(
    state: Antechamber, side: Side, raw: bytes, seen: int, refusal: Refusal
) -> None:
    before = encode(state)
    assert receive(GAME, state, side, raw, seen) == refusal
    assert encode(state) == before


@pytest.mark.parametrize(
    "raw", [b"", b"null", b"7", b'"pass"', b"[" * 100_000, b'{"do":"\xff"}', b'{"do":' * 5000, b'{"do":"pass","x":1}']
)
def test_whatever_comes_over_the_wire_is_a_choice_or_malformed(raw: bytes) -> None:
    assert isinstance(decode(GAME, raw), Malformed)


def test_a_choice_that_is_current_is_accepted() -> None:
    state = position(sequence=4)
    assert receive(GAME, state, "red", b'{"do":"collect"}', seen=4) == [Collected("red", 2)]


def test_any_choice_by_anybody_at_any_time_is_carried_out_or_refused() -> None:
    """Never a crash, not even where a wide menu meets choices of a foreign type."""
    for state in walks(games=2):
        before = encode(state)
        for side in ("red", "blue", "green", "usher"):
            for choice in SAMPLES:
                if isinstance(submit(GAME, state, side, choice), Refusal):
                    assert encode(state) == before
                else:
                    state = GAME.decode(before)


def test_the_samples_are_of_every_type() -> None:
    assert {type(choice) for choice in SAMPLES} == set(GAME.choices)


def test_a_choice_of_another_moment_is_not_offered_by_the_clause_of_the_step_that_waits() -> None:
    refused = submit(GAME, position(Ballot()), "red", Publish(1))
    assert isinstance(refused, Illegal)
    assert (refused.reason, refused.clause) == ("not_offered", Ballot.clause)


def test_explaining_changes_nothing_and_agrees_with_the_door() -> None:
    state = position()
    before = encode(state)
    assert explain(GAME, state, "red", b'{"do":"collect"}') is None
    assert explain(GAME, state, "red", b'{"do":"publish","dispatch":4}') == refusal(GAME, state, "red", Publish(4))
    assert isinstance(explain(GAME, state, "red", b"{"), Malformed)
    assert encode(state) == before


def test_all_who_are_waited_for_may_answer_in_any_order() -> None:
    state = position(Ballot(), players=3)
    assert list(waiting(GAME, state)) == ["red", "blue", "green"]
    submit(GAME, state, "green", Stake(1))
    assert list(waiting(GAME, state)) == ["red", "blue"]
    assert isinstance(submit(GAME, state, "green", Stake(1)), NotYourTurn)


def test_nobody_is_waited_for_when_the_game_is_over() -> None:
    *_, last = walk(2)
    assert waiting(GAME, last) == {}
    assert menu(GAME, last, "red") is None


def test_a_menu_holds_what_is_asked_and_what_may_be_done_out_of_turn() -> None:
    red, blue, usher = (menu(GAME, position(), side) for side in ("red", "blue", "usher"))
    assert red is not None
    assert {Collect, Offer, Order} <= {type(choice) for choice in red}
    assert blue is not None
    assert {type(choice) for choice in blue} == {Offer, Order}
    assert usher is None


def test_out_of_turn_choices_leave_the_question_where_it_was() -> None:
    state = position()
    agenda = list(state.agenda)
    submit(GAME, state, "blue", Offer("red", 1))
    assert state.agenda == agenda


def test_deals_that_bind_narrow_what_may_be_answered() -> None:
    state = position(Auction("red", 12, ("red", "blue")), bound=["red"])
    assert list(waiting(GAME, state)["red"]) == [Pass()]


def test_news_of_one_choice_are_those_of_all_that_followed_from_it() -> None:
    state = position(Auction("red", 12, ("red", "blue", "green")), players=3, orders=["blue", "green"])
    state.deck.remove(12)
    state.published["red"].append(12)
    told = [msgspec.to_builtins(entry)["told"] for entry in apply(GAME, state, "red", Raise(1))]
    assert told == ["raised", "order_fired", "passed", "order_fired", "passed", "auction_won"]
    assert Passed("blue") not in state.news


def test_what_follows_from_a_choice_is_looked_at_again_after_every_standing_answer() -> None:
    """The review gets all entries so far, so that the next order acts on an up-to-date position."""
    seen: list[list[str]] = []

    def after(state: Antechamber) -> None:
        seen.append([entry.__struct_config__.tag for entry in state.news])  # type: ignore[misc]

    state = position(Auction("red", 12, ("red", "blue", "green")), players=3, orders=["blue", "green"])
    state.deck.remove(12)
    state.published["red"].append(12)
    submit(out_of_turn(GAME, after=after), state, "red", Raise(2))
    fired = ["order_fired", "passed"]
    assert seen == [["raised"], ["raised", *fired], ["raised", *fired, *fired, "auction_won"]]
