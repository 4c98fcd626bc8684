"""Queries for operators about the state of the site, and the reports of its processes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from app.store.db.database import Database
from app.store.db.schema.games import mails, processes, rooms, seats, tables
from app.store.db.schema.messages import deliveries
from app.store.db.upserts import replacing
from app.store.games.rooms import struct_of

LISTED = 10
"""How many tables are listed at most."""
FORGOTTEN = timedelta(hours=1)
"""A process that has reported nothing for this long is dropped."""
NOT_FAILED = ("settled before it was sent", "a newer one took its place")
"""Troubles of messages that were not sent although nothing went wrong."""


class Table(Struct, frozen=True):
    """A table that needs an operator's attention."""

    key: str
    title: str
    game: str
    moved_at: datetime
    waiting: str = ""
    trouble: str = ""


class Deliveries(Struct, frozen=True):
    """Messages of the last days: waiting, overdue (no process has taken them), and given up."""

    waiting: int
    stale: int
    given_up: int


class Late(Struct, frozen=True):
    """How much work of each kind is overdue."""

    clocks: int
    """Games in which a player's time is up."""
    bots: int
    """Games with people that wait for a bot."""
    news: int
    """Games that have gone on, whose players have not been notified yet."""


class Process(Struct, frozen=True):
    name: str
    began_at: datetime
    at: datetime
    figures: str


TABLE = [rooms.c[name] for name in Table.__struct_fields__]
PROCESS = [processes.c[name] for name in Process.__struct_fields__]
FORGET = processes.delete().where(processes.c.at < sa.bindparam("before", type_=processes.c.at.type))


class WatchStore:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.saying = replacing(database.insert(processes), [processes.c.name], "at", "figures")

    async def say(self, process: Process) -> None:
        """Record that this process is running, with its figures."""
        values = {name: getattr(process, name) for name in Process.__struct_fields__}
        async with self.database.writing() as connection:
            await connection.execute(self.saying, values)
            await connection.execute(FORGET, {"before": process.at - FORGOTTEN})

    async def gone(self, name: str) -> None:
        async with self.database.writing() as connection:
            await connection.execute(processes.delete().where(processes.c.name == name))

    async def processes(self, since: datetime) -> list[Process]:
        """Return the processes that have reported since then, the oldest first."""
        query = sa.select(*PROCESS).where(processes.c.at >= since).order_by(processes.c.began_at, processes.c.name)
        return [struct_of(Process, row) for row in await self.all(query)]

    async def statuses(self) -> dict[str, int]:
        """Count the games that are being played, finished and frozen."""
        counted = await self.all(sa.select(rooms.c.status, sa.func.count()).group_by(rooms.c.status))
        return {"playing": 0, "finished": 0, "frozen": 0} | {status: int(count) for status, count in counted}

    async def frozen(self) -> list[Table]:
        return await self.tables(rooms.c.status == "frozen")

    async def waiting_longest(self) -> list[Table]:
        """Return the games in which a person has to move, the longest waiting first."""
        return await self.tables(*BEING_PLAYED, rooms.c.waiting != "", ~rooms.c.bot_due)

    async def nobody_asked(self) -> list[Table]:
        """Return unfinished games in which no side has to decide: there should be none."""
        return await self.tables(rooms.c.status == "playing", rooms.c.waiting == "")

    async def played_by(self, unknown: Callable[[str], bool]) -> list[Table]:
        """Return unfinished games whose name is `unknown` to the registry."""
        played = sa.select(rooms.c.game).where(rooms.c.status != "finished").distinct()
        names = [row.game for row in await self.all(played) if unknown(row.game)]
        return await self.tables(rooms.c.status != "finished", rooms.c.game.in_(names)) if names else []

    async def tables(self, *where: sa.ColumnElement[bool]) -> list[Table]:
        query = sa.select(*TABLE).where(*where).order_by(rooms.c.moved_at, rooms.c.id).limit(LISTED)
        return [struct_of(Table, row) for row in await self.all(query)]

    async def late(self, since: datetime) -> Late:
        """Return the work that was due before `since` and has not been done."""
        playing = rooms.c.status == "playing"
        counts = (
            sa.and_(playing, rooms.c.due_at < since),
            sa.and_(*BEING_PLAYED, rooms.c.bot_due, rooms.c.moved_at < since),
            rooms.c.news_at < since,
        )
        return Late(*await self.counts(rooms, *counts))

    async def mails(self, since: datetime) -> Deliveries:
        return await self.deliveries(mails, since)

    async def parcels(self, since: datetime) -> Deliveries:
        return await self.deliveries(deliveries, since)

    async def deliveries(self, of: sa.Table, since: datetime) -> Deliveries:
        waits = of.c.due_at.isnot(None)
        failed = sa.and_(~waits, of.c.sent_at.is_(None), of.c.tries > 0, of.c.trouble.not_in(NOT_FAILED))
        return Deliveries(*await self.counts(of, waits, of.c.due_at < since, failed))

    async def counts(self, of: sa.Table, *where: sa.ColumnElement[bool]) -> list[int]:
        """Count the rows that meet each of these conditions."""
        counted: list[sa.ColumnElement[Any]] = [sa.func.count(sa.case((one, 1))) for one in where]
        [row] = await self.all(sa.select(*counted).select_from(of))
        return [int(count) for count in row]

    async def all(self, query: sa.Select[Any]) -> list[Any]:
        async with self.database.reading() as connection:
            return list((await connection.execute(query)).all())


PEOPLE_THERE = sa.exists().where(
    tables.c.room == rooms.c.id, tables.c.kind == "game", seats.c.table == tables.c.id, seats.c.person.isnot(None)
)
BEING_PLAYED = (rooms.c.status == "playing", PEOPLE_THERE)
