"""Stores people and the sessions of their browsers and programs."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.db.database import Database
from app.store.db.prepared import Often
from app.store.db.schema.games import links, people, rooms, sessions, tables, vacations
from app.store.games.rooms import struct_of
from app.store.messages.mail_outbox import NewMail, queue_mail
from app.store.people.departures import forget_factor, forget_notices, leave_open_tables
from app.store.people.guests import sweep_guests
from app.store.people.request_keys import Asked, remember

UNUSED = timedelta(days=180)
"""A session that was not used for this long is over."""


FRESH = timedelta(minutes=10)
"""For how long after a password or a code the person is not asked for it again."""


class Person(Struct, frozen=True):
    """A person who plays here."""

    id: int
    name: str
    guest: bool
    """Whether the person is a guest, known only by a cookie."""
    email: str | None
    language: str
    theme: str
    zone: str
    zone_known: bool
    """Whether the person chose the time zone or the browser sent it."""
    confirm: bool
    """Whether the person confirms every move."""
    sounds: bool
    notices: bool
    """Whether the person gets mail about games."""
    profile: bool
    """Whether others may see the person's games and ratings."""
    role: str
    """The person's role on the site: see `rooms.permissions`."""
    grade: str
    """How good the password is: see `web.passwords`."""
    came_at: datetime


class Session(Struct, frozen=True):
    """A browser in which a person is signed in, or a program with one of the person's tokens: `scopes` then says what
    the program may do, and `table` where, if the token is for one table only."""

    id: int
    agent: str
    began_at: datetime
    seen_at: datetime
    scopes: str
    table: str
    until: datetime | None
    factor: bool = False
    """Whether it was begun with a second factor."""
    proved_at: datetime | None = None
    """When the person last typed a password or a code in it."""

    def runs_site(self, person: Person) -> bool:
        """Tell whether the person may use their role here: only in a browser, with a second factor and a password that
        is long enough. Programs never may."""
        return self.factor and not self.scopes and person.grade == "long"

    def is_fresh(self, at: datetime) -> bool:
        """Tell whether the person has proved their identity lately."""
        return self.proved_at is not None and at - self.proved_at < FRESH

    def allows(self, scope: str, table: str = "") -> bool:
        return not self.scopes or (scope in self.scopes.split() and self.table in ("", table))


class Account(Struct, frozen=True):
    """The data needed to sign a person in. `password` is a hash, empty for a guest."""

    id: int
    name: str
    email: str | None
    password: str
    role: str = "player"
    grade: str = ""
    language: str = ""
    banned: bool = False


class NewLink(Struct, frozen=True):
    """The secret of a link in a mail to be written: who may do what with it, until when."""

    digest: str
    purpose: str
    email: str
    until: datetime


class NameTaken(Exception):
    """The name, or one that looks like it, is taken."""


class EmailTaken(Exception):
    """The address is the confirmed address of another account."""


WORKED_OUT: dict[str, sa.ColumnElement[bool]] = {
    "guest": (people.c.password == "").label("guest"),
    "zone_known": sa.or_(people.c.zone_known, people.c.zone != "UTC").label("zone_known"),
    "confirm": people.c.confirms.label("confirm"),
}
"""Fields that are no column of the same name. `confirm` had another default once, and older processes still read the
old column."""
PERSON = [WORKED_OUT[name] if name in WORKED_OUT else people.c[name] for name in Person.__struct_fields__]
NEWCOMER: dict[str, object] = {
    "password": "",
    "language": "",
    "theme": "auto",
    "zone": "UTC",
    "zone_known": False,
    "confirm": False,
    "confirms": False,
    "sounds": False,
    "notices": True,
    "quiet_from": None,
    "quiet_to": None,
    "weekend": "",
    "profile": True,
    "role": "player",
    "grade": "",
}
ACCOUNT = [
    people.c.banned_at.isnot(None).label("banned") if name == "banned" else people.c[name]
    for name in Account.__struct_fields__
]
SESSION = [sessions.c[name] for name in Session.__struct_fields__]
SESSION_LABELLED = [column.label(f"session_{column.name}") for column in SESSION]


def goes_on(at: datetime) -> sa.ColumnElement[bool]:
    """The condition that a session is not over by itself."""
    return lasts(at - UNUSED, at)


