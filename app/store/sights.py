"""Stores how far spectators of a delayed table may see, so that lists can show it and sort by it without loading a
game. `rooms.sight` writes a row when a turn is shown to spectators; `store.listing` reads it.
"""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy.dialects import postgresql, sqlite

from app.store.database import Database
from app.store.rooms import of_what_is_there
from app.store.tables import rooms, sights


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


class SightStore:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.insert = postgresql.insert if database.postgres else sqlite.insert

    async def show(self, new: ShownSight) -> None:
        """Store what spectators see now, unless they saw as much or more before. Raises RoomGone."""
        known = sa.select(*PLACE).where(sights.c.room == new.room)
        async with self.database.reading() as connection:
            row = (await connection.execute(known)).first()
        if row is not None and tuple(row) >= (new.epoch, new.sequence):
            return
        adding = self.insert(sights).values(asdict(new))
        later = sa.tuple_(*PLACE) < sa.tuple_(adding.excluded.epoch, adding.excluded.sequence)
        changed = {name: adding.excluded[name] for name in ("epoch", "sequence", "waiting", "moved_at")}
        async with of_what_is_there(), self.database.writing() as connection:
            await connection.execute(
                adding.on_conflict_do_update(index_elements=[sights.c.room], set_=changed, where=later)
            )
