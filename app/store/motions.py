"""Stores votes: what a player asks the people at a table to agree on, and their ballots. Each change is one transaction
that locks the room's row and is counted there, so that every process notices.

Of a room's votes only the latest can be open. Whether one has lapsed follows from its position and time; it is recorded
later (`overdue`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from app.clock import now
from app.store.columns import When, locked
from app.store.database import Database
from app.store.rooms import Head, RoomGone
from app.store.tables import motions, rooms

Ballots = dict[int, bool]
"""The answers of people, by their id: True is for it."""


class Motion(Struct, frozen=True):
    id: int
    room: int
    kind: str
    person: int | None
    """The person who proposed it; `side` is the side they did it for."""
    side: str
    argument: str
    """The details of the proposal, as JSON."""
    epoch: int
    sequence: int
    """The position at which it was proposed; for a vote that may outlast its position, after closing the position at
    which it was closed."""
    ballots: Ballots
    outcome: str
    """`agreed`, `declined`, `withdrawn` or `lapsed`; empty while it is open."""
    opened_at: datetime
    until: datetime | None = None
    """When it lapses."""
    closed_at: datetime | None = None

    @property
    def for_it(self) -> set[int]:
        return {person for person, yes in self.ballots.items() if yes}

    def at(self, head: Head) -> bool:
        """Tell whether the game still is at the position of the proposal."""
        return (self.epoch, self.sequence) == (head.epoch, head.sequence)


Decide = Callable[[Motion | None, Head], Motion | None]
"""Returns what becomes of a room's latest vote: a new vote, the same one changed, or None for no change."""
decode_ballots = msgspec.json.Decoder(Ballots).decode
COLUMNS = [motions.c[name] for name in Motion.__struct_fields__]
HEAD = [rooms.c[name] for name in Head.__struct_fields__]


class MotionStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def latest(self, room: int) -> Motion | None:
        async with self.database.reading() as connection:
            return await latest(connection, room)

    async def arguments(self, room: int, kind: str) -> list[str]:
        """Return the details of all proposals of this kind in a room."""
        query = sa.select(motions.c.argument).where(motions.c.room == room, motions.c.kind == kind)
        async with self.database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def overdue(self, at: datetime, staying: Collection[str]) -> list[str]:
        """Return the keys of the rooms with a vote that has lapsed and is still open."""
        async with self.database.reading() as connection:
            return list((await connection.execute(overdue(at, staying).distinct())).scalars())

    async def change(self, room: int, decide: Decide) -> Motion | None:
        """Replace the latest vote by what `decide` makes of it, while neither it nor the game can change. A vote
        without an id is a new one. Raises RoomGone."""
        async with self.database.writing() as connection:
            held = (await connection.execute(locked(sa.select(*HEAD).where(rooms.c.id == room)))).first()
            if held is None:
                raise RoomGone
            before = await latest(connection, room)
            after = decide(before, Head(**held._mapping))
            if after is None or after == before:
                return before
            number = await write(connection, after)
            since = sa.func.coalesce(rooms.c.news_at, now())
            counted = rooms.update().where(rooms.c.id == room).values(motions=rooms.c.motions + 1, news_at=since)
            await connection.execute(counted)
            return replace(after, id=number)


def overdue(at: When, staying: Collection[str]) -> sa.Select[str]:
    """Select the rooms with an open vote whose time is over, whose game is over or, for the kinds in `staying`, whose
    position has changed."""
    joined = motions.join(rooms, rooms.c.id == motions.c.room)
    elsewhere = sa.or_(rooms.c.epoch != motions.c.epoch, rooms.c.sequence != motions.c.sequence)
    gone_on = sa.and_(motions.c.kind.in_(staying), elsewhere)
    over = sa.or_(motions.c.until <= at, rooms.c.status != "playing", gone_on)
    return sa.select(rooms.c.key).select_from(joined).where(motions.c.outcome == "", over)


async def latest(connection: AsyncConnection, room: int) -> Motion | None:
    query = sa.select(*COLUMNS).where(motions.c.room == room).order_by(motions.c.id.desc()).limit(1)
    row = (await connection.execute(query)).first()
    return Motion(**{**row._mapping, "ballots": decode_ballots(row.ballots)}) if row else None


async def write(connection: AsyncConnection, motion: Motion) -> int:
    """Store a vote and return its id."""
    values = {name: getattr(motion, name) for name in Motion.__struct_fields__ if name != "id"}
    values["ballots"] = msgspec.json.encode(motion.ballots).decode()
    if motion.id:
        await connection.execute(motions.update().where(motions.c.id == motion.id).values(values))
        return motion.id
    open_ones = motions.update().where(motions.c.room == motion.room, motions.c.outcome == "")
    await connection.execute(open_ones.values(outcome="lapsed", closed_at=motion.opened_at))
    added = await connection.execute(motions.insert().values(values).returning(motions.c.id))
    return int(added.scalar_one())
