"""Stores second factors: the secrets that codes are checked against, the codes used, and the logins that wait for a
code. Secrets arrive here encrypted or as digests.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.db.columns import locked
from app.store.db.database import Database
from app.store.db.schema.factors import factors, logins, recoveries
from app.store.db.schema.games import people, sessions
from app.store.db.upserts import replacing
from app.store.games.rooms import struct_of
from app.store.messages.mail_outbox import NewMail, queue_mail
from app.store.ops.admin_log import NewAdminAction, record_action
from app.store.people.departures import forget_factor

HALF_WAY = timedelta(minutes=10)
"""How long a login waits for the code after the password."""


class Factor(Struct, frozen=True):
    """A person's second factor. `secret` and `waiting` are encrypted; `since` is None while it is off."""

    secret: str
    waiting: str
    step: int
    since: datetime | None


FACTOR = [factors.c[name] for name in Factor.__struct_fields__]


class FactorStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def of(self, person: int) -> Factor | None:
        async with self.database.reading() as connection:
            row = (await connection.execute(sa.select(*FACTOR).where(factors.c.person == person))).first()
        return struct_of(Factor, row) if row else None

    async def left(self, person: int) -> int:
        """Return the number of unused recovery codes."""
        count = sa.select(sa.func.count()).select_from(recoveries).where(recoveries.c.person == person)
        async with self.database.reading() as connection:
            return int((await connection.execute(count)).scalar_one())

    async def propose(self, person: int, secret: str) -> None:
        """Store a secret that the person has yet to confirm; the one in use stays in use."""
        new = self.database.insert(factors).values(person=person, secret="", waiting=secret, step=0)
        kept = replacing(new, [factors.c.person], "waiting")
        async with self.database.writing() as connection:
            await connection.execute(kept)

    async def switch_on(
        self, person: int, waiting: str, step: int, codes: Iterable[str], session: int, mail: NewMail, at: datetime
    ) -> list[int] | None:
        """Put the unconfirmed secret to use, with these digests of recovery codes, and end every other session of the
        person. Return the ids of those sessions, None if that secret is no longer waiting."""
        values = {"secret": waiting, "waiting": "", "step": step, "since": at}
        confirmed = factors.update().where(factors.c.person == person, factors.c.waiting == waiting).values(values)
        this = sessions.update().where(sessions.c.id == session, sessions.c.person == person)
        async with self.database.writing() as connection:
            if not (await connection.execute(confirmed.returning(factors.c.person))).first():
                return None
            await self.renew(connection, person, codes)
            await connection.execute(this.values(factor=True, proved_at=at))
            await connection.execute(logins.delete().where(logins.c.person == person))
            await queue_mail(connection, mail, at)
            return await end_sessions(connection, sessions.c.person == person, sessions.c.id != session)

    async def switch_off(self, person: int, mail: NewMail, at: datetime) -> None:
        async with self.database.writing() as connection:
            await forget_factor(connection, person)
            await connection.execute(sessions.update().where(sessions.c.person == person).values(factor=False))
            await queue_mail(connection, mail, at)

    async def reset(self, action: NewAdminAction, mail: NewMail) -> list[int] | None:
        """Switch a person's second factor off for an admin and end all their sessions. Return the ids of those
        sessions, None if it was off."""
        person = action.subject
        async with self.database.writing() as connection:
            there = sa.select(factors.c.person).where(factors.c.person == person, factors.c.since.isnot(None))
            if person is None or not (await connection.execute(locked(there))).first():
                return None
            await forget_factor(connection, person)
            await record_action(connection, action)
            await queue_mail(connection, mail, action.at)
            return await end_sessions(connection, sessions.c.person == person)

    async def use_step(self, person: int, step: int) -> bool:
        """Use the code of a time step; return False if this or a later one was used before."""
        taken = factors.update().where(factors.c.person == person, factors.c.step < step).values(step=step)
        async with self.database.writing() as connection:
            return (await connection.execute(taken.returning(factors.c.person))).first() is not None

    async def use_recovery(self, person: int, digest: str) -> bool:
        """Use up a recovery code; return whether there was such a code."""
        used = recoveries.delete().where(recoveries.c.person == person, recoveries.c.digest == digest)
        async with self.database.writing() as connection:
            return (await connection.execute(used.returning(recoveries.c.id))).first() is not None

    async def renew_codes(self, person: int, codes: Iterable[str], mail: NewMail, at: datetime) -> None:
        async with self.database.writing() as connection:
            await self.renew(connection, person, codes)
            await queue_mail(connection, mail, at)

    async def renew(self, connection: AsyncConnection, person: int, codes: Iterable[str]) -> None:
        """Replace all recovery codes of a person."""
        await connection.execute(recoveries.delete().where(recoveries.c.person == person))
        await connection.execute(recoveries.insert(), [{"person": person, "digest": one} for one in codes])

    async def write(self, mail: NewMail, at: datetime) -> None:
        async with self.database.writing() as connection:
            await queue_mail(connection, mail, at)

    async def come_half_way(self, person: int, digest: str, at: datetime) -> None:
        async with self.database.writing() as connection:
            await connection.execute(logins.insert().values(digest=digest, person=person, until=at + HALF_WAY))

    async def half_way(self, digest: str, at: datetime) -> int | None:
        """Return the person who typed their password in that browser and is to type a code."""
        found = sa.select(logins.c.person).join(people, people.c.id == logins.c.person)
        there = (logins.c.digest == digest, logins.c.until > at, people.c.banned_at.is_(None))
        async with self.database.reading() as connection:
            return (await connection.execute(found.where(*there))).scalar()

    async def arrive(self, digest: str) -> bool:
        """Complete a login that waited for its code; return False if another request was faster."""
        gone = logins.delete().where(logins.c.digest == digest).returning(logins.c.person)
        async with self.database.writing() as connection:
            return (await connection.execute(gone)).first() is not None

    async def sweep(self, at: datetime) -> None:
        async with self.database.writing() as connection:
            await connection.execute(logins.delete().where(logins.c.until <= at))


async def end_sessions(connection: AsyncConnection, *conditions: sa.ColumnElement[bool]) -> list[int]:
    ended = sessions.delete().where(*conditions).returning(sessions.c.id)
    return list((await connection.execute(ended)).scalars())
