"""Guests who came and did nothing: after a while they go. Called by store.people, when it sweeps."""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.tables import lines, motions, people, reports, seats, sessions, tables

UNSEEN = timedelta(days=30)
"""A guest whom nobody has seen for so long does not come back."""
TRACES = (seats.c.person, tables.c.host, lines.c.person, motions.c.person, reports.c.person)
"""Where somebody's row is needed: whoever sat at a table or said something stays, so that games stay whole."""


async def sweep_guests(connection: AsyncConnection, at: datetime) -> None:
    """Guests who left no trace and were not seen for long; whoever left for good is a row that games need."""
    guests = (people.c.password == "", people.c.left_at.is_(None), people.c.came_at <= at - UNSEEN)
    seen = sa.exists().where(sessions.c.person == people.c.id, sessions.c.seen_at > at - UNSEEN)
    traces = (sa.exists().where(column == people.c.id) for column in TRACES)
    await connection.execute(people.delete().where(*guests, ~seen, *(~trace for trace in traces)))