def lasts(since: Any, at: Any) -> sa.ColumnElement[bool]:
    """The condition that a session was used after `since` and does not end before `at`."""
    return sa.and_(sessions.c.seen_at > since, sa.or_(sessions.c.until.is_(None), sessions.c.until > at))


def resets_of(person: int) -> sa.Delete:
    """Delete the links by which a person may set a new password."""
    return links.delete().where(links.c.person == person, links.c.purpose == "reset")


RECOGNISED = (
    sa.select(*PERSON, *SESSION_LABELLED)
    .select_from(sessions.join(people, people.c.id == sessions.c.person))
    .where(
        sessions.c.digest == sa.bindparam("digest"),
        people.c.banned_at.is_(None),
        lasts(sa.bindparam("since"), sa.bindparam("at")),
    )
)
"""Runs on each request."""


class PeopleStore:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.recognised = Often(database, RECOGNISED)

    async def add_guest(self, name: str, folded: str, at: datetime, digest: str = "", agent: str = "") -> int:
        """Store a new guest with a name and a session of that digest; return the id. Raises NameTaken, also if the
        digest is taken."""
        values = NEWCOMER | {"name": name, "folded": folded, "came_at": at}
        session = {"digest": digest, "agent": agent, "began_at": at, "seen_at": at}
        try:
            async with self.database.writing() as connection:
                added = await connection.execute(people.insert().values(values).returning(people.c.id))
                person = int(added.scalar_one())
                if digest:
                    await connection.execute(sessions.insert().values(session | {"person": person}))
                return person
        except sa.exc.IntegrityError as error:
            raise NameTaken(name) from error

    async def add_account(
        self,
        name: str,
        folded: str,
        password: str,
        guest: int | None,
        link: NewLink | None,
        mail: NewMail,
        at: datetime,
        grade: str = "",
    ) -> int:
        """Store a new account, or turn the guest into one; return the person's id."""
        values: dict[str, Any] = {"name": name, "folded": folded, "password": password, "grade": grade}
        try:
            async with self.database.writing() as connection:
                person = await self.become(connection, guest, values)
                if person is None:
                    values = NEWCOMER | values | {"came_at": at}
                    added = await connection.execute(people.insert().values(values).returning(people.c.id))
                    person = int(added.scalar_one())
                await self.write(connection, person, link, mail, at)
        except sa.exc.IntegrityError as error:
            raise NameTaken(name) from error
        return person

    async def become(self, connection: AsyncConnection, guest: int | None, values: dict[str, Any]) -> int | None:
        """Return the guest's id if the person still is a guest."""
        if guest is None:
            return None
        still = people.update().where(people.c.id == guest, people.c.password == "", people.c.left_at.is_(None))
        changed = still.values(values).returning(people.c.id)
        found: int | None = (await connection.execute(changed)).scalar()
        return found

    async def write_to(self, person: int | None, link: NewLink | None, mail: NewMail, at: datetime) -> None:
        """Send a mail with a link that belongs to this person."""
        async with self.database.writing() as connection:
            await self.write(connection, person, link, mail, at)

    async def write(
        self, connection: AsyncConnection, person: int | None, link: NewLink | None, mail: NewMail, at: datetime
    ) -> None:
        """Store a link and its mail; only the newest link of a purpose is valid."""
        if person is not None and link:
            earlier = links.delete().where(links.c.person == person, links.c.purpose == link.purpose)
            await connection.execute(earlier)
            values = {name: getattr(link, name) for name in link.__struct_fields__}
            await connection.execute(links.insert().values(values | {"person": person}))
        await queue_mail(connection, mail, at)

    async def account(self, folded: str, email: str) -> Account | None:
        """Return the account with this name or confirmed address."""
        row = await self.first(
            sa.select(*ACCOUNT)
            .where(sa.or_(people.c.folded == folded, people.c.email == email), people.c.left_at.is_(None))
            .order_by(sa.case((people.c.email == email, 0), else_=1))
            .limit(1)
        )
        return struct_of(Account, row) if row else None

    async def account_of(self, person: int) -> Account:
        row = await self.first(sa.select(*ACCOUNT).where(people.c.id == person))
        assert row, f"person {person} has no row"
        return struct_of(Account, row)

    async def owner_of(self, digest: str, purpose: str, at: datetime) -> tuple[Account, str] | None:
        """Return the owner of a link and the address it was sent to; None if the link is no longer valid."""
        joined = sa.select(*ACCOUNT, links.c.email.label("sent_to")).join(links, links.c.person == people.c.id)
        row = await self.first(joined.where(links.c.digest == digest, links.c.purpose == purpose, links.c.until > at))
        return (Account(*row[: len(ACCOUNT)]), row.sent_to) if row else None

    async def waiting_email(self, person: int, at: datetime) -> str | None:
        """Return the address that this person has yet to confirm."""
        of = (links.c.person == person, links.c.purpose == "confirm", links.c.until > at)
        row = await self.first(sa.select(links.c.email).where(*of))
        return str(row.email) if row else None

    async def confirm_email(self, digest: str, mail: NewMail | None, at: datetime) -> bool:
        """Use up the link and make its address the person's. A mail goes to the former address, which no longer works
        for signing in."""
        link = (links.c.digest == digest, links.c.purpose == "confirm", links.c.until > at)
        try:
            async with self.database.writing() as connection:
                used = await connection.execute(links.delete().where(*link).returning(links.c.person, links.c.email))
                row = used.first()
                if row is None:
                    return False
                changed = people.update().where(people.c.id == row.person, people.c.left_at.is_(None))
                await connection.execute(changed.values(email=row.email))
                await connection.execute(resets_of(row.person))
                if mail:
                    await queue_mail(connection, mail, at)
        except sa.exc.IntegrityError as error:
            raise EmailTaken from error
        return True

    async def reset_password(
        self, digest: str, password: str, at: datetime, grade: str = ""
    ) -> tuple[int, list[int]] | None:
        """Use up the link, set the password and end all sessions; return the ids of the person and of those
        sessions."""
        link = (links.c.digest == digest, links.c.purpose == "reset", links.c.until > at)
        async with self.database.writing() as connection:
            person = (await connection.execute(links.delete().where(*link).returning(links.c.person))).scalar()
            if person is None:
                return None
            changed = people.update().where(people.c.id == person).values(password=password, grade=grade)
            await connection.execute(changed)
            ended = sessions.delete().where(sessions.c.person == person).returning(sessions.c.id)
            return person, list((await connection.execute(ended)).scalars())

    async def change(self, person: int, **values: object) -> None:
        """Change a person's name (with its folded form), password or preferences. A new password invalidates all links
        for setting one."""
        if "confirm" in values:
            values["confirms"] = values.pop("confirm")
        try:
            async with self.database.writing() as connection:
                await connection.execute(people.update().where(people.c.id == person).values(values))
                if "password" in values:
                    await connection.execute(resets_of(person))
        except sa.exc.IntegrityError as error:
            raise NameTaken from error

    async def forget(self, person: int, name: str, at: datetime) -> list[int]:
        """Erase everything that tells who the person was, except the row that games point to, and free their seats at
        open tables. Return the ids of the ended sessions. The person is a mere number from then on."""
        values = NEWCOMER | {"name": name, "folded": f"-{person}", "email": None, "left_at": at}
        async with self.database.writing() as connection:
            await connection.execute(people.update().where(people.c.id == person).values(values))
            await connection.execute(links.delete().where(links.c.person == person))
            await connection.execute(vacations.delete().where(vacations.c.person == person))
            await forget_factor(connection, person)
            boards = sa.select(tables.c.room).where(tables.c.host == person, tables.c.kind == "analysis")
            await connection.execute(rooms.delete().where(rooms.c.id.in_(boards)))
            await leave_open_tables(connection, person)
            await forget_notices(connection, person)
            ended = sessions.delete().where(sessions.c.person == person).returning(sessions.c.id)
            return list((await connection.execute(ended)).scalars())

    async def called(self, folded: Iterable[str]) -> dict[str, Account]:
        """Return the accounts with these folded names."""
        query = sa.select(people.c.folded, *ACCOUNT).where(
            people.c.folded.in_(list(folded)), people.c.left_at.is_(None)
        )
        async with self.database.reading() as connection:
            return {row.folded: Account(*row[1:]) for row in await connection.execute(query)}

    async def found(self, person: int) -> Person | None:
        """Return a person who has not left for good and is not banned."""
        there = (people.c.left_at.is_(None), people.c.banned_at.is_(None))
        row = await self.first(sa.select(*PERSON).where(people.c.id == person, *there))
        return struct_of(Person, row) if row else None

    async def names_taken(self, folded: Iterable[str]) -> set[str]:
        """Return those of these folded names that are taken."""
        async with self.database.reading() as connection:
            found = await connection.execute(sa.select(people.c.folded).where(people.c.folded.in_(list(folded))))
            return set(found.scalars())

    async def begin(
        self,
        person: int,
        digest: str,
        agent: str,
        at: datetime,
        scopes: str = "",
        table: str = "",
        until: datetime | None = None,
        asked: Asked | None = None,
        factor: bool = False,
        proved_at: datetime | None = None,
    ) -> int:
        """Begin a session and return its id."""
        values = {"person": person, "digest": digest, "agent": agent, "began_at": at, "seen_at": at}
        values |= {"scopes": scopes, "table": table, "until": until, "factor": factor, "proved_at": proved_at}
        async with self.database.writing() as connection:
            added = await connection.execute(sessions.insert().values(values).returning(sessions.c.id))
            session = int(added.scalar_one())
            await remember(connection, asked, str(session), at)
            return session

    async def recognise(self, digest: str, at: datetime) -> tuple[Person, Session] | None:
        """Return the owner of the token with this digest and its session, unless that is over."""
        for row in await self.recognised(digest=digest, since=at - UNUSED, at=at):
            return Person(*row[: len(PERSON)]), Session(*row[len(PERSON) :])
        return None

    async def prove(self, session: int, at: datetime, factor: bool) -> None:
        """Record that the person typed a password or, with `factor`, a code in this session."""
        values = {"proved_at": at} | ({"factor": True} if factor else {})
        async with self.database.writing() as connection:
            await connection.execute(sessions.update().where(sessions.c.id == session).values(values))

    async def touch(self, session: int, at: datetime) -> None:
        async with self.database.telling() as connection:
            await connection.execute(sessions.update().where(sessions.c.id == session).values(seen_at=at))

    async def sessions_of(self, person: int) -> list[Session]:
        """Return a person's browsers, the latest used first."""
        return await self.sessions_where(sessions.c.person == person, sessions.c.scopes == "")

    async def programs_of(self, person: int, at: datetime, table: str | None = None) -> list[Session]:
        """Return the programs with one of the person's tokens, or those for one table, the latest used first."""
        where = [sessions.c.person == person, sessions.c.scopes != "", goes_on(at)]
        return await self.sessions_where(*where, *([] if table is None else [sessions.c.table == table]))

    async def sessions_where(self, *conditions: sa.ColumnElement[bool]) -> list[Session]:
        found = sa.select(*SESSION).where(*conditions)
        async with self.database.reading() as connection:
            rows = (await connection.execute(found.order_by(sessions.c.seen_at.desc(), sessions.c.id))).all()
        return [struct_of(Session, row) for row in rows]

    async def end(self, person: int, *ids: int) -> list[int]:
        """End these sessions of a person; return the ids of those that existed."""
        return await self.end_where(sessions.c.person == person, sessions.c.id.in_(ids))

    async def end_others(self, person: int, kept: int | None) -> list[int]:
        """End all sessions of a person but one."""
        return await self.end_where(sessions.c.person == person, sessions.c.id != (kept or 0))

    async def end_where(self, *conditions: sa.ColumnElement[bool]) -> list[int]:
        async with self.database.writing() as connection:
            ended = await connection.execute(sessions.delete().where(*conditions).returning(sessions.c.id))
            return list(ended.scalars())

    async def over(self, ids: Iterable[int], at: datetime) -> set[int]:
        """Return those of these sessions that are over."""
        asked = set(ids)
        going_on = sa.select(sessions.c.id).where(sessions.c.id.in_(asked), goes_on(at))
        async with self.database.reading() as connection:
            found = await connection.execute(going_on)
            return asked - set(found.scalars())

    async def sweep(self, at: datetime) -> None:
        """Delete sessions that are over, links that are no longer valid, and guests who never played."""
        async with self.database.writing() as connection:
            await connection.execute(sessions.delete().where(~goes_on(at)))
            await connection.execute(links.delete().where(links.c.until <= at))
            await sweep_guests(connection, at)

    async def first(self, query: sa.Select[Any]) -> sa.Row[Any] | None:
        async with self.database.asking() as connection:
            found: sa.Row[Any] | None = (await connection.execute(query)).first()
        return found
