"""Answers left in advance follow a choice up to a limit; then the game waits at the next question and goes on from
there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from engine.core import door, registry
from engine.core.agenda import then
from engine.core.choice import Choice
from engine.core.door import AT_ONCE, left_over, submit, waiting
from engine.core.game import AnyGame, StandingOrders
from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.record import Replay, read, record_of
from engine.core.state import Side, encode, fingerprint
from engine.core.step import Waiting
from tests.core.planted import beginning_with
from tests.core.walks import opening
from tests.games.tiny import GAME
from tests.games.tiny.auction import Auction
from tests.games.tiny.choices import Offer, Order, Pass, Raise
from tests.games.tiny.journal import OrderFired, Passed
from tests.games.tiny.positions import position
from tests.games.tiny.state import Antechamber
from tests.support.games import out_of_turn

DAYS = 92


class Day(Waiting[Antechamber, Pass], frozen=True):
    """A day of three months, on which each envoy is asked in turn whether to do anything."""

    day: int = 0

    def waiting(self, state: Antechamber) -> Mapping[Side, Menu]:
        return {self.envoy(state): OneOf(Pass())}

    def envoy(self, state: Antechamber) -> Side:
        return state.sides[self.day % len(state.sides)]

    def choose(self, state: Antechamber, side: Side, choice: Choice) -> None:
        tell(state, Passed(side))
        if self.day < DAYS * len(state.sides):
            then(state, Day(self.day + 1))


def orders(state: Antechamber, step: Day) -> StandingOrders:
    side = step.envoy(state)
    return StandingOrders(side, Pass(), OrderFired(side)) if side in state.orders else StandingOrders(side)


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """Return a game in which all envoys sleep through three months."""
    game: AnyGame = out_of_turn(beginning_with(Day()), standing={**GAME.out_of_turn.standing, Day: orders})
    monkeypatch.setattr(registry, "games", lambda: {game.key: game})
    return game


def asleep(game: AnyGame) -> Any:
    """Return a position in which red and blue have left orders, and green, whose turn it is, has not."""
    state, _ = game.open(opening(3, 1, game))
    for side in ("red", "blue"):
        assert isinstance(submit(game, state, side, Order("every_auction")), list)
    return state


def day_of(state: Any) -> int:
    step = state.agenda[-1]
    assert isinstance(step, Day)
    return step.day


def test_a_long_run_of_them_stops_at_a_question(calendar: AnyGame) -> None:
    state = asleep(calendar)
    day = day_of(state)
    told = submit(calendar, state, "green", Order("every_auction"))
    assert isinstance(told, list)
    assert sum(isinstance(entry, OrderFired) for entry in told) == day_of(state) - day == AT_ONCE
    [side] = waiting(calendar, state)
    assert left_over(calendar, state) == StandingOrders(side, Pass(), OrderFired(side))


def test_it_goes_on_with_the_next_choice_whoever_makes_it(calendar: AnyGame) -> None:
    state = asleep(calendar)
    submit(calendar, state, "green", Order("every_auction"))
    there = calendar.clone(state)
    orders = left_over(calendar, state)
    assert orders
    assert orders.choice
    submit(calendar, state, orders.side, orders.choice)
    submit(calendar, there, "red", Offer("blue", 1))
    assert day_of(state) == day_of(there) + 1 == 2 + 2 * AT_ONCE + 1


def test_stretch_by_stretch_it_comes_to_the_end_and_replays_to_the_byte(calendar: AnyGame) -> None:
    beginning = opening(3, 1, calendar)
    state, _ = calendar.open(beginning)
    choices: list[tuple[Side, Choice, str]] = []

    def choose(side: Side, choice: Choice) -> None:
        assert isinstance(submit(calendar, state, side, choice), list)
        choices.append((side, choice, fingerprint(state)))

    for side in state.sides:
        choose(side, Order("every_auction"))
    while orders := left_over(calendar, state):
        assert orders.choice
        choose(orders.side, orders.choice)
    assert not state.agenda
    assert len(choices) == 3 + 3 * DAYS // (AT_ONCE + 1)
    *_, (_, end, _) = Replay(*read(msgspec.json.encode(record_of(calendar, beginning, choices))))
    assert encode(end) == encode(state)


def test_where_orders_are_silent_nothing_is_left_over(calendar: AnyGame) -> None:
    state = asleep(calendar)
    before = encode(state)
    assert waiting(calendar, state).keys() == {"green"}
    assert left_over(calendar, state) is None
    assert left_over(calendar, position()) is None
    assert encode(state) == before


def test_who_is_asked_there_may_choose_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "AT_ONCE", 1)
    state = position(Auction("red", 12, ("green", "red", "blue")), players=3, orders=["red", "blue"])
    state.deck.remove(12)
    state.published["red"].append(12)
    submit(GAME, state, "green", Pass())
    assert left_over(GAME, state) == StandingOrders("blue", Pass(), OrderFired("blue"))
    submit(GAME, state, "blue", Raise(2))
    assert state.published["blue"] == [12]
