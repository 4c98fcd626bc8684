"""Stores analysis boards, on which a person tries things out: tables of the kind `analysis`, each with its room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.columns import locked
from app.store.listing import Listed, Lists
from app.store.lobby import Arranged, insert_table
from app.store.rooms import NewRoom, StoredEntry, StoredSnapshot, insert_room
from app.store.tables import entries, people, rooms, snapshots, tables

MOST = 30
"""How many boards one person may have."""
ROWS = 100
"""How many rows one statement writes: converting the values for the database takes a millisecond or two in the event
loop."""


class TooManyBoards(Exception):
    """The person already has as many boards as allowed."""


class BoardStore(Lists):
    async def open(
        self,
        new: Arranged,
        room: NewRoom,
        log: Sequence[StoredEntry] = (),
        later: Sequence[StoredSnapshot] = (),
    ) -> None:
        """Open a board with its room, at the opening or at the end of a log. `later` holds the snapshots of that log
        and begins with the opening. Raises TooManyBoards."""
        async with self.database.writing() as connection:
            await connection.execute(locked(sa.select(people.c.id).where(people.c.id == new.host)))
            count = sa.select(sa.func.count()).select_from(tables).where(boards_of(new.host))
            if (await connection.execute(count)).scalar_one() >= MOST:
                raise TooManyBoards
            number = await insert_table(connection, new)
            opened = await insert_room(connection, room)
            await connection.execute(tables.update().where(tables.c.id == number).values(room=opened))
            if later:
                await write_log(connection, opened, log, later)

    async def boards(self, person: int) -> list[Listed]:
        """Return all boards of a person, the one used last first."""
        return await self.rows(person, tables.join(rooms, tables.c.room == rooms.c.id), boards_of(person))

    async def discard(self, key: str, person: int) -> bool:
        """Delete a person's board; return whether there was one."""
        mine = sa.select(tables.c.room).where(tables.c.key == key, boards_of(person))
        async with self.database.writing() as connection:
            gone = await connection.execute(rooms.delete().where(rooms.c.id.in_(mine)).returning(rooms.c.id))
            return gone.first() is not None


def boards_of(person: int | None) -> Any:
    return sa.and_(tables.c.host == person, tables.c.kind == "analysis")


async def write_log(
    connection: AsyncConnection, room: int, log: Sequence[StoredEntry], kept: Sequence[StoredSnapshot]
) -> None:
    """Write the entries and snapshots of a log and move the room to its last entry."""
    await connection.execute(snapshots.delete().where(snapshots.c.room == room))
    for rows, table in ((log, entries), (kept, snapshots)):
        for first in range(0, len(rows), ROWS):
            values = [{"room": room, "epoch": 0} | asdict(row) for row in rows[first : first + ROWS]]
            await connection.execute(table.insert(), values)
    if log:
        await connection.execute(rooms.update().where(rooms.c.id == room).values(sequence=log[-1].sequence))
