"""Stores rooms, their logs and snapshots: reads them, opens and freezes rooms. The ledger records the moves."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, TypeVar

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from app.base.clock import now
from app.store.db.database import Database
from app.store.db.schema.games import entries, rooms, snapshots
from app.store.games.branches import WHOLE, Branch, Reach, branches_of, lineage, of_entries, of_snapshots


class NewRoom(Struct, frozen=True):
    """A room to be opened, at sequence 0 of epoch 0."""

    key: str
    game: str
    title: str
    options: str
    seats: str
    prologue: str
    status: str
    hash: str
    waiting: str
    bot_due: bool
    state: str
    at: datetime
    awaited: str = ""
    clock: str = ""
    due_at: datetime | None = None


class RoomRow(Struct, frozen=True):
    """A room's row."""

    id: int
    key: str
    game: str
    title: str
    options: str
    seats: str
    prologue: str
    status: str
    trouble: str
    epoch: int
    sequence: int
    hash: str
    waiting: str
    bot_due: bool
    opened_at: datetime
    moved_at: datetime
    changes: int = 0
    clock: str = ""
    awaited: str = ""
    frozen_at: datetime | None = None
    void: bool = False
    """Whether it ended without a result."""

    @property
    def head(self) -> Head:
        return Head(self.epoch, self.sequence, self.status, self.changes, self.clock)


class Head(Struct, frozen=True):
    """The position and state of a room."""

    epoch: int
    sequence: int
    status: str
    changes: int = 0
    """How often something other than the game changed: votes, seats or the clock."""
    clock: str = ""


class StoredEntry(Struct, frozen=True):
    """An entry of a room's log."""

    epoch: int
    sequence: int
    side: str
    key: str
    digest: str
    choice: str
    news: str
    rules: str
    hash: str
    at: datetime


class StoredSnapshot(Struct, frozen=True):
    epoch: int
    sequence: int
    state: str


class RoomGone(Exception):
    """The room no longer exists: someone deleted it, perhaps through another process."""


class KeyTaken(Exception):
    """There is a room with that key already."""


@asynccontextmanager
async def of_what_is_there() -> AsyncIterator[None]:
    """Turn a broken reference into RoomGone: nothing can be stored about a table that was deleted."""
    try:
        yield
    except sa.exc.IntegrityError as error:
        raise RoomGone from error


T = TypeVar("T")

ENTRY = [entries.c[name] for name in StoredEntry.__struct_fields__]
ROOM = [rooms.c[name].label(name) for name in RoomRow.__struct_fields__]
SNAPSHOT = [snapshots.c[name] for name in StoredSnapshot.__struct_fields__]
HEAD = [rooms.c[name].label(name) for name in Head.__struct_fields__]

BY_KEY = sa.select(*ROOM).where(rooms.c.key == sa.bindparam("sought"))
HEAD_OF = sa.select(*HEAD).where(rooms.c.id == sa.bindparam("sought"))
"""Built once: nearly every request runs them, and building one takes as long as its answer."""
BOT_DUE = sa.select(rooms.c.key).where(rooms.c.status == "playing", rooms.c.bot_due)


class RoomStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, new: NewRoom) -> None:
        """Store a new room with its opening position. Raises KeyTaken."""
        try:
            async with self.database.writing() as connection:
                await insert_room(connection, new)
        except sa.exc.IntegrityError as error:
            raise KeyTaken(new.key) from error

    async def freeze(self, room: int, trouble: str) -> None:
        """Freeze a room until an admin has looked at it. Finding the same trouble again changes nothing."""
        values = {"status": "frozen", "trouble": trouble[:500], "bot_due": False, "due_at": None}
        values |= {"frozen_at": sa.func.coalesce(rooms.c.frozen_at, now())}
        values |= {"news_at": sa.func.coalesce(rooms.c.news_at, now())}
        anew = sa.or_(rooms.c.status != "frozen", rooms.c.trouble != values["trouble"])
        frozen = rooms.update().where(rooms.c.id == room, anew).values(values)
        async with self.database.writing() as connection:
            await connection.execute(frozen)

    async def keep(self, row: RoomRow, state: str) -> None:
        """Store a snapshot of a room's position, unless there is one."""
        of = (snapshots.c.room == row.id, snapshots.c.epoch == row.epoch, snapshots.c.sequence == row.sequence)
        values = {"room": row.id, "epoch": row.epoch, "sequence": row.sequence, "state": state}
        async with of_what_is_there(), self.database.writing() as connection:
            if not await connection.scalar(sa.select(sa.exists().where(*of))):
                await connection.execute(snapshots.insert().values(values))

    async def find(self, key: str) -> RoomRow | None:
        row = await self.first(BY_KEY, sought=key)
        return struct_of(RoomRow, row) if row else None

    async def row(self, key: str) -> RoomRow:
        """Return the row of a room that existed. Raises RoomGone."""
        row = await self.find(key)
        if row is None:
            raise RoomGone
        return row

    async def head(self, room: int) -> Head:
        """Return where a room is. Raises RoomGone."""
        row = await self.first(HEAD_OF, sought=room)
        if row is None:
            raise RoomGone
        return struct_of(Head, row)

    async def heads(self, ids: Iterable[int]) -> dict[int, Head]:
        if not (asked := list(ids)):
            return {}
        found = await self.all(sa.select(rooms.c.id, *HEAD).where(rooms.c.id.in_(asked)))
        return {row.id: Head(row.epoch, row.sequence, row.status, row.changes, row.clock) for row in found}

    async def keys(self, *statuses: str) -> list[str]:
        """Return the keys of the rooms with one of these statuses, of all rooms if none is given, the oldest first."""
        query = sa.select(rooms.c.key).order_by(rooms.c.id)
        return [key for (key,) in await self.all(query.where(rooms.c.status.in_(statuses)) if statuses else query)]

    async def with_bots_due(self) -> list[str]:
        """Return the keys of the rooms that wait for a bot."""
        return [key for (key,) in await self.all(BOT_DUE)]

    async def count_of(self, prefix: str, but_playing: str = "") -> int:
        """Count the rooms whose key begins with the prefix, except those in which the game `but_playing` is being
        played."""
        count = sa.select(sa.func.count()).where(rooms.c.key.startswith(prefix, autoescape=True))
        row = await self.first(count.where(sa.or_(rooms.c.status != "playing", rooms.c.game != but_playing)))
        return int(row[0]) if row else 0

    async def playing_of(self, prefix: str, game: str) -> str | None:
        """Return the key of a room in which this game is being played and whose key begins with the prefix."""
        found = sa.select(rooms.c.key).where(rooms.c.key.startswith(prefix, autoescape=True), rooms.c.game == game)
        row = await self.first(found.where(rooms.c.status == "playing").limit(1))
        return str(row[0]) if row else None

    async def snapshot(self, room: int, epoch: int, up_to: int) -> StoredSnapshot | None:
        """Return the last snapshot that is not later than a sequence."""
        where = (of_snapshots(room, await self.made_of(room, epoch)), snapshots.c.sequence <= up_to)
        found = sa.select(*SNAPSHOT).where(*where)
        row = await self.first(found.order_by(snapshots.c.sequence.desc()).limit(1))
        return struct_of(StoredSnapshot, row) if row else None

    async def snapshots(self, room: int, epoch: int, up_to: int) -> list[int]:
        """Return the sequences that have a snapshot, in order."""
        where = (of_snapshots(room, await self.made_of(room, epoch)), snapshots.c.sequence <= up_to)
        found = sa.select(snapshots.c.sequence).where(*where).order_by(snapshots.c.sequence)
        return [sequence for (sequence,) in await self.all(found)]

    async def entries(self, room: int, epoch: int, after: int, up_to: int) -> list[StoredEntry]:
        """Return the entries later than `after` and not later than `up_to`, in order."""
        where = (of_entries(room, await self.made_of(room, epoch)), entries.c.sequence.between(after + 1, up_to))
        return [
            struct_of(StoredEntry, row)
            for row in await self.all(sa.select(*ENTRY).where(*where).order_by(entries.c.sequence))
        ]

    async def made_of(self, room: int, epoch: int) -> tuple[Reach, ...]:
        """Return the stretches of epochs that lead to this one."""
        if epoch == 0:
            return WHOLE
        async with self.database.reading() as connection:
            return await lineage(connection, room, epoch)

    async def branches(self, room: int) -> list[Branch]:
        async with self.database.reading() as connection:
            return await branches_of(connection, room)

    async def row_of(self, row: RoomRow, epoch: int) -> RoomRow | None:
        """Return the room as it was when it left an epoch; None if it never did."""
        left = (one for one in await self.branches(row.id) if one.epoch == epoch and one.last is not None)
        branch = next(left, None)
        if branch is None or branch.last is None:
            return None
        then = {"epoch": epoch, "sequence": branch.last, "hash": branch.hash, "clock": branch.clock}
        return replace(row, prologue=branch.prologue, opened_at=branch.opened_at, **then)

    async def entry_of(self, room: int, key: str) -> StoredEntry | None:
        row = await self.first(sa.select(*ENTRY).where(entries.c.room == room, entries.c.key == key))
        return struct_of(StoredEntry, row) if row else None

    async def first(self, query: sa.Select[Any], **given: object) -> sa.Row[Any] | None:
        async with self.database.asking() as connection:
            found: sa.Row[Any] | None = (await connection.execute(query, given)).first()
        return found

    async def all(self, query: sa.Select[Any]) -> list[sa.Row[Any]]:
        async with self.database.asking() as connection:
            return list((await connection.execute(query)).all())


async def insert_room(connection: AsyncConnection, new: NewRoom, tells: bool = False) -> int:
    """Insert a room and its opening position in the caller's transaction; return its id. `tells`: whether people sit
    there who may need a notification that it has begun."""
    values = {name: getattr(new, name) for name in new.__struct_fields__ if name not in {"state", "at"}}
    values |= {"trouble": "", "epoch": 0, "sequence": 0, "opened_at": new.at, "moved_at": new.at}
    values |= {"news_at": new.at if tells else None}
    added = await connection.execute(rooms.insert().values(values).returning(rooms.c.id))
    number = int(added.scalar_one())
    await connection.execute(snapshots.insert().values(room=number, epoch=0, sequence=0, state=new.state))
    return number


def struct_of(kind: type[T], row: sa.Row[Any]) -> T:
    """Make a Struct from a row whose columns have the names of its fields."""
    return kind(**row._mapping)
