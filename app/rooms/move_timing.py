"""Computes how a move changes the clock of its table, at the moment at which it is recorded."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from app.base.clock import now
from app.model.clocks.hands import Answered, Clock, clock_after_move
from app.model.senders import CLOCK, ORDERS
from engine.core.choice import Choice
from engine.core.game import AnyGame
from engine.core.sealed import WithdrawAnswer, sealed_step
from engine.core.state import AnyState, Side
from engine.core.undo import Back, lies_sealed

if TYPE_CHECKING:
    from app.rooms.move import Move
    from app.rooms.room import Room

InTime = Callable[[], Awaitable[None]]
"""Returns once this process knows of every outage; awaited at tables with a clock."""


async def at_once() -> None:
    """Return at once: there was no outage."""


def clock_after(room: Room, after: AnyState, waiting: tuple[Side, ...], move: Move, at: datetime) -> Clock | None:
    """Return the clock after a side has chosen. Bots, who are never late, have none."""
    if room.clock is None:
        return None
    answered = answered_by(room.game, room.position, after, move)
    return clock_after_move(
        room.clock, answered, [one for one in waiting if one not in room.seating.bots], at, room.hours
    )


def answered_by(game: AnyGame, before: AnyState, after: AnyState, move: Move) -> Answered:
    side, choice = move.side, move.choice
    back = isinstance(choice, Back | WithdrawAnswer)
    agreed = isinstance(choice, Back) and choice.agreed
    aside = type(choice) in game.out_of_turn.choices or move.by == ORDERS
    anew = agreed or (not aside and question(before) is not question(after))
    opened = not aside and sealed_step(before) is not None and not lies_sealed(after, side, choice)
    return Answered(side, move.by == CLOCK, aside, anew, back and not agreed, opened)


def late(room: Room) -> Iterator[Side]:
    """Yield the sides that have to decide and whose time is up."""
    found = room.clock.late(now()) if room.clock else []
    return (side for side in found if side in room.waiting and side not in room.seating.bots)


def time_is_up(room: Room, side: Side) -> bool:
    """Tell whether a side has no time left: it may not take back what was answered for it then."""
    hand = room.clock.hands.get(side) if room.clock else None
    return hand is not None and hand.free + hand.left <= 0


def comes_too_late(room: Room, side: Side, choice: Choice) -> bool:
    """Tell whether a side tries to take back an answer that was given for it."""
    return isinstance(choice, WithdrawAnswer) and time_is_up(room, side)


def question(position: AnyState) -> type | None:
    """Return the kind of question at a position: a side that gets the same one again does not count as asked again."""
    return type(position.agenda[-1]) if position.agenda else None
