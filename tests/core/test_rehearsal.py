"""The answers that orders would give are shown before the orders are left and while they stand; the dry run changes
nothing.
"""

import pytest

from engine.core import door
from engine.core.game import StandingOrders
from engine.core.refusal import Illegal
from engine.core.rehearsal import rehearse
from engine.core.state import encode
from tests.games.tiny import GAME
from tests.games.tiny.auction import Auction
from tests.games.tiny.ballot import Ballot
from tests.games.tiny.choices import Order, Pass, Raise, Stake
from tests.games.tiny.journal import OrderFired
from tests.games.tiny.positions import position
from tests.games.tiny.state import Antechamber

ALWAYS = Order("every_auction")


def opening(players: int = 3) -> Antechamber:
    return GAME.start(players, seed="5eed" * 16)


def test_an_order_is_tried_before_it_is_left_and_the_position_stays() -> None:
    state = opening()
    before = encode(state)
    (tried,) = rehearse(GAME, state, "blue", ALWAYS)
    assert (tried.answer, tried.told, tried.refusal) == (Pass(), (OrderFired("blue"),), None)
    assert encode(state) == before


def test_as_long_as_it_stands_it_is_tried_too_and_nothing_is_without_it() -> None:
    state = opening()
    assert rehearse(GAME, state, "blue") == ()
    door.apply(GAME, state, "blue", ALWAYS)
    assert [tried.answer for tried in rehearse(GAME, state, "blue")] == [Pass()]
    assert rehearse(GAME, state, "red") == ()
    assert rehearse(GAME, state, "blue", Order("none")) == ()


def test_what_is_asked_now_is_what_it_is_tried_on() -> None:
    state = opening()
    state.agenda.append(Auction("red", 1, ("red", "blue", "green"), 2, "green"))
    (tried,) = rehearse(GAME, state, "blue", ALWAYS)
    assert tried.question == Auction("red", 1, ("blue", "red", "green"), 2, "green")
    (other,) = rehearse(GAME, state, "green", ALWAYS)
    assert isinstance(other.question, Auction)
    assert other.question.holder is None, "whoever holds the bid is not asked now"


def test_an_answer_that_would_not_be_legal_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that answered like that would be wrong: a dry run finds it before a game does."""
    monkeypatch.setitem(GAME.out_of_turn.standing, Auction, lambda _, step: StandingOrders(step.still_in[0], Raise(30)))  # type: ignore[misc]
    (tried,) = rehearse(GAME, opening(), "blue", ALWAYS)
    assert isinstance(tried.refusal, Illegal)


@pytest.mark.parametrize("others", [(), ("red",), ("red", "green")])
def test_where_several_are_asked_in_secret_it_is_tried_whatever_orders_the_others_left(
    others: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def standing(state: Antechamber, step: Ballot) -> StandingOrders | None:
        side = next((side for side in step.waiting(state) if side in state.orders), "")
        return StandingOrders(side, Stake(0), OrderFired(side)) if side else None

    monkeypatch.setitem(GAME.out_of_turn.standing, Ballot, standing)  # type: ignore[misc]
    monkeypatch.setitem(GAME.out_of_turn.__dict__, "rehearsals", lambda _, __: [Ballot()])
    state = position(Ballot(answers=(("green", Stake(3)),)), players=3, orders=[*others])
    before = encode(state)
    (tried,) = rehearse(GAME, state, "blue", ALWAYS)
    assert (tried.answer, tried.told, tried.refusal) == (Stake(0), (OrderFired("blue"),), None)
    assert encode(state) == before
