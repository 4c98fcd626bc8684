"""Stores admin actions: what admins and hosts have done to tables and people, and why. An action is one transaction: it
makes the change, begins the branch in which the game goes on, corrects the ratings and records who did it. `app.admin`
decides what an action changes; rooms then read it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from app.base.clock import now
from app.model.clocks.hands import Calendars, Clock, as_kept, clock_of
from app.store.db.columns import locked
from app.store.db.database import Database
from app.store.db.schema.games import people, rooms, snapshots, tables, tenures
from app.store.db.schema.ops import branches, deeds
from app.store.games.branches import Branch
from app.store.games.clocks import hours_in
from app.store.games.rooms import ROOM, RoomRow, made
from app.store.messages.notices import announce, take_back
from app.store.ratings.results import ResultStore
from app.store.tables.tables import Arranged, found
from app.store.tables.tenures import Held, hand_over, held
from engine.core.refusal import Refusal

LISTED = 100


class NewDeed(Struct, frozen=True):
    """An admin action to be carried out. `person` is None for an action from the shell."""

    kind: str
    person: int | None
    role: str
    reason: str
    argument: str
    at: datetime
    key: str = ""
    """The key of the table, if the action is about one."""
    subject: int | None = None
    """The person whom the action is about, if it is about one."""
    told: bool = False
    """Whether the people at the table get a notification."""
    after: int | None = None
    """The latest action on this table that the admin had seen, 0 for none; None if that does not matter."""


class Deed(Struct, frozen=True):
    """An admin action that was carried out, with the present names of the people."""

    id: int
    kind: str
    person: int | None
    name: str
    role: str
    key: str
    subject: int | None
    about: str
    argument: str
    reason: str
    epoch: int
    sequence: int
    at: datetime
    title: str = ""
    """The table's title; `game` is the key of its game."""
    game: str = ""


Deeds = tuple[Deed, ...]


class Before(Struct, frozen=True):
    """A table and its game before an action. One can be missing: the game has not begun, or the room was opened without
    a table."""

    table: Arranged | None
    room: RoomRow | None
    clock: Clock | None
    hours: Calendars
    held: Held


class Stand(Struct, frozen=True):
    """The position from which a game goes on in a new epoch."""

    parent: int | None
    sequence: int
    state: str
    hash: str
    waiting: str
    awaited: str
    prologue: str
    opened_at: datetime
    left: str
    """The position that was left; empty if it can't be read."""


class Change(Struct, frozen=True):
    """The changes of an admin action. Empty fields leave things as they are."""

    title: str = ""
    status: str = ""
    void: bool | None = None
    bot_due: bool = False
    """With a status: whether a bot has to move."""
    clock: Clock | None = None
    """The new clock, if `wound` is set."""
    wound: bool = False
    stand: Stand | None = None
    seats: Arranged | None = None
    why: str = ""
    """Why the former owners left their seats."""


Decide = Callable[[Before], Change | Refusal]
SUBJECT = people.alias("subjects")
DEED = [
    *(deeds.c[name] for name in ("id", "kind", "person")),
    sa.func.coalesce(people.c.name, "").label("name"),
    *(deeds.c[name] for name in ("role", "key", "subject")),
    sa.func.coalesce(SUBJECT.c.name, "").label("about"),
    *(deeds.c[name] for name in ("argument", "reason", "epoch", "sequence", "at")),
    sa.func.coalesce(rooms.c.title, tables.c.title, "").label("title"),
    sa.func.coalesce(rooms.c.game, tables.c.game, "").label("game"),
]
NAMED = (
    deeds.outerjoin(people, people.c.id == deeds.c.person)
    .outerjoin(SUBJECT, SUBJECT.c.id == deeds.c.subject)
    .outerjoin(rooms, rooms.c.key == deeds.c.key)
    .outerjoin(tables, tables.c.key == deeds.c.key)
)


class DeedStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def carry_out(self, deed: NewDeed, decide: Decide) -> Refusal | None:
        """Carry out what `decide` makes of a table; return its refusal if it refuses. Raises NoTable, and Overtaken if
        there were more actions on the table than the admin had seen."""
        async with self.database.writing() as connection:
            before = await looked_at(connection, deed.key, lock=True)
            if deed.after is not None and await last_at(connection, deed.key) != deed.after:
                raise Overtaken
            change = decide(before)
            if isinstance(change, Refusal):
                return change
            await self.change(connection, before, change, deed)
            number = await note(connection, deed, before.room)
            if deed.told and before.table and before.table.kind == "game" and before.room:
                who = concerned(before.table, change.seats) - {deed.person}
                await announce(connection, before.table.id, number, sorted(who), before.room, deed.at)
            return None

    async def change(self, connection: AsyncConnection, before: Before, change: Change, deed: NewDeed) -> None:
        room, table = before.room, before.table
        if change.title and table:
            await connection.execute(tables.update().where(tables.c.id == table.id).values(title=change.title))
        if room is None:
            return
        if change.seats and table:
            asked = await asked_now(connection, room.id)
            await hand_over(connection, asked, table, change.seats, change.why, deed.at)
        if change.stand:
            await branch_off(connection, room, change.stand, deed.at)
            await clamp(connection, table, change.stand.sequence)
            if table:
                await take_back(connection, table.id, deed.at)
        await connection.execute(rooms.update().where(rooms.c.id == room.id).values(values_of(room, change, deed.at)))
        if table and "finished" in (room.status, change.status):
            await ResultStore(self.database).recount(connection, room.id, room.game, len(table.chairs))

    async def table(self, key: str) -> Arranged | None:
        async with self.database.reading() as connection:
            return await found(connection, key)

    async def looked_at(self, key: str) -> Before:
        """Return a table and its game as they are now. Raises NoTable."""
        async with self.database.reading() as connection:
            return await looked_at(connection, key)

    async def deed(self, number: int) -> Deed | None:
        found = await self.listed(deeds.c.id == number)
        return found[0] if found else None

    async def told_at(self, key: str) -> Deeds:
        """Return the actions on a table, in order."""
        return await self.listed(deeds.c.key == key, latest=False)

    async def latest(self, before: int | None = None) -> Deeds:
        """Return all actions, the latest first."""
        return await self.listed(deeds.c.id < before if before else sa.true())

    async def about(self, person: int) -> Deeds:
        """Return the actions on a person or by them, the latest first."""
        return await self.listed(sa.or_(deeds.c.person == person, deeds.c.subject == person))

    async def listed(self, where: sa.ColumnElement[bool], latest: bool = True) -> Deeds:
        query = sa.select(*DEED).select_from(NAMED).where(where).order_by(deeds.c.id.desc()).limit(LISTED)
        async with self.database.reading() as connection:
            found = tuple(made(Deed, row) for row in await connection.execute(query))
        return found if latest else found[::-1]


class Overtaken(Exception):
    """Another admin action was carried out on the table in the meantime."""


class NoTable(Exception):
    """There is no table with that key."""


def concerned(table: Arranged, after: Arranged | None) -> set[int]:
    """Return the people who sit at the table now or sat there before the change."""
    chairs = (*table.chairs, *(after.chairs if after else ()))
    return {chair.person for chair in chairs if chair.person is not None}


async def note(connection: AsyncConnection, deed: NewDeed, room: RoomRow | None = None) -> int:
    """Record an action in the transaction that carries it out; return its number."""
    values = {name: getattr(deed, name) for name in deed.__struct_fields__ if name not in ("told", "after")}
    values |= {"epoch": room.epoch, "sequence": room.sequence} if room else {"epoch": 0, "sequence": 0}
    added = await connection.execute(deeds.insert().values(values).returning(deeds.c.id))
    return int(added.scalar_one())


async def last_at(connection: AsyncConnection, key: str) -> int:
    return int((await connection.execute(sa.select(sa.func.max(deeds.c.id)).where(deeds.c.key == key))).scalar() or 0)


async def looked_at(connection: AsyncConnection, key: str, lock: bool = False) -> Before:
    """Return the table and its game; with `lock`, no other transaction can change them until this one ends."""
    table = await found(connection, key, lock)
    query = sa.select(*ROOM).where(rooms.c.key == key)
    row = (await connection.execute(locked(query) if lock else query)).first()
    if row is None and table is None:
        raise NoTable(key)
    room = made(RoomRow, row) if row else None
    hours: Calendars = (await hours_in(connection, [room.id]))[room.id] if room else {}
    clock = clock_of(room.clock) if room else None
    return Before(table, room, clock, hours, await held(connection, table.id) if table else ())


