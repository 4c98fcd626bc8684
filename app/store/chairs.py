"""Who sits where at a table, as it is kept. Called by store.lobby and store.listing."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from app.clock import now
from app.store.people import UNUSED, lasts
from app.store.tables import people, seats, sessions, tables
from engine.core.state import Side


class Chair(Struct, frozen=True):
    """A place at a table: somebody's, a bot's, or free."""

    number: int
    sides: tuple[Side, ...]
    bot: str = ""
    person: int | None = None
    name: str = ""
    ready: bool = False
    program: bool = False
    """Whether its owner lets a program play from it."""
    guest: bool = False
    """Whether a cookie is all that its owner has."""
    linked: bool = False
    """Whether others may see its owner's profile."""
    bot_at: datetime | None = None
    """When a bot sits down, if it is free in a game that has begun and nobody takes it."""
    wishes: tuple[Side, ...] = ()
    """Where a die says in which order seats are chosen: what its owner would take, best first; a side stands for the
    seat that holds it."""

    @property
    def free(self) -> bool:
        return not self.bot and self.person is None


CHAIR = [seats.c.number, seats.c.sides, seats.c.bot, seats.c.person, seats.c.ready, seats.c.bot_at, seats.c.wishes]
OWNER = [
    sa.func.coalesce(people.c.name, "").label("name"),
    (people.c.password == "").label("guest"),
    sa.and_(people.c.left_at.is_(None), people.c.profile).label("linked"),
]
LETS_IN = (
    sa.exists()
    .where(
        sessions.c.person == seats.c.person,
        sessions.c.table == tables.c.key,
        lasts(sa.bindparam("since"), sa.bindparam("at")),
    )
    .label("program")
)
"""Whether who sits there has given a program a token for this table."""
CHAIRS = (
    sa.select(seats.c.table, *CHAIR, *OWNER, LETS_IN)
    .select_from(seats.outerjoin(people, people.c.id == seats.c.person).join(tables, tables.c.id == seats.c.table))
    .where(seats.c.table.in_(sa.bindparam("ids", expanding=True)))
    .order_by(seats.c.table, seats.c.number)
)
"""Made once: it takes as long to make as to carry out."""


async def chairs(connection: AsyncConnection, ids: list[int]) -> dict[int, tuple[Chair, ...]]:
    """The chairs of these tables, in order, with the names of those who sit on them."""
    at = now()
    around: dict[int, tuple[Chair, ...]] = {}
    for row in await connection.execute(CHAIRS, {"ids": ids, "since": at - UNUSED, "at": at}):
        owner = (row.name, row.ready, row.program, bool(row.guest), bool(row.linked))
        chair = Chair(
            row.number, tuple(row.sides.split()), row.bot, row.person, *owner, row.bot_at, tuple(row.wishes.split())
        )
        around[row.table] = (*around.get(row.table, ()), chair)
    return around
