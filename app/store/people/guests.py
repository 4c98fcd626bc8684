"""Deletes guests who never did anything and have not come back."""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.db.schema.games import lines, people, reports, seats, sessions, tables, tenures, votes
from app.store.db.schema.ops import admin_actions
from app.store.people.departures import leave_open_tables

UNSEEN = timedelta(days=30)
"""A guest who has not been seen for this long does not come back."""
AT_ONCE = 200
BEGUN = sa.select(tables.c.id).where(tables.c.room.isnot(None)).scalar_subquery()
PLAYED = (
    sa.exists().where(seats.c.person == people.c.id, seats.c.table.in_(BEGUN)),
    sa.exists().where(tables.c.host == people.c.id, tables.c.room.isnot(None)),
)
TRACES = (tenures.c.person, lines.c.person, votes.c.person, reports.c.person, admin_actions.c.subject)
"""Columns that need a person's row: people who sat in a game, even for a while, or wrote something stay, so that games
stay complete."""


async def sweep_guests(connection: AsyncConnection, at: datetime) -> None:
    """Delete guests who left no trace and were not seen for long. People who left for good stay, because games need
    their rows. Open tables of the deleted guests get another host, or go too."""
    guests = (people.c.password == "", people.c.left_at.is_(None), people.c.came_at <= at - UNSEEN)
    seen = sa.exists().where(sessions.c.person == people.c.id, sessions.c.seen_at > at - UNSEEN)
    traces = (*PLAYED, *(sa.exists().where(column == people.c.id) for column in TRACES))
    those = sa.select(people.c.id).where(*guests, ~seen, *(~trace for trace in traces)).limit(AT_ONCE)
    found = list((await connection.execute(those)).scalars())
    for person in found:
        await leave_open_tables(connection, person)
    await connection.execute(people.delete().where(people.c.id.in_(found)))
