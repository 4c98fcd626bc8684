"""Two choices of a turn previewed together before the first is sent: the question that the first leads to, and what
would follow from both. A game names such questions in `together`; nothing is recorded before both are confirmed.
"""

from __future__ import annotations

from random import SystemRandom
from typing import Any

from msgspec import Struct

from app.base.time_limit import OverBudget, budget
from app.rooms.room import Room
from engine.core import door
from engine.core.choice import Choice
from engine.core.foresight import Foresight, foresee
from engine.core.game import AnyGame
from engine.core.journal import Entry
from engine.core.refusal import Malformed, Refusal
from engine.core.state import AnyState, Side
from engine.core.step import Step


class First(Struct, frozen=True):
    """The first of two choices, and where it leads as far as its side may know."""

    choice: Choice
    step: Step[Any]
    """The question that it answers."""
    news: list[Entry]
    before: Struct
    """The view of the side before anything is sent."""
    position: AnyState


def goes_on(game: AnyGame, ahead: Foresight, side: Side) -> bool:
    """Tell whether the same side is certainly asked again and may preview that question before it sends anything."""
    step = ahead.after.agenda[-1] if ahead.after.agenda else None
    if not ahead.certain or ahead.barred or ahead.alone or type(step) not in game.out_of_turn.together:
        return False
    return side in door.waiting(game, ahead.after)


def first_of(room: Room, side: Side, written: bytes) -> First | Refusal:
    """Return where the first choice leads. It can be refused like any choice; nothing is carried out."""
    game, choice = room.game, door.decode(room.game, written)
    if isinstance(choice, Malformed):
        return choice
    with budget():
        if refusal := door.refusal(game, room.position, side, choice) or room.astray(side, choice):
            return refusal
        known = game.redeal(room.position, side, SystemRandom())
        ahead = foresee(game, known, side, choice)
        if not goes_on(game, ahead, side):
            return Malformed("$", "nothing is asked after this choice that could be looked at with it")
        ahead.after.news = []  # the preview of the second choice must not repeat the news of the first
        return First(choice, known.agenda[-1], ahead.news, game.view(known, side), ahead.after)


def begun(room: Room, side: Side, written: str) -> First | None:
    """Do `first_of` for a form that is drawn; None if there is no first choice, or the table has gone on without it."""
    try:
        found = first_of(room, side, written.encode()) if written else None
    except OverBudget:
        return None
    return found if isinstance(found, First) else None
