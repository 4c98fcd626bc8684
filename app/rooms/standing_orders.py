"""Plays on with orders left in advance where one transaction stopped: a choice triggers at most `door.AT_ONCE` standing
answers, and each further stretch of them is an entry and a transaction of its own.

The room goes on by itself at once; if its process ends, the driver of bots takes over, since the room's row says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from app.base.time_limit import OverBudget, budget
from app.model.refusals import Accepted
from app.model.senders import ORDERS
from app.rooms.move import Move
from engine.core import door
from engine.core.game import StandingOrders
from engine.core.journal import Entry
from engine.core.refusal import Stale
from engine.core.state import AnyState

if TYPE_CHECKING:
    from app.rooms.room import Room

MOST = 100
"""After this many stretches in a row the rules are assumed to run in circles."""

log = structlog.get_logger(__name__)


def stops_short(room: Room, after: AnyState) -> bool:
    """Tell whether a choice that leads to this position triggered more standing answers than one transaction may give.
    Each of them raises `barriers`, so most choices are ruled out at once."""
    many = after.barriers - room.position.barriers >= door.AT_ONCE
    return many and door.left_over(room.game, after) is not None


def go_on_from(room: Room, after: AnyState) -> None:
    """Play on by itself if the room stopped short at this position."""
    if stops_short(room, after):
        room.begin(run_on(room))


def told_first(room: Room, move: Move) -> list[Entry]:
    """Return what the orders behind a move tell."""
    orders = door.left_over(room.game, room.position) if move.by == ORDERS else None
    return [orders.told] if orders and orders.told else []


async def run_on(room: Room) -> None:
    """Give the answers that are left, stretch by stretch. A side may answer for itself in the meantime. Rules that
    never come to an end freeze the room."""
    for _ in range(MOST):
        orders = answers_left(room)
        if not orders or not await give(room, orders):
            return
    if answers_left(room):
        async with room.lock:
            await room.follower.freeze(
                f"orders left in advance answered {MOST * door.AT_ONCE} questions without an end"
            )


async def give(room: Room, orders: StandingOrders) -> bool:
    """Give one stretch; return whether it was carried out, here or by another process."""
    assert orders.choice
    sequence = room.sequence
    answer = await room.play(Move(orders.side, orders.choice, f"{room.epoch}.{sequence}", sequence, ORDERS))
    if not isinstance(answer, Accepted | Stale):
        log.warning("orders do not go on", room=room.key, sequence=sequence, refusal=answer.key)
    return isinstance(answer, Accepted | Stale)


def answers_left(room: Room) -> StandingOrders | None:
    """Return the orders that still have to answer. None also if the rules fail: the side then answers itself."""
    if room.status != "playing":
        return None
    try:
        with budget():
            return door.left_over(room.game, room.position)
    except (Exception, OverBudget):
        log.exception("orders failed", room=room.key, sequence=room.sequence)
        return None
