"""When any process was last at work, and the times at which none was. Called by clocks.heart."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.dialects import postgresql, sqlite

from app.store.database import Database
from app.store.tables import beats, outages

THE_ONE = 1
"""The row of beats."""


class Outage(Struct, frozen=True):
    id: int
    began_at: datetime
    ended_at: datetime


class OutageStore:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.insert = postgresql.insert if database.postgres else sqlite.insert

    async def time(self) -> datetime:
        """What the database's clock shows; SQLite has none of its own."""
        if not self.database.postgres:
            return datetime.now(UTC)
        async with self.database.reading() as connection:
            shown: datetime = (await connection.execute(sa.select(sa.func.clock_timestamp()))).scalar_one()
        return shown

    async def beat(self, at: datetime, longest: timedelta, grace: timedelta) -> None:
        """This process is at work. If none was for longer than that, it is written down as an outage, which ends when
        people have had time to come back."""
        one = beats.c.id == THE_ONE
        async with self.database.writing() as connection:
            await connection.execute(self.insert(beats).values(id=THE_ONE, at=at).on_conflict_do_nothing())
            last: datetime = (
                await connection.execute(sa.select(beats.c.at).where(one).with_for_update())
            ).scalar_one()  # fmt: skip
            if at - last > longest:
                missed = {"began_at": last, "ended_at": at + grace, "excused": False}
                await connection.execute(outages.insert().values(missed))
            await connection.execute(beats.update().where(one).values(at=max(at, last)))

    async def unexcused(self) -> list[Outage]:
        """Those that not all clocks know of yet."""
        found = sa.select(outages.c.id, outages.c.began_at, outages.c.ended_at).where(~outages.c.excused)
        async with self.database.reading() as connection:
            return [Outage(*row) for row in (await connection.execute(found.order_by(outages.c.id))).all()]

    async def excuse(self, outage: int) -> None:
        async with self.database.writing() as connection:
            await connection.execute(outages.update().where(outages.c.id == outage).values(excused=True))
