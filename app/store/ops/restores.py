"""Records backups that were restored and verified."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from msgspec import Struct

from app.store.db.database import Database
from app.store.db.schema.games import restores
from app.store.games.rooms import struct_of


class Restored(Struct, frozen=True):
    made_at: datetime
    """When the backup was made."""
    restored_at: datetime
    trial: bool
    """Whether it was restored only to test the backup."""
    games: int
    wrong: int
    """How many games differ from what their logs say."""


COLUMNS = [restores.c[name] for name in Restored.__struct_fields__]


class RestoreStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, restored: Restored) -> None:
        values = {name: getattr(restored, name) for name in Restored.__struct_fields__}
        async with self.database.writing() as connection:
            await connection.execute(restores.insert().values(values))

    async def latest(self) -> Restored | None:
        query = sa.select(*COLUMNS).order_by(restores.c.id.desc()).limit(1)
        async with self.database.reading() as connection:
            row = (await connection.execute(query)).first()
        return struct_of(Restored, row) if row else None
