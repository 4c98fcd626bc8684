"""What an action is to the clock of its table. Called by Room, in the moment in which it is recorded."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from app.clocks.reckoning import Answered, Clock, moved
from app.rooms.loading import timed_out
from engine.core.choice import Choice
from engine.core.game import AnyGame
from engine.core.state import AnyState, Side
from engine.core.undo import Back

if TYPE_CHECKING:
    from app.rooms.room import Room


def clock_after(
    room: Room, after: AnyState, waiting: tuple[Side, ...], side: Side, choice: Choice, key: str, at: datetime
) -> Clock | None:
    """The clock once a side has chosen; bots, who are never late, have none."""
    if room.clock is None:
        return None
    answered = answered_by(room.game, room.position, after, side, choice, key)
    return moved(room.clock, answered, [one for one in waiting if one not in room.bots], at, room.hours)


def answered_by(game: AnyGame, before: AnyState, after: AnyState, side: Side, choice: Choice, key: str) -> Answered:
    back = isinstance(choice, Back)
    agreed = isinstance(choice, Back) and choice.agreed
    aside = type(choice) in game.aside_choices
    anew = agreed or (not aside and question(before) is not question(after))
    return Answered(side, timed_out(key), aside, anew, back and not agreed)


def question(position: AnyState) -> type | None:
    """What kind of question is asked: who is asked the same one as before is not asked anew."""
    return type(position.agenda[-1]) if position.agenda else None
