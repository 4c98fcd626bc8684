"""Tables as people arrange them: who may join, who sits where, and the lists of tables that pages show. Called by
app.lobby; rooms.Rooms asks who sits at a table whose game has begun. How a game goes on is not kept here.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.database import Database
from app.store.rooms import KeyTaken, NewRoom, insert_room
from app.store.tables import people, rooms, seats, tables
from engine.core.state import Side

LISTED = 60
"""Tables that one list shows at most."""


class Chair(Struct, frozen=True):
    """A place at a table: somebody's, a bot's, or free."""

    number: int
    sides: tuple[Side, ...]
    bot: str = ""
    person: int | None = None
    name: str = ""
    ready: bool = False

    @property
    def free(self) -> bool:
        return not self.bot and self.person is None


class Arranged(Struct, frozen=True):
    """A table with its chairs. `started` says whether its game has begun; then nothing about it changes but `again`."""

    id: int
    key: str
    game: str
    title: str
    options: str
    host: int | None
    access: str
    seating: str
    spectators: bool
    started: bool
    again: str
    """The key of the table at which the same people play again; empty if there is none."""
    opened_at: datetime
    moved_at: datetime
    chairs: tuple[Chair, ...] = ()

    def chairs_of(self, person: int | None) -> tuple[Chair, ...]:
        return tuple(chair for chair in self.chairs if person is not None and chair.person == person)

    def sides_of(self, person: int | None) -> tuple[Side, ...]:
        return tuple(side for chair in self.chairs_of(person) for side in chair.sides)


class Listed(Struct, frozen=True):
    """A table as lists show it, whether its game has begun or not; one that nobody arranged has no chairs."""

    key: str
    game: str
    title: str
    status: str
    waiting: str
    awaited: str
    sequence: int
    moved_at: datetime
    chairs: tuple[Chair, ...] = ()
    host: int | None = None

    def sides_of(self, person: int) -> set[Side]:
        return {side for chair in self.chairs if chair.person == person for side in chair.sides}


Decide = Callable[[Arranged], Arranged]
Begin = Callable[[Arranged], tuple[Arranged, NewRoom]]
KEPT = ("key", "game", "title", "options", "host", "access", "seating", "spectators", "again", "opened_at", "moved_at")
TABLE = [tables.c.id, *(tables.c[name] for name in KEPT), tables.c.room.isnot(None).label("started")]
CHAIR = [seats.c.number, seats.c.sides, seats.c.bot, seats.c.person, seats.c.ready]
STATUS = sa.func.coalesce(rooms.c.status, "open").label("status")


class TableStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, new: Arranged) -> None:
        """Keep a new table; its id is given by the database."""
        try:
            async with self.database.writing() as connection:
                await insert_table(connection, new)
        except sa.exc.IntegrityError as error:
            raise KeyTaken(new.key) from error

    async def find(self, key: str) -> Arranged | None:
        async with self.database.reading() as connection:
            return await found(connection, key)

    async def change(self, key: str, decide: Decide) -> Arranged | None:
        """What `decide` makes of the table, while nobody else can change it; None if there is none, or none any more.
        What `decide` raises leaves everything as it was."""
        async with self.database.writing() as connection:
            before = await found(connection, key, lock=True)
            if before is None:
                return None
            after = decide(before)
            await write(connection, before, after)
            return after

    async def begin(self, key: str, decide: Begin) -> Arranged | None:
        """`change`, and the game begins: the room is opened in the same transaction, under the table's key."""
        async with self.database.writing() as connection:
            before = await found(connection, key, lock=True)
            if before is None:
                return None
            after, room = decide(before)
            opened = await insert_room(connection, room)
            await write(connection, before, after)
            await connection.execute(tables.update().where(tables.c.id == before.id).values(room=opened))
            return replace(after, started=True)

    async def repeat(self, key: str, decide: Decide) -> str | None:
        """The key of the table at which the same people play again; `decide` makes it if there is none yet."""
        async with self.database.writing() as connection:
            before = await found(connection, key, lock=True)
            if before is None or before.again:
                return before.again if before else None
            new = decide(before)
            await insert_table(connection, new)
            await connection.execute(tables.update().where(tables.c.id == before.id).values(again=new.key))
            return new.key

    async def remove(self, key: str) -> None:
        """A table that nobody is left at."""
        nobody = ~sa.exists().where(seats.c.table == tables.c.id, seats.c.person.isnot(None))
        async with self.database.writing() as connection:
            await connection.execute(tables.delete().where(tables.c.key == key, tables.c.room.is_(None), nobody))

    async def listed(self, status: str, person: int | None = None, game: str = "", mine: bool = False) -> list[Listed]:
        """Tables of a status that this person may find in a list, the liveliest first."""
        seated = sa.exists().where(seats.c.table == tables.c.id, seats.c.person == (person or 0))
        where: list[Any] = [STATUS.in_([status]), seated if mine else shown_to(seated)]
        if game:
            where.append(GAME.in_([game]))
        those = ARRANGED if status == "open" else BEGUN
        return await self.rows(sa.select(*LISTING).select_from(those).where(*where))

    async def of(self, person: int) -> list[Listed]:
        """All tables at which somebody sits, those that are over last."""
        seated = sa.exists().where(seats.c.table == tables.c.id, seats.c.person == person)
        return await self.rows(sa.select(*LISTING).select_from(ARRANGED).where(seated), OVER)

    async def rows(self, query: sa.Select[Any], *first: Any) -> list[Listed]:
        async with self.database.reading() as connection:
            ordered = query.order_by(*first, MOVED.desc(), KEY).limit(LISTED)
            rows = (await connection.execute(ordered)).all()
            around = await chairs(connection, [row.id for row in rows if row.id])
        return [
            Listed(
                **{name: value for name, value in row._mapping.items() if name != "id"}, chairs=around.get(row.id, ())
            )
            for row in rows
        ]


