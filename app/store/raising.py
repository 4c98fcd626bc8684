"""Raising the epoch of games that were put back to how they once were. Whoever saw more of such a game, or has a form
of it open, is at an epoch that is over, and is shown where the game is now. Called by store.dumping, in its
transaction.

The branch that is being played goes on under a new number, with all its entries: nothing that was chosen is lost by it.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from app.clock import now
from app.store.tables import metadata, rooms

LEAP = 1000
"""Where nobody knows what became of a game since, its epoch is raised to the next multiple: no reset can have reached
that."""


class Place(Struct, frozen=True):
    """Where a game was."""

    epoch: int
    sequence: int
    hash: str


Heads = dict[str, Place]
"""By the key of the room."""
COLUMNS: list[sa.ColumnElement[Any]] = [
    sa.column(name) for name in ("id", "key", "epoch", "sequence", "hash", "status")
]


async def heads(connection: AsyncConnection) -> Heads:
    """Where all games are. Of a database at whichever revision: these columns were there from the beginning."""
    query = sa.select(*COLUMNS).select_from(sa.table("rooms"))
    return {row.key: Place(row.epoch, row.sequence, row.hash) for row in await connection.execute(query)}


async def raise_epochs(connection: AsyncConnection, before: Heads | None) -> int:
    """Of all games that are not where they were `before`; if nobody knows where that was, of all that may have gone on.
    How many these are."""
    found = (await connection.execute(sa.select(*COLUMNS).select_from(rooms))).all()
    raised = 0
    for row in found:
        there = Place(row.epoch, row.sequence, row.hash)
        if before is None:
            new = 0 if row.status == "finished" else (row.epoch // LEAP + 1) * LEAP
        else:
            was = before.get(row.key, there)
            new = 0 if was == there else max(was.epoch, there.epoch) + 1
        if new:
            await renumber(connection, row.id, row.key, row.epoch, new)
            raised += 1
    return raised


async def renumber(connection: AsyncConnection, room: int, key: str, old: int, new: int) -> None:
    """The branch that a room is at gets another number, wherever it is spoken of."""
    arranged = metadata.tables["tables"]
    table = sa.select(arranged.c.id).where(arranged.c.room == room).scalar_subquery()
    names: dict[str, object] = {"room": room, "table": table, "key": key}
    for one in metadata.sorted_tables:
        if "epoch" in one.c and one is not rooms:
            by = next(name for name in names if name in one.c)
            spoken = one.update().where(one.c[by] == names[by], one.c.epoch == old)
            await connection.execute(spoken.values(epoch=new))
    changed = {"epoch": new, "news_at": sa.func.coalesce(rooms.c.news_at, now())}
    await connection.execute(rooms.update().where(rooms.c.id == room).values(changed))
