"""People and the sessions of their browsers as they are kept. Called by app.accounts; other parts get a Person."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.database import Database
from app.store.guests import sweep_guests
from app.store.leaving import forget_factor, forget_notices, leave_open_tables
from app.store.mails import Letter, post
from app.store.often import Often
from app.store.requests import Asked, remember
from app.store.rooms import made
from app.store.tables import links, people, rooms, sessions, tables, vacations

UNUSED = timedelta(days=180)
"""A session that nobody has used for so long is over."""


FRESH = timedelta(minutes=10)
"""How long after a password or a code nobody is asked for it again."""


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
    zone_known: bool
    """Whether it was chosen by hand, or a browser told it."""
    confirm: bool
    """Whether to be asked before every move."""
    sounds: bool
    notices: bool
    """Whether to be written to about games."""
    profile: bool
    """Whether others may see how they play."""
    role: str
    """What they may do on the site: see admin.may."""
    grade: str
    """How good their password is: see accounts.passwords."""
    came_at: datetime


class Session(Struct, frozen=True):
    """A browser in which a person is signed in, or a program that has a token of theirs: then `scopes` says what it may
    do, and `table` where, if it is for one table only."""

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
    """When its person last typed a password or a code in it."""

    def runs_site(self, person: Person) -> bool:
        """Whether a person has their role here: in a browser, with a second factor and a password that is long enough.
        No program has."""
        return self.factor and not self.scopes and person.grade == "long"

    def is_fresh(self, at: datetime) -> bool:
        """Whether it is known of late who sits there."""
        return self.proved_at is not None and at - self.proved_at < FRESH

    def allows(self, scope: str, table: str = "") -> bool:
        return not self.scopes or (scope in self.scopes.split() and self.table in ("", table))


class Account(Struct, frozen=True):
    """What is needed to let somebody in. `password` is a hash, empty for a guest."""

    id: int
    name: str
    email: str | None
    password: str
    role: str = "player"
    grade: str = ""
    language: str = ""
    banned: bool = False


class NewLink(Struct, frozen=True):
    """The secret of a mail about to be written: who may do what with it, until when."""

    digest: str
    purpose: str
    email: str
    until: datetime


class NameTaken(Exception):
    """Somebody has that name, or one that looks like it."""


class EmailTaken(Exception):
    """It is the confirmed address of another account."""


WORKED_OUT: dict[str, sa.ColumnElement[bool]] = {
    "guest": (people.c.password == "").label("guest"),
    "zone_known": sa.or_(people.c.zone_known, people.c.zone != "UTC").label("zone_known"),
    "confirm": people.c.confirms.label("confirm"),
}
"""Fields that are no column of the same name: `confirm` had another default once, and older processes still ask it."""
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
    """Whether a session is not over by itself."""
    return lasts(at - UNUSED, at)


def lasts(since: Any, at: Any) -> sa.ColumnElement[bool]:
    """Whether it has been used since then, and has no end before now."""
    return sa.and_(sessions.c.seen_at > since, sa.or_(sessions.c.until.is_(None), sessions.c.until > at))


def resets_of(person: int) -> sa.Delete:
    """Forget the links by which somebody may set a new password."""
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
"""Asked at each request."""


class PeopleStore:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.recognised = Often(database, RECOGNISED)

    async def add_guest(self, name: str, folded: str, at: datetime, digest: str = "", agent: str = "") -> int:
        """A new person with nothing but a name, and a session of that digest; their id. Raises NameTaken, also if there
        is such a session."""
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
        letter: Letter,
        at: datetime,
        grade: str = "",
    ) -> int:
        """Somebody with a password: a new person, or the guest they were until now; their id."""
        values: dict[str, Any] = {"name": name, "folded": folded, "password": password, "grade": grade}
        try:
            async with self.database.writing() as connection:
                person = await self.become(connection, guest, values)
                if person is None:
                    values = NEWCOMER | values | {"came_at": at}
                    added = await connection.execute(people.insert().values(values).returning(people.c.id))
                    person = int(added.scalar_one())
                await self.write(connection, person, link, letter, at)
        except sa.exc.IntegrityError as error:
            raise NameTaken(name) from error
        return person

    async def become(self, connection: AsyncConnection, guest: int | None, values: dict[str, Any]) -> int | None:
        """The guest's id, if they are still a guest."""
        if guest is None:
            return None
        still = people.update().where(people.c.id == guest, people.c.password == "", people.c.left_at.is_(None))
        changed = still.values(values).returning(people.c.id)
        found: int | None = (await connection.execute(changed)).scalar()
        return found

    async def write_to(self, person: int | None, link: NewLink | None, letter: Letter, at: datetime) -> None:
        """A letter with a link in it that is this person's."""
        async with self.database.writing() as connection:
            await self.write(connection, person, link, letter, at)

    async def write(
        self, connection: AsyncConnection, person: int | None, link: NewLink | None, letter: Letter, at: datetime
    ) -> None:
        """Of a purpose, only the newest link counts."""
        if person is not None and link:
            earlier = links.delete().where(links.c.person == person, links.c.purpose == link.purpose)
            await connection.execute(earlier)
            values = {name: getattr(link, name) for name in link.__struct_fields__}
            await connection.execute(links.insert().values(values | {"person": person}))
        await post(connection, letter, at)

    async def account(self, folded: str, email: str) -> Account | None:
        """Whose name or confirmed address this is."""
        row = await self.first(
            sa.select(*ACCOUNT)
            .where(sa.or_(people.c.folded == folded, people.c.email == email), people.c.left_at.is_(None))
            .order_by(sa.case((people.c.email == email, 0), else_=1))
            .limit(1)
        )
        return made(Account, row) if row else None

    async def account_of(self, person: int) -> Account:
        row = await self.first(sa.select(*ACCOUNT).where(people.c.id == person))
        assert row, f"person {person} has no row"
        return made(Account, row)

    async def owner_of(self, digest: str, purpose: str, at: datetime) -> tuple[Account, str] | None:
        """Whose link this is, and the address it was sent to; None if it leads nowhere any more."""
        joined = sa.select(*ACCOUNT, links.c.email.label("sent_to")).join(links, links.c.person == people.c.id)
        row = await self.first(joined.where(links.c.digest == digest, links.c.purpose == purpose, links.c.until > at))
        return (Account(*row[: len(ACCOUNT)]), row.sent_to) if row else None

    async def waiting_email(self, person: int, at: datetime) -> str | None:
        """The address that this person has yet to confirm."""
        of = (links.c.person == person, links.c.purpose == "confirm", links.c.until > at)
        row = await self.first(sa.select(links.c.email).where(*of))
        return str(row.email) if row else None

    async def confirm_email(self, digest: str, letter: Letter | None, at: datetime) -> bool:
        """Use up the link, and make its address the person's; a letter tells the former one, where nobody gets in any
        more."""
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
                if letter:
                    await post(connection, letter, at)
        except sa.exc.IntegrityError as error:
            raise EmailTaken from error
        return True

    async def reset_password(
        self, digest: str, password: str, at: datetime, grade: str = ""
    ) -> tuple[int, list[int]] | None:
        """Use up the link, set the password, end all sessions: the person's id, and the sessions'."""
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
        """Name (with how it is compared), password, preferences. By a link that was sent before nobody sets another
        password over a new one."""
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
        """Everything that tells who this was is gone, but for the row that games point to, and the seats at tables
        that have not begun are free; the ids of the sessions that ended. The person is a number from now on."""
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
        """Who has these folded names."""
        query = sa.select(people.c.folded, *ACCOUNT).where(
            people.c.folded.in_(list(folded)), people.c.left_at.is_(None)
        )
        async with self.database.reading() as connection:
            return {row.folded: Account(*row[1:]) for row in await connection.execute(query)}

    async def found(self, person: int) -> Person | None:
        """Somebody who has not left for good, and is not shut out."""
        there = (people.c.left_at.is_(None), people.c.banned_at.is_(None))
        row = await self.first(sa.select(*PERSON).where(people.c.id == person, *there))
        return made(Person, row) if row else None

    async def names_taken(self, folded: Iterable[str]) -> set[str]:
        """Those of these folded names that somebody has."""
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
        """A new session; its id."""
        values = {"person": person, "digest": digest, "agent": agent, "began_at": at, "seen_at": at}
        values |= {"scopes": scopes, "table": table, "until": until, "factor": factor, "proved_at": proved_at}
        async with self.database.writing() as connection:
            added = await connection.execute(sessions.insert().values(values).returning(sessions.c.id))
            session = int(added.scalar_one())
            await remember(connection, asked, str(session), at)
            return session

    async def recognise(self, digest: str, at: datetime) -> tuple[Person, Session] | None:
        """Who has the token with this digest, unless the session is over."""
        for row in await self.recognised(digest=digest, since=at - UNUSED, at=at):
            return Person(*row[: len(PERSON)]), Session(*row[len(PERSON) :])
        return None

    async def prove(self, session: int, at: datetime, factor: bool) -> None:
        """Somebody has typed a password or a code in this session; `factor` says that it was a code."""
        values = {"proved_at": at} | ({"factor": True} if factor else {})
        async with self.database.writing() as connection:
            await connection.execute(sessions.update().where(sessions.c.id == session).values(values))

    async def touch(self, session: int, at: datetime) -> None:
        async with self.database.telling() as connection:
            await connection.execute(sessions.update().where(sessions.c.id == session).values(seen_at=at))

    async def sessions_of(self, person: int) -> list[Session]:
        """A person's browsers, the latest used first."""
        return await self.sessions_where(sessions.c.person == person, sessions.c.scopes == "")

    async def programs_of(self, person: int, at: datetime, table: str | None = None) -> list[Session]:
        """The programs that have a token of this person's, the latest used first; or those at one table."""
        where = [sessions.c.person == person, sessions.c.scopes != "", goes_on(at)]
        return await self.sessions_where(*where, *([] if table is None else [sessions.c.table == table]))

    async def sessions_where(self, *conditions: sa.ColumnElement[bool]) -> list[Session]:
        found = sa.select(*SESSION).where(*conditions)
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

    async def over(self, ids: Iterable[int], at: datetime) -> set[int]:
        """Those of these sessions that are no more."""
        asked = set(ids)
        going_on = sa.select(sessions.c.id).where(sessions.c.id.in_(asked), goes_on(at))
        async with self.database.reading() as connection:
            found = await connection.execute(going_on)
            return asked - set(found.scalars())

    async def sweep(self, at: datetime) -> None:
        """Forget sessions that are over, links that lead nowhere any more, and guests who never played."""
        async with self.database.writing() as connection:
            await connection.execute(sessions.delete().where(~goes_on(at)))
            await connection.execute(links.delete().where(links.c.until <= at))
            await sweep_guests(connection, at)

    async def first(self, query: sa.Select[Any]) -> sa.Row[Any] | None:
        async with self.database.asking() as connection:
            found: sa.Row[Any] | None = (await connection.execute(query)).first()
        return found
