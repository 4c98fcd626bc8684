"""Reads the seats of tables and the people or bots on them."""

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
    """A seat at a table: taken by a person or a bot, or free."""

    number: int
    sides: tuple[Side, ...]
    bot: str = ""
    person: int | None = None
    name: str = ""
    ready: bool = False
    program: bool = False
    """Whether the owner lets a program play from it."""
    guest: bool = False
    """Whether the owner is a guest, known only by a cookie."""
    linked: bool = False
    """Whether others may see the owner's profile."""
    bot_at: datetime | None = None
    """When a bot takes the seat if it is free in a running game and nobody else takes it."""
    wishes: tuple[Side, ...] = ()
    """The seats that the owner would like, best first, where a die decides the order of choosing; a side stands for the
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
"""Whether the owner has given a program a token for this table."""
CHAIRS = (
    sa.select(seats.c.table, *CHAIR, *OWNER, LETS_IN)
    .select_from(seats.outerjoin(people, people.c.id == seats.c.person).join(tables, tables.c.id == seats.c.table))
    .where(seats.c.table.in_(sa.bindparam("ids", expanding=True)))
    .order_by(seats.c.table, seats.c.number)
)
"""Built once: building the query takes as long as running it."""


async def chairs(connection: AsyncConnection, ids: list[int]) -> dict[int, tuple[Chair, ...]]:
    """Return the seats of these tables, in order, with the names of their owners."""
    at = now()
    around: dict[int, tuple[Chair, ...]] = {}
    for row in await connection.execute(CHAIRS, {"ids": ids, "since": at - UNUSED, "at": at}):
        owner = (row.name, row.ready, row.program, bool(row.guest), bool(row.linked))
        chair = Chair(
            row.number, tuple(row.sides.split()), row.bot, row.person, *owner, row.bot_at, tuple(row.wishes.split())
        )
        around[row.table] = (*around.get(row.table, ()), chair)
    return around
