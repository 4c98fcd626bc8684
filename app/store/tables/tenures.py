"""Stores seats that change hands in a running game, and who held them from which sequence to which. Each change is one
transaction that locks the table and its room and is counted there, so that every process notices. Seats that changed
hands are never rated.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from app.base.clock import now
from app.store.db.columns import When, locked, looked_at
from app.store.db.database import Database
from app.store.db.schema.games import people, rooms, seats, tables, tenures
from app.store.db.schema.ops import admin_actions
from app.store.games.rooms import RoomGone
from app.store.tables.seats import Chair
from app.store.tables.tables import Arranged, find_table, write
from engine.core.refusal import GameOver, Refusal


class Tenure(Struct, frozen=True):
    """The time of a person or a bot on a seat, from one sequence to another."""

    seat: int
    person: int | None
    name: str
    bot: str
    first: int
    last: int | None
    """None while they sit there."""
    why: str
    """Why they left: `resigned`, `timed_out`, `replaced` or `left` for good; a bot was `relieved`."""
    began_at: datetime
    ended_at: datetime | None


class Looked(Exception):
    """The person who should sit down has looked at the table as one of its sides."""


Held = tuple[Tenure, ...]
LOOK = "see"
"""The kind of the admin action by which an admin looks at a table as one of its sides."""
Decide = Callable[[Arranged, Held], Arranged | Refusal]
"""Returns the table with its new owners of seats, or a refusal."""
TENURE = [
    tenures.c.seat,
    tenures.c.person,
    sa.func.coalesce(people.c.name, "").label("name"),
    *(tenures.c[name] for name in ("bot", "first", "last", "why", "began_at", "ended_at")),
]


class TenureStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def of(self, table: int) -> Held:
        """Return the tenures of a table: all of the seats that have changed hands, in order."""
        async with self.database.reading() as connection:
            return await held(connection, table)

    async def change(self, key: str, decide: Decide, why: str, at: datetime) -> Arranged | Refusal:
        """Change the owners of a table's seats, while neither the table nor its game can change. Raises RoomGone and
        Looked."""
        async with self.database.writing() as connection:
            before = await find_table(connection, key, lock=True)
            room = await the_room(connection, key)
            if before is None or room is None:
                raise RoomGone
            if room.status != "playing":
                return GameOver()
            after = decide(before, await held(connection, before.id))
            if isinstance(after, Arranged):
                await hand_over(connection, room, before, after, why, at)
            return after

    async def leave(self, person: int, at: datetime) -> None:
        """Free all seats in running games of a person who leaves for good."""
        joined = seats.join(tables, tables.c.id == seats.c.table).join(rooms, rooms.c.id == tables.c.room)
        theirs = (seats.c.person == person, rooms.c.status == "playing", tables.c.kind != "analysis")
        async with self.database.reading() as connection:
            found = await connection.execute(sa.select(tables.c.key).select_from(joined).where(*theirs).distinct())
            keys = list(found.scalars())
        for key in keys:
            await self.change(key, lambda table, _: vacated(table, person, at), "left", at)

    async def bots_due(self, at: datetime) -> list[tuple[str, int]]:
        """Return the seats that have waited long enough for a person: the key of the table and the number of the
        seat."""
        async with self.database.reading() as connection:
            return [(row.key, row.number) for row in await connection.execute(offered_long(at))]


def offered_long(at: When) -> sa.Select[str, int]:
    joined = seats.join(tables, tables.c.id == seats.c.table).join(rooms, rooms.c.id == tables.c.room)
    due = sa.select(tables.c.key, seats.c.number).select_from(joined)
    return due.where(seats.c.bot_at <= at, looked_at(rooms.c.status) == "playing")


async def held(connection: AsyncConnection, table: int) -> Held:
    joined = tenures.outerjoin(people, people.c.id == tenures.c.person)
    query = sa.select(*TENURE).select_from(joined).where(tenures.c.table == table)
    rows = await connection.execute(query.order_by(tenures.c.seat, tenures.c.id))
    return tuple(Tenure(**row._mapping) for row in rows)


def vacated(table: Arranged, person: int, at: datetime) -> Arranged:
    """Return the table without a person: their seats are offered until a bot takes them. If they were the host, the
    next person at the table becomes host."""
    bot_at = at + timedelta(days=table.stand_in)
    chairs = tuple(
        Chair(chair.number, chair.sides, bot_at=bot_at) if chair.person == person else chair for chair in table.chairs
    )
    others = (chair.person for chair in chairs if chair.person)
    return replace(table, chairs=chairs, host=next(others, person) if table.host == person else table.host)


async def hand_over(
    connection: AsyncConnection, room: sa.Row[Any], before: Arranged, after: Arranged, why: str, at: datetime
) -> None:
    """Record that seats change hands, in the caller's transaction, which locks the table and its room. Raises
    Looked."""
    changed = [pair for pair in zip(before.chairs, after.chairs, strict=True) if sitter(pair[0]) != sitter(pair[1])]
    if not changed:
        return
    await require_own_eyes(connection, before.key, [new.person for _, new in changed if new.person])
    for old, new in changed:
        await get_up(connection, before, old, room.sequence, why, at)
        if not new.free:
            sits = {"table": before.id, "seat": new.number, "person": new.person, "bot": new.bot}
            await connection.execute(tenures.insert().values(**sits, first=room.sequence, why="", began_at=at))
    await write(connection, before, replace(after, rated=False))
    due = bot_asked(after.chairs, (*room.waiting.split(), *room.awaited.split()))
    counted = rooms.update().where(rooms.c.id == room.id)
    since = sa.func.coalesce(rooms.c.news_at, now())
    await connection.execute(counted.values(changes=rooms.c.changes + 1, bot_due=due, news_at=since))


async def require_own_eyes(connection: AsyncConnection, key: str, people: Collection[int]) -> None:
    """Raise Looked if one of these people has looked at the table as one of its sides: they may not play there any
    more."""
    looks = sa.select(admin_actions.c.id).where(
        admin_actions.c.kind == LOOK, admin_actions.c.key == key, admin_actions.c.person.in_(people)
    )
    if people and (await connection.execute(looks.limit(1))).first():
        raise Looked


def sitter(chair: Chair) -> tuple[int | None, str]:
    return chair.person, chair.bot


async def the_room(connection: AsyncConnection, key: str) -> sa.Row[Any] | None:
    asked = (rooms.c.id, rooms.c.status, rooms.c.sequence, rooms.c.waiting, rooms.c.awaited)
    query: sa.Select[Any] = sa.select(*asked).where(rooms.c.key == key)
    row: sa.Row[Any] | None = (await connection.execute(locked(query))).first()
    return row


async def get_up(
    connection: AsyncConnection, table: Arranged, old: Chair, sequence: int, why: str, at: datetime
) -> None:
    """End the tenure on a seat. A tenure that lasted from the beginning of the game is only recorded now."""
    if old.free:
        return
    ends = {"last": sequence, "why": why, "ended_at": at}
    still = (tenures.c.table == table.id, tenures.c.seat == old.number, tenures.c.last.is_(None))
    ended = await connection.execute(tenures.update().where(*still).values(ends))
    if ended.rowcount == 0:
        sat = {"table": table.id, "seat": old.number, "person": old.person, "bot": old.bot, "first": 0}
        await connection.execute(tenures.insert().values(**sat, **ends, began_at=table.moved_at))


def bot_asked(chairs: Iterable[Chair], asked: Iterable[str]) -> bool:
    """Tell whether one of the sides that have to decide is played by a bot."""
    bots = {side for chair in chairs if chair.bot for side in chair.sides}
    return not bots.isdisjoint(asked)
