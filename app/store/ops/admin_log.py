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
from app.store.db.schema.ops import admin_actions, branches
from app.store.games.branches import Branch
from app.store.games.clocks import hours_in
from app.store.games.rooms import ROOM, RoomRow, struct_of
from app.store.messages.notices import cancel_unsent, notify_of_action
from app.store.ratings.results import ResultStore
from app.store.tables.tables import Arranged, find_table
from app.store.tables.tenures import Held, hand_over, held
from engine.core.refusal import Refusal

LISTED = 100


class NewAdminAction(Struct, frozen=True):
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


class AdminAction(Struct, frozen=True):
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


AdminActions = tuple[AdminAction, ...]


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
ACTION = [
    *(admin_actions.c[name] for name in ("id", "kind", "person")),
    sa.func.coalesce(people.c.name, "").label("name"),
    *(admin_actions.c[name] for name in ("role", "key", "subject")),
    sa.func.coalesce(SUBJECT.c.name, "").label("about"),
    *(admin_actions.c[name] for name in ("argument", "reason", "epoch", "sequence", "at")),
    sa.func.coalesce(rooms.c.title, tables.c.title, "").label("title"),
    sa.func.coalesce(rooms.c.game, tables.c.game, "").label("game"),
]
NAMED = (
    admin_actions.outerjoin(people, people.c.id == admin_actions.c.person)
    .outerjoin(SUBJECT, SUBJECT.c.id == admin_actions.c.subject)
    .outerjoin(rooms, rooms.c.key == admin_actions.c.key)
    .outerjoin(tables, tables.c.key == admin_actions.c.key)
)


class AdminLog:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def carry_out(self, action: NewAdminAction, decide: Decide) -> Refusal | None:
        """Carry out what `decide` makes of a table; return its refusal if it refuses. Raises NoTable, and Overtaken if
        there were more actions on the table than the admin had seen."""
        async with self.database.writing() as connection:
            before = await table_and_game(connection, action.key, lock=True)
            if action.after is not None and await latest_number(connection, action.key) != action.after:
                raise Overtaken
            change = decide(before)
            if isinstance(change, Refusal):
                return change
            await self.change(connection, before, change, action)
            number = await record_action(connection, action, before.room)
            if action.told and before.table and before.table.kind == "game" and before.room:
                who = people_concerned(before.table, change.seats) - {action.person}
                await notify_of_action(connection, before.table.id, number, sorted(who), before.room, action.at)
            return None

    async def change(self, connection: AsyncConnection, before: Before, change: Change, action: NewAdminAction) -> None:
        room, table = before.room, before.table
        if change.title and table:
            await connection.execute(tables.update().where(tables.c.id == table.id).values(title=change.title))
        if room is None:
            return
        if change.seats and table:
            asked = await turn_of(connection, room.id)
            await hand_over(connection, asked, table, change.seats, change.why, action.at)
        if change.stand:
            await branch_off(connection, room, change.stand, action.at)
            await cap_tenures(connection, table, change.stand.sequence)
            if table:
                await cancel_unsent(connection, table.id, action.at)
        await connection.execute(rooms.update().where(rooms.c.id == room.id).values(values_of(room, change, action.at)))
        if table and "finished" in (room.status, change.status):
            await ResultStore(self.database).recount(connection, room.id, room.game, len(table.chairs))

    async def table(self, key: str) -> Arranged | None:
        async with self.database.reading() as connection:
            return await find_table(connection, key)

    async def table_and_game(self, key: str) -> Before:
        """Return a table and its game as they are now. Raises NoTable."""
        async with self.database.reading() as connection:
            return await table_and_game(connection, key)

    async def action(self, number: int) -> AdminAction | None:
        found = await self.listed(admin_actions.c.id == number)
        return found[0] if found else None

    async def at_table(self, key: str) -> AdminActions:
        """Return the actions on a table, in order."""
        return await self.listed(admin_actions.c.key == key, latest=False)

    async def latest(self, before: int | None = None) -> AdminActions:
        """Return all actions, the latest first."""
        return await self.listed(admin_actions.c.id < before if before else sa.true())

    async def about(self, person: int) -> AdminActions:
        """Return the actions on a person or by them, the latest first."""
        return await self.listed(sa.or_(admin_actions.c.person == person, admin_actions.c.subject == person))

    async def listed(self, where: sa.ColumnElement[bool], latest: bool = True) -> AdminActions:
        query = sa.select(*ACTION).select_from(NAMED).where(where).order_by(admin_actions.c.id.desc()).limit(LISTED)
        async with self.database.reading() as connection:
            found = tuple(struct_of(AdminAction, row) for row in await connection.execute(query))
        return found if latest else found[::-1]


