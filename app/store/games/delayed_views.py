"""Stores how far spectators of a delayed table may see, so that lists can show it and sort by it without loading a
game. `rooms.delayed_view` writes a row when a turn is shown to spectators; `store.tables.lists` reads it.
"""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict

from app.store.db.database import Database
from app.store.db.schema.games import rooms, sights
from app.store.db.upserts import replacing
from app.store.games.rooms import of_what_is_there


class ShownSight(Struct, frozen=True):
    """The position that the spectators of a room see."""

    room: int
    epoch: int
    sequence: int
    waiting: str
    """The sides that have to move in it, separated by spaces."""
    moved_at: datetime
    """When the position was reached."""


OF_ROOM = sa.and_(sights.c.room == rooms.c.id, sights.c.epoch == rooms.c.epoch)
"""A row of an epoch that the room has left no longer counts."""
PLACE = (sights.c.epoch, sights.c.sequence)
FIELDS = ("epoch", "sequence", "waiting", "moved_at")


class SightStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def show(self, new: ShownSight) -> None:
        """Store what spectators see now, unless they saw as much or more before. Raises RoomGone."""
        known = sa.select(*PLACE).where(sights.c.room == new.room)
        async with self.database.reading() as connection:
            row = (await connection.execute(known)).first()
        if row is not None and tuple(row) >= (new.epoch, new.sequence):
            return
        adding = self.database.insert(sights).values(asdict(new))
        later = sa.tuple_(*PLACE) < sa.tuple_(adding.excluded.epoch, adding.excluded.sequence)
        async with of_what_is_there(), self.database.writing() as connection:
            await connection.execute(replacing(adding, [sights.c.room], *FIELDS, where=later))
