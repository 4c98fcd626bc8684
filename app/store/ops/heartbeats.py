"""Stores the last heartbeat of any process, the outages during which no process was running, and by how much the
database's clock was set back.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.db.columns import locked
from app.store.db.database import Database
from app.store.db.schema.games import beats, outages, rooms, seats, votes

THE_ONE = 1
"""The id of the only row of `beats`."""
DISORDER = timedelta(seconds=2)
"""By how much two readings of the same clock may seem to be in the wrong order."""
LAST = locked(sa.select(beats.c.at, beats.c.back).where(beats.c.id == THE_ONE))
BEATEN = beats.update().where(beats.c.id == THE_ONE)
UNEXCUSED = (
    sa.select(outages.c.id, outages.c.began_at, outages.c.ended_at).where(~outages.c.excused).order_by(outages.c.id)
)


class Outage(Struct, frozen=True):
    id: int
    began_at: datetime
    ended_at: datetime


class OutageStore:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.first = database.insert(beats).on_conflict_do_nothing()

    async def time(self) -> datetime:
        """Return the time of the database's clock; SQLite uses the machine's."""
        if not self.database.postgres:
            return datetime.now(UTC)
        async with self.database.reading() as connection:
            shown: datetime = (await connection.execute(sa.select(sa.func.clock_timestamp()))).scalar_one()
        return shown

    async def beat(
        self,
        seen: Callable[[], datetime],
        unsure: timedelta,
        before: datetime | None,
        longest: timedelta,
        grace: timedelta,
    ) -> tuple[datetime, float]:
        """Record a heartbeat; return its time, and by how many seconds the database's clock has been set back in all.

        `seen` reads that clock, give or take `unsure`; `before` is what it should show by this process's earlier
        readings. If no process was running for longer than `longest`, that is an outage, which ends after a `grace` in
        which people can come back."""
        async with self.database.writing() as connection:
            await connection.execute(self.first, {"id": THE_ONE, "at": seen()})
            last, back = (await connection.execute(LAST)).one()
            at = seen()
            if at - last > longest:
                missed = {"began_at": last, "ended_at": at + grace, "excused": False}
                await connection.execute(outages.insert().values(missed))
            if at + unsure < last - DISORDER:
                by = max(last, before or last) - at
                back, last = back + by.total_seconds(), at
                await tell_deadlines_anew(connection, by)
            await connection.execute(BEATEN, {"at": max(at, last), "back": back})
        return at, back

    async def unexcused(self) -> list[Outage]:
        """Return the outages that have not been added to all clocks yet."""
        async with self.database.reading() as connection:
            return [Outage(*row) for row in (await connection.execute(UNEXCUSED)).all()]

    async def excuse(self, outage: int) -> None:
        async with self.database.writing() as connection:
            await connection.execute(outages.update().where(outages.c.id == outage).values(excused=True))


async def tell_deadlines_anew(connection: AsyncConnection, by: timedelta) -> None:
    """Move the deadlines of open votes and of seats that wait for a bot, so that they keep the time they had left."""
    open_until = sa.select(votes.c.id, votes.c.room, votes.c.until).where(
        votes.c.outcome == "", votes.c.until.is_not(None)
    )
    for row in (await connection.execute(open_until)).all():
        await connection.execute(votes.update().where(votes.c.id == row.id).values(until=row.until - by))
        await connection.execute(rooms.update().where(rooms.c.id == row.room).values(changes=rooms.c.changes + 1))
    offered = sa.select(seats.c.table, seats.c.number, seats.c.bot_at).where(seats.c.bot_at.is_not(None))
    for row in (await connection.execute(offered)).all():
        this = (seats.c.table == row.table, seats.c.number == row.number)
        await connection.execute(seats.update().where(*this).values(bot_at=row.bot_at - by))