class Overtaken(Exception):
    """Another admin action was carried out on the table in the meantime."""


class NoTable(Exception):
    """There is no table with that key."""


def people_concerned(table: Arranged, after: Arranged | None) -> set[int]:
    """Return the people who sit at the table now or sat there before the change."""
    chairs = (*table.chairs, *(after.chairs if after else ()))
    return {chair.person for chair in chairs if chair.person is not None}


async def record_action(connection: AsyncConnection, action: NewAdminAction, room: RoomRow | None = None) -> int:
    """Record an action in the transaction that carries it out; return its number."""
    values = {name: getattr(action, name) for name in action.__struct_fields__ if name not in ("told", "after")}
    values |= {"epoch": room.epoch, "sequence": room.sequence} if room else {"epoch": 0, "sequence": 0}
    added = await connection.execute(admin_actions.insert().values(values).returning(admin_actions.c.id))
    return int(added.scalar_one())


async def latest_number(connection: AsyncConnection, key: str) -> int:
    return int(
        (
            await connection.execute(sa.select(sa.func.max(admin_actions.c.id)).where(admin_actions.c.key == key))
        ).scalar()
        or 0
    )


async def table_and_game(connection: AsyncConnection, key: str, lock: bool = False) -> Before:
    """Return the table and its game; with `lock`, no other transaction can change them until this one ends."""
    table = await find_table(connection, key, lock)
    query = sa.select(*ROOM).where(rooms.c.key == key)
    row = (await connection.execute(locked(query) if lock else query)).first()
    if row is None and table is None:
        raise NoTable(key)
    room = struct_of(RoomRow, row) if row else None
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
        await store_snapshot(connection, room.id, room.epoch, room.sequence, stand.left)
    epoch = int((await connection.execute(latest_epoch(room.id))).scalar_one()) + 1
    begun = Branch(epoch, stand.parent, stand.sequence, None, "", stand.prologue, "", stand.opened_at, at, None)
    await connection.execute(branches.insert().values(fields_of(begun) | new))
    await store_snapshot(connection, room.id, epoch, stand.sequence, stand.state)


def latest_epoch(room: int) -> sa.Select[Any]:
    return sa.select(sa.func.max(branches.c.epoch)).where(branches.c.room == room)


def fields_of(branch: Branch) -> dict[str, Any]:
    return {name: getattr(branch, name) for name in branch.__struct_fields__}


async def store_snapshot(connection: AsyncConnection, room: int, epoch: int, sequence: int, state: str) -> None:
    """Store a snapshot, unless there is one."""
    which = {"room": room, "epoch": epoch, "sequence": sequence}
    there = sa.select(snapshots.c.room).filter_by(**which)
    if (await connection.execute(there)).first() is None:
        await connection.execute(snapshots.insert().values(which | {"state": state}))


async def cap_tenures(connection: AsyncConnection, table: Arranged | None, sequence: int) -> None:
    """Cap the beginnings and ends of tenures at the position from which the game goes on."""
    if table is None:
        return
    for column in (tenures.c.first, tenures.c.last):
        later = tenures.update().where(tenures.c.table == table.id, column > sequence)
        await connection.execute(later.values({column.name: sequence}))


async def turn_of(connection: AsyncConnection, room: int) -> sa.Row[Any]:
    asked = (rooms.c.id, rooms.c.status, rooms.c.sequence, rooms.c.waiting, rooms.c.awaited)
    query: sa.Select[Any] = sa.select(*asked).where(rooms.c.id == room)
    row: sa.Row[Any] = (await connection.execute(query)).one()
    return row
