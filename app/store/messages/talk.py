"""Stores talk at tables: channels with numbered messages, how far each person has read, whom people mute and what they
report. `app.talk` decides who may read and write what.

A message gets its number while its channel's row is locked, so numbers have no gap and a higher one is never seen
first.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.db.database import Database
from app.store.db.prepared import Often
from app.store.db.schema.games import channels, lines, marks, mutes, people, reports, rooms, tables
from app.store.db.upserts import replacing
from app.store.games.rooms import of_what_is_there
from app.store.messages.notices import notify_of_mention
from app.store.ops.admin_log import NewAdminAction, record_action, table_and_game
from app.store.people.request_keys import Asked, remember
from engine.core.state import Side

Heads = dict[str, int]
"""The number of the latest message of each channel of a table."""


class Line(Struct, frozen=True):
    """A message. An author who has left for good has no name, and `gone` is set."""

    channel: str
    number: int
    person: int | None
    name: str
    gone: bool
    sides: tuple[Side, ...]
    text: str
    hidden: bool
    """Whether a moderator has hidden it."""
    sequence: int
    at: datetime

    @property
    def author(self) -> tuple[int | None, str]:
        """The author as programs are told: none, if the author has left for good."""
        return (None, "") if self.gone else (self.person, self.name)


class NewLine(Struct, frozen=True):
    person: int
    sides: tuple[Side, ...]
    text: str
    sequence: int
    at: datetime


class Muted(Struct, frozen=True):
    id: int
    name: str


LINE = [
    channels.c.name.label("channel"),
    *(lines.c.number, lines.c.person, sa.func.coalesce(people.c.name, "").label("name")),
    sa.or_(people.c.id.is_(None), people.c.left_at.isnot(None)).label("gone"),
    *(lines.c.sides, lines.c.text, lines.c.hidden, lines.c.sequence, lines.c.at),
]
SAID = lines.join(channels, channels.c.id == lines.c.channel).outerjoin(people, people.c.id == lines.c.person)


MUTED = (
    sa.select(people.c.id, people.c.name)
    .join(mutes, mutes.c.muted == people.c.id)
    .where(mutes.c.person == sa.bindparam("person"))
    .order_by(people.c.name)
)


class TalkStore:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.muted = Often(database, MUTED)

    async def say(
        self, table: int, channel: str, new: NewLine, mentioned: Collection[int] = (), asked: Asked | None = None
    ) -> int:
        """Add a message to a channel, creating the channel if it is the first; return its number. It counts as read by
        its author, and the people `mentioned` are notified. Raises AskedBefore."""
        first = self.database.insert(channels).values(table=table, name=channel, last=1)
        index = [channels.c.table, channels.c.name]
        counted = first.on_conflict_do_update(index_elements=index, set_={"last": channels.c.last + 1})
        async with of_what_is_there(), self.database.writing() as connection:
            row = (await connection.execute(counted.returning(channels.c.id, channels.c.last))).one()
            values = {name: getattr(new, name) for name in new.__struct_fields__} | {"sides": " ".join(new.sides)}
            await connection.execute(lines.insert().values(values | {"channel": row.id, "number": row.last}))
            await self.mark(connection, new.person, row.id, row.last)
            await notify_of_mention(connection, table, row.id, row.last, mentioned, new.at)
            await remember(connection, asked, str(row.last), new.at)
        return int(row.last)

    async def heads(self, keys: Collection[str]) -> dict[str, Heads]:
        """Return the latest message numbers of the channels of each of these tables."""
        query = sa.select(tables.c.key, channels.c.name, channels.c.last).join(tables, tables.c.id == channels.c.table)
        found: dict[str, Heads] = {key: {} for key in keys}
        async with self.database.asking() as connection:
            for row in await connection.execute(query.where(tables.c.key.in_(keys))):
                found[row.key][row.name] = row.last
        return found

    async def latest(self, table: int, channel: str, before: int | None, most: int) -> list[Line]:
        """Return the latest messages of a channel, or the latest before one, in order."""
        earlier = lines.c.number < before if before is not None else sa.true()
        query = said(table, channel).where(earlier).order_by(lines.c.number.desc()).limit(most)
        return (await self.lines(query))[::-1]

    async def since(self, table: int, channel: str, after: int, most: int) -> list[Line]:
        """Return the messages after one, in order."""
        query = said(table, channel).where(lines.c.number > after).order_by(lines.c.number).limit(most)
        return await self.lines(query)

    async def line(self, table: int, channel: str, number: int) -> Line | None:
        found = await self.lines(said(table, channel).where(lines.c.number == number))
        return found[0] if found else None

    async def lines(self, query: sa.Select[Any]) -> list[Line]:
        async with self.database.asking() as connection:
            rows = (await connection.execute(query)).all()
        return [Line(**dict(row._mapping) | {"sides": tuple(row.sides.split())} | put_away(row)) for row in rows]

    async def read(self, person: int, table: int, channel: str, number: int) -> None:
        """Record that the person has read that far, but not beyond the last message. The mark never moves back."""
        of = (channels.c.table == table, channels.c.name == channel)
        async with self.database.writing() as connection:
            row = (await connection.execute(sa.select(channels.c.id, channels.c.last).where(*of))).first()
            if row:
                await self.mark(connection, person, row.id, min(number, row.last))

    async def mark(self, connection: AsyncConnection, person: int, channel: int, number: int) -> None:
        new = self.database.insert(marks).values(person=person, channel=channel, number=number)
        further = marks.c.number < new.excluded.number
        key = [marks.c.person, marks.c.channel]
        await connection.execute(replacing(new, key, "number", where=further))

    async def unread(self, person: int, table: int) -> dict[str, int]:
        """Count the messages of each channel that the person has not read, without those of people they mute."""
        mark = sa.and_(marks.c.channel == channels.c.id, marks.c.person == person)
        silenced = sa.select(mutes.c.muted).where(mutes.c.person == person)
        query = (
            sa.select(channels.c.name, sa.func.count().label("unread"))
            .select_from(channels.join(lines, lines.c.channel == channels.c.id).outerjoin(marks, mark))
            .where(channels.c.table == table, lines.c.number > sa.func.coalesce(marks.c.number, 0))
            .where(sa.or_(lines.c.person.is_(None), lines.c.person.notin_(silenced)))
            .group_by(channels.c.name)
        )
        async with self.database.asking() as connection:
            return {row.name: row.unread for row in await connection.execute(query)}

    async def mute(self, person: int, muted: int) -> None:
        async with of_what_is_there(), self.database.writing() as connection:
            values = {"person": person, "muted": muted}
            await connection.execute(self.database.insert(mutes).values(values).on_conflict_do_nothing())

    async def unmute(self, person: int, muted: int) -> None:
        async with self.database.writing() as connection:
            await connection.execute(mutes.delete().where(mutes.c.person == person, mutes.c.muted == muted))

    async def muted_by(self, person: int) -> list[Muted]:
        """Return the people whom a person mutes, by name."""
        return [Muted(*row) for row in await self.muted(person=person)]

    async def who_mutes(self, authors: Collection[int]) -> dict[int, set[int]]:
        """Return the people who mute each of these people."""
        found: dict[int, set[int]] = {author: set() for author in authors}
        async with self.database.asking() as connection:
            for row in await connection.execute(sa.select(mutes).where(mutes.c.muted.in_(authors))):
                found[row.muted].add(row.person)
        return found

    async def report(self, person: int, table: int, line: Line, reason: str, at: datetime) -> bool:
        """Store a report of a message; return False if the person has reported it before."""
        channel = sa.select(channels.c.id).where(channels.c.table == table, channels.c.name == line.channel)
        values = {"person": person, "channel": channel.scalar_subquery(), "number": line.number}
        new = self.database.insert(reports).values(values | {"reason": reason, "at": at}).on_conflict_do_nothing()
        async with of_what_is_there(), self.database.writing() as connection:
            return (await connection.execute(new.returning(reports.c.id))).first() is not None

    async def hide(self, action: NewAdminAction, channel: str, number: int, hidden: bool) -> bool:
        """Hide a message or show it again, and record who did it; return whether it changed anything. A change is
        counted in the room, so that every process notices. Raises NoTable."""
        async with self.database.writing() as connection:
            before = await table_and_game(connection, action.key, lock=True)
            table = before.table.id if before.table else None
            of = (channels.c.table == table, channels.c.name == channel)
            whose = sa.select(channels.c.id).where(*of).scalar_subquery()
            which = (lines.c.channel == whose, lines.c.number == number, lines.c.hidden.isnot(hidden))
            changed = lines.update().where(*which).values(hidden=hidden).returning(lines.c.person)
            row = (await connection.execute(changed)).first()
            if row:
                await record_action(connection, replace(action, subject=row.person), before.room)
                counted = rooms.update().where(rooms.c.key == action.key).values(changes=rooms.c.changes + 1)
                await connection.execute(counted)
        return row is not None


def put_away(row: sa.Row[Any]) -> dict[str, str]:
    """Remove the text of a hidden message."""
    return {"text": ""} if row.hidden else {}


def said(table: int, channel: str) -> sa.Select[Any]:
    return sa.select(*LINE).select_from(SAID).where(channels.c.table == table, channels.c.name == channel)
