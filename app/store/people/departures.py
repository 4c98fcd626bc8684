"""Removes a person who leaves for good or is banned from open tables and notifications, in the caller's transaction."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.db.schema.factors import factors, logins, recoveries
from app.store.db.schema.games import invitations, seats, tables
from app.store.db.schema.messages import notices, notification_settings, receivers


async def leave_open_tables(connection: AsyncConnection, person: int) -> None:
    """Remove a person from open tables and all invitations. Open tables with nobody left are deleted."""
    await free_chairs(connection, person)
    await connection.execute(invitations.delete().where(invitations.c.person == person))
    await connection.execute(tables.delete().where(tables.c.host == person, tables.c.room.is_(None)))


async def free_chairs(connection: AsyncConnection, person: int) -> None:
    """Free a person's seats at open tables; where others sit, the first of them becomes the host."""
    open_ones = sa.select(tables.c.id).where(tables.c.room.is_(None)).scalar_subquery()
    theirs = (seats.c.person == person, seats.c.table.in_(open_ones))
    await connection.execute(seats.update().where(*theirs).values(person=None, ready=False))
    seated = seats.alias()
    others = sa.select(seated.c.person).where(seated.c.table == tables.c.id, seated.c.person.isnot(None))
    next_host = others.order_by(seated.c.number).limit(1).scalar_subquery()
    hosted = (tables.c.host == person, tables.c.room.is_(None), others.exists())
    await connection.execute(tables.update().where(*hosted).values(host=next_host))


async def tell_nothing(connection: AsyncConnection, person: int) -> None:
    """Cancel all pending notifications of a banned person."""
    over = {"stands": False, "prompt_at": None, "mail_at": None}
    await connection.execute(notices.update().where(notices.c.person == person).values(over))


async def forget_notices(connection: AsyncConnection, person: int) -> None:
    """Delete a person's notifications, devices and notification settings."""
    for table in (notices, receivers, notification_settings):
        await connection.execute(table.delete().where(table.c.person == person))


async def forget_factor(connection: AsyncConnection, person: int) -> None:
    for table in (factors, recoveries, logins):
        await connection.execute(table.delete().where(table.c.person == person))
