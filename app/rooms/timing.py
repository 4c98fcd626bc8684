"""What an action is to the clock of its table. Called by Room, in the moment in which it is recorded."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import TYPE_CHECKING

from app.clocks.reckoning import Answered, Clock, moved
from app.rooms.loading import ORDER, timed_out
from engine.core.choice import Choice
from engine.core.game import AnyGame
from engine.core.sealed import WithdrawAnswer, sealed_step
from engine.core.state import AnyState, Side
from engine.core.undo import Back, lies_sealed

if TYPE_CHECKING:
    from app.rooms.room import Room

InTime = Callable[[], Awaitable[None]]
"""Returns when this process knows of every outage; asked where there is a clock."""


async def at_once() -> None:
    """There was no outage."""


def clock_after(
    room: Room, after: AnyState, waiting: tuple[Side, ...], side: Side, choice: Choice, key: str, at: datetime
) -> Clock | None:
    """The clock once a side has chosen; bots, who are never late, have none."""
    if room.clock is None:
        return None
    answered = answered_by(room.game, room.position, after, side, choice, key)
    return moved(room.clock, answered, [one for one in waiting if one not in room.bots], at, room.hours)


def answered_by(game: AnyGame, before: AnyState, after: AnyState, side: Side, choice: Choice, key: str) -> Answered:
    back = isinstance(choice, Back | WithdrawAnswer)
    agreed = isinstance(choice, Back) and choice.agreed
    aside = type(choice) in game.aside_choices or key.startswith(ORDER)
    anew = agreed or (not aside and question(before) is not question(after))
    opened = not aside and sealed_step(before) is not None and not lies_sealed(after, side, choice)
    return Answered(side, timed_out(key), aside, anew, back and not agreed, opened)


def time_is_up(room: Room, side: Side) -> bool:
    """Whether a side has no time left: what it was answered for then is not its own to take back."""
    hand = room.clock.hands.get(side) if room.clock else None
    return hand is not None and hand.free + hand.left <= 0


def comes_too_late(room: Room, side: Side, choice: Choice) -> bool:
    """Whether a side would take back what it was answered for."""
    return isinstance(choice, WithdrawAnswer) and time_is_up(room, side)


def question(position: AnyState) -> type | None:
    """What kind of question is asked: who is asked the same one as before is not asked anew."""
    return type(position.agenda[-1]) if position.agenda else None
