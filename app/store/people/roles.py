"""Stores people's roles and bans. Each change is recorded with its author in the same transaction."""

from __future__ import annotations

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.db.columns import locked
from app.store.db.database import Database
from app.store.db.schema.games import links, people, rooms, seats, sessions, tables
from app.store.ops.admin_log import NewAdminAction, record_action
from app.store.people.departures import free_chairs, tell_nothing


class Standing(Struct, frozen=True):
    """A person's role and state on the site."""

    id: int
    name: str
    role: str
    guest: bool
    banned: bool


STANDING = [
    *(people.c.id, people.c.name, people.c.role),
    (people.c.password == "").label("guest"),
    people.c.banned_at.isnot(None).label("banned"),
]
ADMINS = sa.select(people.c.id).where(people.c.role == "admin", people.c.left_at.is_(None)).order_by(people.c.id)


class RoleStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def called(self, folded: str) -> Standing | None:
        """Return the person with that folded name."""
        return await self.first(people.c.folded == folded)

    async def of(self, person: int) -> Standing | None:
        return await self.first(people.c.id == person)

    async def first(self, where: sa.ColumnElement[bool]) -> Standing | None:
        query = sa.select(*STANDING).where(where, people.c.left_at.is_(None))
        async with self.database.reading() as connection:
            row = (await connection.execute(query)).first()
        return Standing(**row._mapping) if row else None

    async def admins(self) -> list[int]:
        """Return the ids of the admins."""
        async with self.database.reading() as connection:
            return list((await connection.execute(ADMINS)).scalars())

    async def is_last_admin(self, person: int) -> bool:
        async with self.database.writing() as connection:
            return await admins_held(connection) == [person]

    async def appoint(self, action: NewAdminAction, role: str) -> bool:
        """Give the person a role; return False if that would remove the last admin."""
        async with self.database.writing() as connection:
            admins = await admins_held(connection)
            if role != "admin" and admins == [action.subject]:
                return False
            changed = people.update().where(people.c.id == action.subject)
            await connection.execute(changed.values(role=role))
            await record_action(connection, action)
        return True

    async def seats_of(self, person: int) -> list[tuple[str, int]]:
        """Return the seats of a person in unfinished games: the key of the table and the number of the seat."""
        joined = seats.join(tables, tables.c.id == seats.c.table).join(rooms, rooms.c.id == tables.c.room)
        theirs = (seats.c.person == person, rooms.c.status != "finished", tables.c.kind == "game")
        query = sa.select(tables.c.key, seats.c.number).select_from(joined).where(*theirs)
        async with self.database.reading() as connection:
            rows = await connection.execute(query.order_by(tables.c.id, seats.c.number))
            return [(row.key, row.number) for row in rows]

    async def ban(self, action: NewAdminAction) -> list[int] | None:
        """Ban a person, end their sessions and free their seats at open tables. Return the ids of the sessions; None if
        the person is the last admin."""
        async with self.database.writing() as connection:
            if await admins_held(connection) == [action.subject]:
                return None
            changed = people.update().where(people.c.id == action.subject)
            await connection.execute(changed.values(banned_at=action.at, role="player"))
            await connection.execute(links.delete().where(links.c.person == action.subject))
            assert action.subject, "somebody is shut out"
            await free_chairs(connection, action.subject)
            await tell_nothing(connection, action.subject)
            ended = sessions.delete().where(sessions.c.person == action.subject).returning(sessions.c.id)
            await record_action(connection, action)
            return list((await connection.execute(ended)).scalars())

    async def unban(self, action: NewAdminAction) -> None:
        async with self.database.writing() as connection:
            changed = people.update().where(people.c.id == action.subject)
            await connection.execute(changed.values(banned_at=None))
            await record_action(connection, action)


async def admins_held(connection: AsyncConnection) -> list[int]:
    """Return the ids of the admins, locked so that no other transaction changes them."""
    return list((await connection.execute(locked(ADMINS))).scalars())
