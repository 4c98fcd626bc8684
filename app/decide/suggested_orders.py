"""The orders that a table offers to a side after it had to wait long for its answer, tried out before they stand."""

from __future__ import annotations

from random import SystemRandom

from msgspec import Struct

from app.rooms.late_answers import Late
from app.rooms.room import Room
from engine.core import door
from engine.core.choice import Choice
from engine.core.rehearsal import Rehearsed, rehearse
from engine.core.state import Side


class Suggested(Struct, frozen=True):
    """An order that would have given the side's last answer, and what it would answer if it stood now."""

    order: Choice
    answers: tuple[Rehearsed, ...]


def suggested(room: Room, side: Side) -> tuple[Suggested, ...]:
    """Return the orders that the side is offered, each to be left with one click; mostly none."""
    late = room.late.by_side.get(side)
    return tried(room, side, late) if late else ()


def tried(room: Room, side: Side, late: Late) -> tuple[Suggested, ...]:
    game, orders = room.game, room.game.out_of_turn.orders_like(late.before, side, late.choice)
    known = game.redeal(room.position, side, SystemRandom())
    possible = (order for order in orders if door.refusal(game, known, side, order) is None)
    return tuple(Suggested(order, rehearse(game, known, side, order)) for order in possible)
