"""Raises the epoch of games that a restored backup took back in time. A browser that saw more of such a game, or has an
open form of it, is then at an old epoch and is shown the present position.

The branch being played gets a new number and keeps all its entries: no choice is lost.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from app.clock import now
from app.store.tables import metadata, rooms

LEAP = 1000
"""Where it is unknown how far a game had gone, its epoch is raised to the next multiple: no rewind can have reached
it."""


class Place(Struct, frozen=True):
    """The position at which a game stood."""

    epoch: int
    sequence: int
    hash: str


Heads = dict[str, Place]
"""The positions of games, by the key of the room."""
COLUMNS: list[sa.ColumnElement[Any]] = [
    sa.column(name) for name in ("id", "key", "epoch", "sequence", "hash", "status")
]


async def heads(connection: AsyncConnection) -> Heads:
    """Return the positions of all games. It works on any revision of the database: these columns were there from the
    beginning."""
    query = sa.select(*COLUMNS).select_from(sa.table("rooms"))
    return {row.key: Place(row.epoch, row.sequence, row.hash) for row in await connection.execute(query)}


async def raise_epochs(connection: AsyncConnection, before: Heads | None) -> int:
    """Raise the epoch of all games that are not at the same position as `before`; if that is None, of all that may have
    gone on. Return how many."""
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
    """Give the current branch of a room another number in every table that mentions it."""
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