ARRANGED = tables.outerjoin(rooms, tables.c.room == rooms.c.id)
BEGUN = rooms.outerjoin(tables, tables.c.room == rooms.c.id)
"""Tables whose game may not have begun; games whose table nobody may have arranged."""
KEY = sa.func.coalesce(rooms.c.key, tables.c.key).label("key")
GAME = sa.func.coalesce(rooms.c.game, tables.c.game).label("game")
MOVED = sa.func.coalesce(rooms.c.moved_at, tables.c.moved_at).label("moved_at")
OVER = sa.case((STATUS == "finished", 1), else_=0)
LISTING = [
    tables.c.id,
    KEY,
    GAME,
    sa.func.coalesce(rooms.c.title, tables.c.title).label("title"),
    STATUS,
    sa.func.coalesce(rooms.c.waiting, "").label("waiting"),
    sa.func.coalesce(rooms.c.awaited, "").label("awaited"),
    sa.func.coalesce(rooms.c.sequence, 0).label("sequence"),
    MOVED,
    tables.c.host,
]


def shown_to(seated: Any) -> Any:
    """Tables that are joined by their link stand in nobody's list but their own players'."""
    return sa.or_(tables.c.id.is_(None), tables.c.access == "public", seated)


async def insert_table(connection: AsyncConnection, new: Arranged) -> None:
    values = {name: getattr(new, name) for name in KEPT}
    added = await connection.execute(tables.insert().values(values).returning(tables.c.id))
    number = added.scalar_one()
    await connection.execute(seats.insert(), [{"table": number} | as_kept(chair) for chair in new.chairs])


def as_kept(chair: Chair) -> dict[str, Any]:
    sides = " ".join(chair.sides)
    return {
        "number": chair.number, "sides": sides, "bot": chair.bot, "person": chair.person, "ready": chair.ready
    }  # fmt: skip


async def found(connection: AsyncConnection, key: str, lock: bool = False) -> Arranged | None:
    query = sa.select(*TABLE).where(tables.c.key == key)
    row = (await connection.execute(query.with_for_update(of=tables) if lock else query)).first()
    if row is None:
        return None
    around = await chairs(connection, [row.id])
    return Arranged(**row._mapping, chairs=around.get(row.id, ()))


async def chairs(connection: AsyncConnection, ids: list[int]) -> dict[int, tuple[Chair, ...]]:
    """The chairs of these tables, in order, with the names of those who sit on them."""
    joined = seats.outerjoin(people, people.c.id == seats.c.person)
    name = sa.func.coalesce(people.c.name, "").label("name")
    query = sa.select(seats.c.table, *CHAIR, name).select_from(joined).where(seats.c.table.in_(ids))
    around: dict[int, tuple[Chair, ...]] = {}
    for row in await connection.execute(query.order_by(seats.c.table, seats.c.number)):
        chair = Chair(row.number, tuple(row.sides.split()), row.bot, row.person, row.name, row.ready)
        around[row.table] = (*around.get(row.table, ()), chair)
    return around


async def write(connection: AsyncConnection, before: Arranged, after: Arranged) -> None:
    """What is different now."""
    kept = {name: getattr(after, name) for name in KEPT if getattr(after, name) != getattr(before, name)}
    if kept:
        await connection.execute(tables.update().where(tables.c.id == before.id).values(kept))
    for old, new in zip(before.chairs, after.chairs, strict=True):
        if old != new:
            where = (seats.c.table == before.id, seats.c.number == old.number)
            await connection.execute(seats.update().where(*where).values(as_kept(new)))
