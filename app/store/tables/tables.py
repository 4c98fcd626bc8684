"""Stores tables as people arrange them: who may join and who sits where. The moves of a game are not stored here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy.ext.asyncio import AsyncConnection

from app.base.clock import now
from app.model.clocks.terms import Terms, agreed
from app.store.db.columns import locked
from app.store.db.schema.games import invitations, people, rooms, seats, sights, tables
from app.store.games.delayed_views import ShownSight
from app.store.games.rooms import KeyTaken, NewRoom, insert_room
from app.store.messages import notices
from app.store.people.request_keys import Asked, remember
from app.store.tables.lists import Lists
from app.store.tables.seats import Chair, chairs
from engine.core.state import Side


class Guest(Struct, frozen=True):
    """A person who is invited to a table by name."""

    person: int
    name: str


class Arranged(Struct, frozen=True):
    """A table with its seats. Once its game has begun (`started`), only `again` may change, `kind` when a lesson ends,
    and what follows when a seat changes hands (`store.tables.tenures`)."""

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
    """The key of the table of the rematch; empty if there is none."""
    opened_at: datetime
    moved_at: datetime
    rated: bool = False
    chairs: tuple[Chair, ...] = ()
    delay: int = 0
    """By how many turns spectators are late."""
    kind: str = "game"
    """A `game`, a `guide` (a lesson), or an `analysis` board."""
    origin: str = ""
    """Of an analysis board: the key of the table it began from, a slash and the step; or `record`, or `patched` if that
    record broke the rules."""
    invited: tuple[Guest, ...] = ()
    """The people who may sit down where only named people may, in alphabetical order."""
    private_talk: bool = True
    """Whether sides may talk in private channels."""
    stand_in: int = 3
    """For how many days the seat of a player who left is offered to others before a bot takes it; 0: the bot takes it
    at once."""
    comes_back: bool = True
    """Whether a player who left may come back without asking, as long as only a bot has taken the seat."""
    asked: Asked | None = None
    """The request that creates the table, if it is new."""
    die: bool = False
    """Whether a die decides in which order players choose their seats when the game begins."""
    clock: str = ""
    """The agreed terms about time, as text."""

    @property
    def terms(self) -> Terms | None:
        return agreed(self.clock)

    @property
    def seats_by(self) -> str:
        """How seats are given out, as one word."""
        return "die" if self.die else self.seating

    def chairs_of(self, person: int | None) -> tuple[Chair, ...]:
        return tuple(chair for chair in self.chairs if person is not None and chair.person == person)

    def sides_of(self, person: int | None) -> tuple[Side, ...]:
        return tuple(side for chair in self.chairs_of(person) for side in chair.sides)

    def open_to(self, person: int | None) -> bool:
        """Tell whether a person may sit down here."""
        named = any(guest.person == person for guest in self.invited)
        return self.access != "named" or named or bool(self.chairs_of(person))

    def shown_to(self, person: int | None) -> bool:
        """Tell whether a person who has the key may look at the table; for others it does not exist."""
        return self.spectators or (bool(self.chairs_of(person)) if self.started else self.open_to(person))

    @property
    def guided(self) -> bool:
        """Whether the game is a lesson that follows the guide step by step."""
        return self.kind == "guide"


class StillPlaying(Exception):
    """The game has not ended."""


Decide = Callable[[Arranged], Arranged]
Begin = Callable[[Arranged], tuple[Arranged, NewRoom]]
KEPT = (
    "key", "game", "title", "options", "host", "access", "seating", "spectators", "again", "opened_at", "moved_at",
    "delay", "kind", "origin", "rated", "private_talk", "stand_in", "comes_back", "die", "clock",
)  # fmt: skip
TABLE = [tables.c.id, *(tables.c[name] for name in KEPT), tables.c.room.isnot(None).label("started")]
FOUND = sa.select(*TABLE).where(tables.c.key == sa.bindparam("sought"))
LOCKED = locked(FOUND, of=tables)
GUESTS = (
    sa.select(people.c.id, people.c.name)
    .join(invitations, invitations.c.person == people.c.id)
    .where(invitations.c.table == sa.bindparam("at_table"))
    .order_by(people.c.folded)
)


class TableStore(Lists):
    """Stores the tables and lists them."""

    async def add(self, new: Arranged, told: Iterable[int] = ()) -> None:
        """Store a new table; the database gives it an id. The people in `told` get an invitation."""
        try:
            async with self.database.writing() as connection:
                number = await insert_table(connection, new)
                await notices.notify_of_invitation(connection, number, told, new.opened_at)
        except sa.exc.IntegrityError as error:
            raise KeyTaken(new.key) from error

    async def find(self, key: str) -> Arranged | None:
        async with self.database.reading() as connection:
            return await find_table(connection, key)

    async def change(self, key: str, decide: Decide, told: Iterable[int] = ()) -> Arranged | None:
        """Replace the table by what `decide` makes of it, while no other transaction can change it; return None if
        there is none (any more). If `decide` raises, nothing changes. The people in `told` get an invitation."""
        async with self.database.writing() as connection:
            before = await find_table(connection, key, lock=True)
            if before is None:
                return None
            after = decide(before)
            await write(connection, before, after)
            await notices.notify_of_invitation(connection, before.id, told, now())
            return after

    async def open(self, new: Arranged, room: NewRoom) -> None:
        """Do `add`, and begin the game at once."""
        async with self.database.writing() as connection:
            number = await insert_table(connection, new)
            await begin_at(connection, number, new, room)

    async def begin(self, key: str, decide: Begin) -> Arranged | None:
        """Do `change`, and begin the game: its room is opened in the same transaction, with the table's key."""
        async with self.database.writing() as connection:
            before = await find_table(connection, key, lock=True)
            if before is None:
                return None
            after, room = decide(before)
            await write(connection, before, after)
            await begin_at(connection, before.id, after, room, tells=True)
            return replace(after, started=True)

    async def repeat(self, key: str, decide: Decide) -> str | None:
        """Return the key of the rematch table; `decide` makes the table if there is none yet. Raises StillPlaying."""
        async with self.database.writing() as connection:
            before = await find_table(connection, key, lock=True)
            if before is None or before.again:
                return before.again if before else None
            new = decide(before)
            if await playing(connection, before.id):
                raise StillPlaying
            await insert_table(connection, new)
            await connection.execute(tables.update().where(tables.c.id == before.id).values(again=new.key))
            return new.key

    async def of_rooms(self, ids: Iterable[int]) -> dict[int, Arranged]:
        """Return the tables of these rooms, by room. Rooms without a table are missing."""
        if not (asked := set(ids)):
            return {}
        async with self.database.reading() as connection:
            rows = (await connection.execute(sa.select(*TABLE, tables.c.room).where(tables.c.room.in_(asked)))).all()
            around = await chairs(connection, [row.id for row in rows])
        return {row.room: table_of(row, around) for row in rows}

    async def end_lesson(self, key: str) -> None:
        """Turn a lesson into a game that its players go on with as they like."""
        async with self.database.writing() as connection:
            await connection.execute(tables.update().where(tables.c.key == key).values(kind="game"))

    async def lesson_of(self, person: int, game: str) -> str | None:
        """Return the key of the table at which a person is being taught a game."""
        mine = sa.select(tables.c.key).join(rooms, tables.c.room == rooms.c.id)
        of = (tables.c.host == person, tables.c.game == game, tables.c.kind == "guide", rooms.c.status == "playing")
        async with self.database.reading() as connection:
            latest = await connection.execute(mine.where(*of).order_by(tables.c.id.desc()).limit(1))
            key: str | None = latest.scalar()
        return key

    async def remove(self, key: str) -> None:
        """Delete an open table with no people left."""
        nobody = ~sa.exists().where(seats.c.table == tables.c.id, seats.c.person.isnot(None))
        async with self.database.writing() as connection:
            await connection.execute(tables.delete().where(tables.c.key == key, tables.c.room.is_(None), nobody))


