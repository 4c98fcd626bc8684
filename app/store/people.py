"""People and the sessions of their browsers as they are kept. Called by app.accounts; other parts get a Person."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from app.store.database import Database
from app.store.rooms import made
from app.store.tables import people, sessions

UNUSED = timedelta(days=180)
"""A session that nobody has used for so long is over."""


class Person(Struct, frozen=True):
    """Somebody who plays here."""

    id: int
    name: str
    guest: bool
    """Whether a cookie is all that this person has."""
    email: str | None
    language: str
    theme: str
    zone: str
    confirm: bool
    sounds: bool
    came_at: datetime


class Session(Struct, frozen=True):
    """A browser in which a person is signed in."""

    id: int
    agent: str
    began_at: datetime
    seen_at: datetime


class NameTaken(Exception):
    """Somebody has that name, or one that looks like it."""


PERSON = [
    (people.c.password == "").label("guest") if name == "guest" else people.c[name] for name in Person.__struct_fields__
]
SESSION = [sessions.c[name] for name in Session.__struct_fields__]
SESSION_LABELLED = [column.label(f"session_{column.name}") for column in SESSION]


class PeopleStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def add_guest(self, name: str, folded: str, at: datetime) -> int:
        """A new person with nothing but a name; their id."""
        values = {"name": name, "folded": folded, "password": "", "language": "", "theme": "auto", "zone": "UTC"}
        values |= {"confirm": True, "sounds": False, "came_at": at}
        added = people.insert().values(values).returning(people.c.id)
        try:
            async with self.database.writing() as connection:
                return int((await connection.execute(added)).scalar_one())
        except sa.exc.IntegrityError as error:
            raise NameTaken(name) from error

    async def names_taken(self, folded: Iterable[str]) -> set[str]:
        """Those of these folded names that somebody has."""
        async with self.database.reading() as connection:
            found = await connection.execute(sa.select(people.c.folded).where(people.c.folded.in_(list(folded))))
            return set(found.scalars())

    async def begin(self, person: int, digest: str, agent: str, at: datetime) -> int:
        """A new session; its id."""
        values = {"person": person, "digest": digest, "agent": agent, "began_at": at, "seen_at": at}
        async with self.database.writing() as connection:
            added = await connection.execute(sessions.insert().values(values).returning(sessions.c.id))
            return int(added.scalar_one())

    async def recognise(self, digest: str, at: datetime) -> tuple[Person, Session] | None:
        """Who has the token with this digest, unless the session is over."""
        joined = sessions.join(people, people.c.id == sessions.c.person)
        found = sa.select(*PERSON, *SESSION_LABELLED).select_from(joined)
        row = await self.first(found.where(sessions.c.digest == digest, sessions.c.seen_at > at - UNUSED))
        if row is None:
            return None
        person = Person(*row[: len(PERSON)])
        return person, Session(*row[len(PERSON) :])

    async def touch(self, session: int, at: datetime) -> None:
        async with self.database.writing() as connection:
            await connection.execute(sessions.update().where(sessions.c.id == session).values(seen_at=at))

    async def sessions_of(self, person: int) -> list[Session]:
        """The latest used first."""
        found = sa.select(*SESSION).where(sessions.c.person == person)
        async with self.database.reading() as connection:
            rows = (await connection.execute(found.order_by(sessions.c.seen_at.desc(), sessions.c.id))).all()
        return [made(Session, row) for row in rows]

    async def end(self, person: int, *ids: int) -> list[int]:
        """End these of a person's sessions; the ids of those that were there to be ended."""
        return await self.end_where(sessions.c.person == person, sessions.c.id.in_(ids))

    async def end_others(self, person: int, kept: int | None) -> list[int]:
        """End all sessions of a person but one."""
        return await self.end_where(sessions.c.person == person, sessions.c.id != (kept or 0))

    async def end_where(self, *conditions: sa.ColumnElement[bool]) -> list[int]:
        async with self.database.writing() as connection:
            ended = await connection.execute(sessions.delete().where(*conditions).returning(sessions.c.id))
            return list(ended.scalars())

    async def over(self, ids: Iterable[int]) -> set[int]:
        """Those of these sessions that are no more."""
        asked = set(ids)
        async with self.database.reading() as connection:
            found = await connection.execute(sa.select(sessions.c.id).where(sessions.c.id.in_(asked)))
            return asked - set(found.scalars())

    async def first(self, query: sa.Select[Any]) -> sa.Row[Any] | None:
        async with self.database.reading() as connection:
            found: sa.Row[Any] | None = (await connection.execute(query)).first()
        return found
