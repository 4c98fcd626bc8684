"""Stores votes: what a player asks the people at a table to agree on, and their ballots. Each change is one transaction
that locks the room's row and is counted there, so that every process notices.

Of a room's votes only the latest can be open. Whether one has lapsed follows from its position and time; it is recorded
later (`overdue_rooms`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from app.base.clock import now
from app.store.db.columns import When, locked
from app.store.db.database import Database
from app.store.db.schema.games import rooms, votes
from app.store.games.rooms import HEAD, Head, RoomGone

Ballots = dict[int, bool]
"""The answers of people, by their id: True is for it."""


class Vote(Struct, frozen=True):
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


Decide = Callable[[Vote | None, Head], Vote | None]
"""Returns what becomes of a room's latest vote: a new vote, the same one changed, or None for no change."""
decode_ballots = msgspec.json.Decoder(Ballots).decode
COLUMNS = [votes.c[name] for name in Vote.__struct_fields__]


class VoteStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def latest(self, room: int) -> Vote | None:
        async with self.database.reading() as connection:
            return await latest_vote(connection, room)

    async def arguments(self, room: int, kind: str) -> list[str]:
        """Return the details of all proposals of this kind in a room."""
        query = sa.select(votes.c.argument).where(votes.c.room == room, votes.c.kind == kind)
        async with self.database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def overdue(self, at: datetime, staying: Collection[str]) -> list[str]:
        """Return the keys of the rooms with a vote that has lapsed and is still open."""
        async with self.database.reading() as connection:
            return list((await connection.execute(overdue_rooms(at, staying).distinct())).scalars())

    async def change(self, room: int, decide: Decide) -> Vote | None:
        """Replace the latest vote by what `decide` makes of it, while neither it nor the game can change. A vote
        without an id is a new one. Raises RoomGone."""
        async with self.database.writing() as connection:
            head = (await connection.execute(locked(sa.select(*HEAD).where(rooms.c.id == room)))).first()
            if head is None:
                raise RoomGone
            before = await latest_vote(connection, room)
            after = decide(before, Head(**head._mapping))
            if after is None or after == before:
                return before
            number = await store_vote(connection, after)
            since = sa.func.coalesce(rooms.c.news_at, now())
            counted = rooms.update().where(rooms.c.id == room).values(changes=rooms.c.changes + 1, news_at=since)
            await connection.execute(counted)
            return replace(after, id=number)


def overdue_rooms(at: When, staying: Collection[str]) -> sa.Select[str]:
    """Select the rooms with an open vote whose time is over, whose game is over or, for the kinds in `staying`, whose
    position has changed."""
    joined = votes.join(rooms, rooms.c.id == votes.c.room)
    elsewhere = sa.or_(rooms.c.epoch != votes.c.epoch, rooms.c.sequence != votes.c.sequence)
    gone_on = sa.and_(votes.c.kind.in_(staying), elsewhere)
    over = sa.or_(votes.c.until <= at, rooms.c.status != "playing", gone_on)
    return sa.select(rooms.c.key).select_from(joined).where(votes.c.outcome == "", over)


async def latest_vote(connection: AsyncConnection, room: int) -> Vote | None:
    query = sa.select(*COLUMNS).where(votes.c.room == room).order_by(votes.c.id.desc()).limit(1)
    row = (await connection.execute(query)).first()
    return Vote(**{**row._mapping, "ballots": decode_ballots(row.ballots)}) if row else None


async def store_vote(connection: AsyncConnection, vote: Vote) -> int:
    """Store a vote and return its id."""
    values = {name: getattr(vote, name) for name in Vote.__struct_fields__ if name != "id"}
    values["ballots"] = msgspec.json.encode(vote.ballots).decode()
    if vote.id:
        await connection.execute(votes.update().where(votes.c.id == vote.id).values(values))
        return vote.id
    superseded = votes.update().where(votes.c.room == vote.room, votes.c.outcome == "")
    await connection.execute(superseded.values(outcome="lapsed", closed_at=vote.opened_at))
    inserted = await connection.execute(votes.insert().values(values).returning(votes.c.id))
    return int(inserted.scalar_one())
