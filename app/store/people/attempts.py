"""Counts attempts for all processes together, for rate limits. A row holds the time at which all attempts are available
again; after that it means nothing.
"""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa

from app.store.db.database import Database
from app.store.db.schema.ops import tries


class TryStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def take(self, mark: str, at_once: int, seconds: float, at: datetime) -> float:
        """Take one of `at_once` attempts, each of which becomes available again after `seconds`. Return 0, or the
        seconds until one is available."""
        now = at.timestamp()
        latest = now + at_once * seconds
        later = sa.case((tries.c.full_at > now, tries.c.full_at), else_=now) + seconds
        new = self.database.insert(tries).values(mark=mark, full_at=now + seconds)
        taken = new.on_conflict_do_update(index_elements=[tries.c.mark], set_={"full_at": later}, where=later <= latest)
        async with self.database.writing() as connection:
            if (await connection.execute(taken.returning(tries.c.full_at))).first():
                return 0.0
            full_at = await connection.scalar(sa.select(tries.c.full_at).where(tries.c.mark == mark))
        return max(0.0, float(full_at or now) + seconds - latest)

    async def sweep(self, at: datetime) -> None:
        async with self.database.writing() as connection:
            await connection.execute(tries.delete().where(tries.c.full_at <= at.timestamp()))
