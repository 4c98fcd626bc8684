"""19.6: turns to pass, the reasons to wake, and months that run through because all have answered in advance."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.door import submit, waiting
from engine.core.journal import Entry
from engine.core.refusal import Refusal
from engine.nineteen33.action_journal import BoxWon, Obstructed, TensionBegan, TurnBegan, TurnEnded
from engine.nineteen33.choices import (
    EndTurn,
    PlayCard,
    StirUp,
)
from engine.nineteen33.game import GAME
from engine.nineteen33.journal import MonthBegan
from engine.nineteen33.orders import LeaveAnswers, LeavePlan, PassTurns
from engine.nineteen33.orders_kept import OrderFired, OrderSwitchedOff, orders_of
from engine.nineteen33.orders_left import NONE
from engine.nineteen33.orders_wake import wakes
from engine.nineteen33.plans import Planning
from engine.nineteen33.printed import CARDS
from engine.nineteen33.setup import Options
from engine.nineteen33.slips import DevelopmentSlip
from engine.nineteen33.state import Nineteen33
from tests.games.nineteen33.positions import asked, one, play, position, write
from tests.games.nineteen33.test_19_orders import SIDES, leave, of_kind, turn_of


def passing(state: Nineteen33, *wake: Any, months: int = 2) -> None:
    leave(state, PassTurns(months, wake))


def test_19_6_turns_are_passed_until_the_month_comes() -> None:
    state = position("1934-03", sides=SIDES)
    passing(state)
    assert orders_of(state, "france").passing is not None
    told: list[Entry] = []
    for month, is_asked in (("1934-03", False), ("1934-04", False), ("1934-05", True)):
        state.month = position(month).month
        told = turn_of(state, "france", "germany")
        assert (asked(state) == ["france"]) == is_asked
        assert bool(of_kind(told, OrderFired)) != is_asked
    assert one(told, OrderSwitchedOff).reason == "month"
    assert orders_of(state, "france") == NONE


def test_19_6_passing_left_after_its_turn_begins_with_the_next_month() -> None:
    state = position("1934-03", sides=SIDES)
    turn_of(state, "france", "germany")
    play(state, "france", EndTurn(), PassTurns(1))
    order = orders_of(state, "france").passing
    assert order is not None
    assert order.until == state.month + 2


def test_19_6_an_attack_wakes_whoever_asked_to_be_woken_by_it_and_nobody_else() -> None:
    for wake, is_asked in ((("attack",), True), (("path", "slip", "offer"), False), ((), False)):
        state = position(sides=SIDES)
        passing(state, *wake)
        tense = next(number for number, card in CARDS.items() if "tension" in card.functions)
        turn_of(state, "germany", "france", "soviet_union")
        state.leaders["germany"].hand = [tense]
        told = play(state, "germany", PlayCard(tense), StirUp("france", 1), EndTurn())
        assert bool(of_kind(told, TurnBegan))
        assert (asked(state) == ["france"]) == is_asked


@pytest.mark.parametrize(
    ("wake", "entry"),
    [
        ("attack", Obstructed("france", "food", 1, 0, 1)),
        ("attack", TensionBegan("france", 2)),
        ("path", BoxWon("france", "norway", 4)),
    ],
)
def test_19_6_reasons_to_wake_are_noted_as_they_happen(wake: Any, entry: Entry) -> None:
    state = position(sides=SIDES)
    passing(state, wake)
    assert GAME.out_of_turn.after is not None
    state.news = [entry]
    GAME.out_of_turn.after(state)
    order = orders_of(state, "france").passing
    assert order is not None
    assert order.woken == wake


def test_19_6_a_slip_in_danger_wakes() -> None:
    state = position("1934-09", sides=SIDES)
    write(state, "france", DevelopmentSlip("food"))
    passing(state, "slip", months=5)
    told = turn_of(state, "france", "germany")
    assert asked(state) == ["germany"]
    state.month += 1
    told = turn_of(state, "france", "germany")
    assert one(told, OrderSwitchedOff).reason == "slip"
    assert asked(state) == ["france"]


# Months that run through


def months_without_a_question(wake: tuple[Any, ...]) -> tuple[Nineteen33, list[Entry]]:
    """Three leaders answer everything in advance; the first plan that comes in starts it."""
    state = GAME.start(3, "ad" * 32, Options(years=1))
    while not isinstance(state.agenda[-1], Planning):
        side, menu = next(iter(waiting(GAME, state).items()))
        submit(GAME, state, side, next(iter(menu)))
    for leader in state.leaders.values():
        leader.food, leader.slips = 500, []
    told: list[Entry] = []
    for side in [*state.sides]:
        told += play(state, side, LeaveAnswers("stand_aside", "accept", "pay"), PassTurns(24, wake))
        told += play(state, side, LeavePlan())
    return state, told


def test_19_6_months_run_through_when_everybody_has_answered_in_advance() -> None:
    state, told = months_without_a_question(())
    assert len(of_kind(told, MonthBegan)) > 5
    while state.agenda:
        side = next(iter(waiting(GAME, state)))
        came = submit(GAME, state, side, next(iter(waiting(GAME, state)[side])))
        assert not isinstance(came, Refusal)
    assert state.ended == "calendar"


def test_19_6_nobody_who_asked_to_be_woken_is_passed_over() -> None:
    """Between what wakes a leader and its next question, no turn of it goes by."""
    state, told = months_without_a_question(("attack", "slip", "path", "offer"))
    for side in state.sides:
        woken = False
        for entry in told:
            woken = woken or wakes(state, side, entry) is not None
            assert not (woken and isinstance(entry, TurnEnded) and entry.side == side)
