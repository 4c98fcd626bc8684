"""Looks at games that have gone on, and finds out what matters to whom there now. Work in the background of each
process; of several that look at the same game, one writes down what it found.
"""

from __future__ import annotations

from datetime import timedelta

import structlog

from app.clock import now
from app.notices.matters import standing
from app.rooms.room import Room
from app.rooms.rooms import Rooms
from app.store.database import StoreUnavailable
from app.store.notices import NoticeStore
from app.store.rooms import RoomGone

SETTLES = timedelta(seconds=10)
"""In which a game may go on some more: what follows in a live game is looked at together. Nobody is told sooner."""
AT_ONCE = 50

log = structlog.get_logger(__name__)


class Noticing:
    def __init__(self, rooms: Rooms, store: NoticeStore) -> None:
        self.rooms, self.store = rooms, store

    async def work(self) -> None:
        for key in await self.store.with_news(now() - SETTLES, AT_ONCE):
            try:
                await self.look(key)
            except StoreUnavailable:
                raise
            except Exception:
                log.exception("a game can't be looked at", room=key)
                await self.store.no_news(key)

    async def look(self, key: str) -> None:
        """A game that can't be looked at has nothing to tell, until it goes on."""
        room = await self.rooms.get(key)
        if not isinstance(room, Room):
            await self.store.no_news(key)
            return
        try:
            await self.rooms.look_around(room)
            await room.refresh()
        except RoomGone:
            return
        if room.table is None or not room.tells:
            await self.store.no_news(key)
            return
        await self.store.note(room.id, room.head, room.table.id, lambda stood: standing(room, stood), now())
