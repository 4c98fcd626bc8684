"""Answers in advance are known to their Power alone: no log, no undo and no redeal shows that there are any."""

from __future__ import annotations

from random import Random

import pytest

from engine.belle_epoque.choices import (
    CommitFleets,
    EndRound,
    RaisePrestige,
)
from engine.belle_epoque.game import GAME
from engine.belle_epoque.orders import (
    LeaveContestOrder,
    LeaveOrders,
    OrdersLeft,
)
from engine.belle_epoque.orders_left import NONE, Orders
from engine.belle_epoque.rounds import Acting, NextRound
from engine.belle_epoque.state import BelleEpoque
from engine.belle_epoque.view import view
from engine.core.choice import Choice
from engine.core.journal import seen
from engine.core.undo import Undo
from tests.games.belle_epoque.positions import asked, play, position
from tests.games.belle_epoque.test_8_contests import RESOLVE
from tests.games.belle_epoque.test_orders import attacked


def last_round() -> BelleEpoque:
    """Let the UK act, then France, which has nothing left."""
    order = ["uk", "france", "russia", "central_powers"]
    return position(Acting("uk"), NextRound(1), treasury={"uk": 9, "france": 1}, order=order)


LEFT = [LeaveOrders(reroll="never", scandal="cube", pass_below=3), LeaveContestOrder("defence", "serbia", "all")]


@pytest.mark.parametrize("order", LEFT, ids=["plain", "a contest"])
def test_orders_are_shown_and_told_to_their_power_only(order: Choice) -> None:
    state = attacked()
    told = play(state, ("france", order))
    assert [side for side in (*state.sides, None) if seen(told, side)] == ["france"]
    assert [side for side in (*state.sides, None) if view(state, side).orders != NONE] == ["france"]


def test_nobody_finds_out_by_undo_whether_orders_were_left() -> None:
    state = attacked()
    play(state, RESOLVE)
    undo = Undo(state)
    told = play(state, ("uk", CommitFleets(1)))
    undo.remember("uk", CommitFleets(1), told, state)
    assert not undo.last("uk")


def test_nor_by_taking_back_the_end_of_a_round_whether_the_next_power_would_pass() -> None:
    state = last_round()
    play(state, ("uk", RaisePrestige()))
    barriers = state.barriers
    play(state, ("uk", EndRound()))
    assert asked(state) == ["france"]
    assert state.barriers > barriers


def test_dealt_anew_the_others_may_have_left_anything_that_has_not_answered() -> None:
    state = attacked()
    play(state, *(("france", order) for order in LEFT))
    play(state, ("russia", LEFT[0]))
    found = [GAME.redeal(state, "france", Random(number)).orders for number in range(20)]
    assert all(orders["france"] == state.orders["france"] for orders in found)
    assert len({orders.get("russia", NONE) for orders in found}) > 5
    assert not any("uk" in orders for orders in found), "it is asked"


def test_leaving_nothing_takes_back_everything() -> None:
    state = attacked()
    before = state.orders.copy()
    told = play(state, ("france", LEFT[0]), ("france", LeaveOrders()))
    assert told[-1] == OrdersLeft("france", Orders())
    assert state.orders == before
