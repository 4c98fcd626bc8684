"""Decides where a move leads, on a clone of the position and before anything is recorded. Rules that raise or do not
end freeze the room.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import structlog

from app.base.time_limit import OverBudget, budget
from app.model.refusals import RoomFrozen
from app.rooms.loading import Unreadable, decode_choice, load
from app.rooms.move import Move
from app.rooms.move_timing import comes_too_late
from app.rooms.standing_orders import told_first
from engine.core import door
from engine.core.ending import End, ended
from engine.core.journal import Entry
from engine.core.refusal import GameOver, NothingToTakeBack, Refusal
from engine.core.state import AnyState, Side
from engine.core.undo import Back, WentBack, gone_back, kind_of, stays_good, went_back

if TYPE_CHECKING:
    from app.rooms.room import Room

log = structlog.get_logger(__name__)


class NobodyCanAnswer(Exception):
    """The rules have led to a position in which a side has to decide and has no legal choice."""


class Decided(NamedTuple):
    """The result of a choice before it is recorded."""

    after: AnyState
    news: list[Entry]


async def decide(room: Room, move: Move) -> Decided | Refusal:
    """Return the position and the news that a move leads to, or why it is refused."""
    return await (go_back(room, move.side, move.choice) if isinstance(move.choice, Back) else carry_out(room, move))


async def carry_out(room: Room, move: Move) -> Decided | Refusal:
    """Carry the choice out on a clone. Rules that raise or do not end freeze the room."""
    side, choice = move.side, move.choice
    if comes_too_late(room, side, choice):
        return NothingToTakeBack()
    after = room.game.clone(room.position)
    try:
        with budget():
            if isinstance(choice, End):
                return Decided(*ended(room.game, room.position, side))
            news = door.submit(room.game, after, side, choice, asked=room.asked_at(room.position).menus)
            if isinstance(news, Refusal):
                return news
            if stuck := room.asked_at(after).stuck:
                raise NobodyCanAnswer(f"{', '.join(stuck)} would have nothing to answer")
        return Decided(after, [*told_first(room, move), *news])
    except (Exception, OverBudget) as error:
        log.exception("rules failed", room=room.key, sequence=room.sequence, kind=kind_of(choice), key=move.request_key)
        await room.follower.freeze(f"the rules failed after {room.sequence}: {error!r}")
        return RoomFrozen()


async def go_back(room: Room, side: Side, back: Back) -> Decided | Refusal:
    """Return the position that a side goes back to."""
    if room.status != "playing":
        return GameOver()
    taken = room.undo.back(side, back.to)
    if not taken and not back.agreed:
        return NothingToTakeBack()
    try:
        then = await load(room.store, room.game, await room.follower.row(), back.to)
        told = await agreed(room, side, back) if back.agreed else went_back(side, taken, room.position.sides)
    except Unreadable as error:
        await room.follower.freeze(str(error))
        return RoomFrozen()
    if not (back.agreed or stays_good(room.position, then.position, side)):
        return NothingToTakeBack()
    return Decided(gone_back(room.game, room.position, then.position, side, back), [told])


async def agreed(room: Room, side: Side, back: Back) -> WentBack:
    """Return the news of going back by agreement to before a choice."""
    [entry] = await room.store.entries(room.id, room.epoch, back.to, back.to + 1)
    return WentBack(side, entry.sequence, kind_of(decode_choice(room.game, entry)), agreed=True)