def values_of(room: RoomRow, change: Change, at: datetime) -> dict[str, Any]:
    """Return the new values of the room's row. The change is counted in it, so that every process notices."""
    values: dict[str, Any] = {
        "changes": rooms.c.changes + 1,
        "news_at": sa.func.coalesce(rooms.c.news_at, now()),
    }
    if change.title:
        values["title"] = change.title
    if change.stand:
        stand = change.stand
        values["epoch"] = latest_epoch(room.id).scalar_subquery()
        values |= {name: getattr(stand, name) for name in ("sequence", "hash", "waiting", "awaited", "prologue")}
        values |= {"opened_at": stand.opened_at, "moved_at": at}
    if change.status:
        frozen = {"frozen_at": at} if change.status == "frozen" else {"frozen_at": None, "trouble": ""}
        values |= {"status": change.status, "bot_due": change.bot_due} | frozen
        values |= {} if change.status == "playing" else {"due_at": None}
    if change.void is not None:
        values |= {"void": change.void, "moved_at": at}
    if change.wound:
        due = change.clock.due_at if change.clock and change.status in ("", "playing") else None
        values |= {"clock": as_kept(change.clock), "due_at": due}
    return values


async def branch_off(connection: AsyncConnection, room: RoomRow, stand: Stand, at: datetime) -> None:
    """Close the branch that was played, with the position it was left at, and begin a new one."""
    left = {"last": room.sequence, "hash": room.hash, "clock": room.clock, "left_at": at}
    here = (branches.c.room == room.id, branches.c.epoch == room.epoch)
    changed = await connection.execute(branches.update().where(*here).values(left))
    new = {"room": room.id, "hash": "", "clock": "", "left_at": None, "last": None}
    if changed.rowcount == 0:
        root = Branch(room.epoch, None, 0, None, "", room.prologue, "", room.opened_at, room.opened_at, None)
        await connection.execute(branches.insert().values(fields_of(root) | {"room": room.id} | left))
    if stand.left:
        await keep(connection, room.id, room.epoch, room.sequence, stand.left)
    epoch = int((await connection.execute(latest_epoch(room.id))).scalar_one()) + 1
    begun = Branch(epoch, stand.parent, stand.sequence, None, "", stand.prologue, "", stand.opened_at, at, None)
    await connection.execute(branches.insert().values(fields_of(begun) | new))
    await keep(connection, room.id, epoch, stand.sequence, stand.state)


def latest_epoch(room: int) -> sa.Select[Any]:
    return sa.select(sa.func.max(branches.c.epoch)).where(branches.c.room == room)


def fields_of(branch: Branch) -> dict[str, Any]:
    return {name: getattr(branch, name) for name in branch.__struct_fields__}


async def keep(connection: AsyncConnection, room: int, epoch: int, sequence: int, state: str) -> None:
    """Store a snapshot, unless there is one."""
    which = {"room": room, "epoch": epoch, "sequence": sequence}
    there = sa.select(snapshots.c.room).filter_by(**which)
    if (await connection.execute(there)).first() is None:
        await connection.execute(snapshots.insert().values(which | {"state": state}))


async def clamp(connection: AsyncConnection, table: Arranged | None, sequence: int) -> None:
    """Cap the beginnings and ends of tenures at the position from which the game goes on."""
    if table is None:
        return
    for column in (tenures.c.first, tenures.c.last):
        later = tenures.update().where(tenures.c.table == table.id, column > sequence)
        await connection.execute(later.values({column.name: sequence}))


async def asked_now(connection: AsyncConnection, room: int) -> sa.Row[Any]:
    asked = (rooms.c.id, rooms.c.status, rooms.c.sequence, rooms.c.waiting, rooms.c.awaited)
    query: sa.Select[Any] = sa.select(*asked).where(rooms.c.id == room)
    row: sa.Row[Any] = (await connection.execute(query)).one()
    return row