async def playing(connection: AsyncConnection, table: int) -> bool:
    """Tell whether the table's game is being played."""
    status = sa.select(rooms.c.status).join(tables, tables.c.room == rooms.c.id).where(tables.c.id == table)
    return bool((await connection.execute(status)).scalar() == "playing")


async def insert_table(connection: AsyncConnection, new: Arranged) -> int:
    values = {name: getattr(new, name) for name in KEPT}
    added = await connection.execute(tables.insert().values(values).returning(tables.c.id))
    number = int(added.scalar_one())
    await remember(connection, new.asked, new.key, new.opened_at)
    await connection.execute(seats.insert(), [{"table": number} | as_kept(chair) for chair in new.chairs])
    await invite(connection, number, new.invited)
    return number


async def begin_at(
    connection: AsyncConnection, number: int, table: Arranged, new: NewRoom, tells: bool = False
) -> None:
    """Open the room of a table; spectators of a delayed table see its opening."""
    opened = await insert_room(connection, new, tells)
    await connection.execute(tables.update().where(tables.c.id == number).values(room=opened))
    if table.delay:
        opening = ShownSight(opened, 0, 0, new.waiting, new.at)
        await connection.execute(sights.insert().values(asdict(opening)))


async def invite(connection: AsyncConnection, table: int, guests: tuple[Guest, ...]) -> None:
    """Replace the table's invitations by these."""
    await connection.execute(invitations.delete().where(invitations.c.table == table))
    if guests:
        rows = [{"table": table, "person": guest.person} for guest in guests]
        await connection.execute(invitations.insert(), rows)


def as_kept(chair: Chair) -> dict[str, Any]:
    sides = " ".join(chair.sides)
    return {
        "number": chair.number, "sides": sides, "bot": chair.bot, "person": chair.person, "ready": chair.ready,
        "bot_at": chair.bot_at, "wishes": " ".join(chair.wishes),
    }  # fmt: skip


async def find_table(connection: AsyncConnection, key: str, lock: bool = False) -> Arranged | None:
    row = (await connection.execute(LOCKED if lock else FOUND, {"sought": key})).first()
    if row is None:
        return None
    around = await chairs(connection, [row.id])
    return replace(table_of(row, around), invited=await guests_of(connection, row.id))


def table_of(row: Any, around: dict[int, tuple[Chair, ...]]) -> Arranged:
    values = {column.name: row._mapping[column.name] for column in TABLE}
    return Arranged(**values, chairs=around.get(row.id, ()))


async def guests_of(connection: AsyncConnection, table: int) -> tuple[Guest, ...]:
    return tuple(Guest(row.id, row.name) for row in await connection.execute(GUESTS, {"at_table": table}))


async def write(connection: AsyncConnection, before: Arranged, after: Arranged) -> None:
    """Write the differences between two versions of a table."""
    kept = {name: getattr(after, name) for name in KEPT if getattr(after, name) != getattr(before, name)}
    if kept:
        await connection.execute(tables.update().where(tables.c.id == before.id).values(kept))
    for old, new in zip(before.chairs, after.chairs, strict=True):
        if old != new:
            where = (seats.c.table == before.id, seats.c.number == old.number)
            await connection.execute(seats.update().where(*where).values(as_kept(new)))
    if before.invited != after.invited:
        await invite(connection, before.id, after.invited)
