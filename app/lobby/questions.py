"""The questions that tables in a list ask of those they wait for. They are computed once for each step of a game; a
game that is not live is read from the store, and not kept.
"""

from __future__ import annotations

from collections import OrderedDict

from app.rooms.loading import Unreadable, load
from app.rooms.room import Room
from app.rooms.rooms import Rooms
from app.store.listing import Listed
from app.words.reader import phrase_of
from engine.core import registry
from engine.core.phrase import Phrase
from engine.core.state import AnyState

KEPT = 4_096

asked: OrderedDict[tuple[str, int, int], Phrase | None] = OrderedDict()


async def question_at(rooms: Rooms, table: Listed) -> Phrase | None:
    """Return the question; None if it cannot be determined."""
    which = (table.key, table.epoch, table.sequence)
    if which not in asked:
        asked[which] = question_in(table.game, await position_at(rooms, table))
        if len(asked) > KEPT:
            asked.popitem(last=False)
    return asked[which]


async def position_at(rooms: Rooms, table: Listed) -> AnyState | None:
    room = rooms.live.get(table.key)
    if isinstance(room, Room) and (room.epoch, room.sequence) == (table.epoch, table.sequence):
        return room.position
    row = await rooms.store.find(table.key)
    try:
        return (await load(rooms.store, registry.game(row.game), row)).position if row else None
    except (Unreadable, registry.UnknownGame):
        return None


def question_in(game: str, position: AnyState | None) -> Phrase | None:
    return phrase_of(registry.game(game), position.agenda[-1]) if position and position.agenda else None
