"""Housekeeping of tables: closes votes that have lapsed and puts bots on seats that nobody has taken in time. One of
these runs in each process and starts from what the store says is due; if two do the same, it takes effect once.
"""

from __future__ import annotations

import structlog

from app.base.clock import now
from app.rooms.room import Room
from app.rooms.rooms import Rooms
from app.rooms.tenures import stand_in
from app.rooms.vote_kinds import KINDS
from app.store.games.rooms import RoomGone
from app.store.games.votes import VoteStore
from app.store.tables.tenures import TenureStore

STAYING = [kind.name for kind in KINDS.values() if kind.stays]

log = structlog.get_logger(__name__)


class Caring:
    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.votes, self.tenures = VoteStore(rooms.store.database), TenureStore(rooms.store.database)

    async def scan(self) -> None:
        """Do everything that is due now."""
        for key in await self.votes.overdue(now(), STAYING):
            if room := await self.room(key):
                await room.refresh()
        for key, number in await self.tenures.bots_due(now()):
            if room := await self.room(key):
                await stand_in(room, number)

    async def room(self, key: str) -> Room | None:
        try:
            room = await self.rooms.get(key)
        except RoomGone:
            return None
        return room if isinstance(room, Room) else None
