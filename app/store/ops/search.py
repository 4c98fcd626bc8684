"""Searches for admins: people, tables, and messages on their way to a person."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from app.model.notification_kinds import KINDS
from app.store.db.database import Database
from app.store.db.schema.games import channels, lines, mails, people, reports, rooms, seats, tables
from app.store.db.schema.messages import deliveries, notices, receivers

FOUND = 30
"""How many results of each kind are shown at once."""


class FoundPerson(Struct, frozen=True):
    id: int
    name: str
    email: str | None
    role: str
    guest: bool
    banned_at: datetime | None
    left_at: datetime | None
    came_at: datetime


class FoundTable(Struct, frozen=True):
    """A table, or a room without a table."""

    key: str
    title: str
    game: str
    kind: str
    status: str
    """The room's status, or `open` if the game has not begun."""
    void: bool
    moved_at: datetime


class Delivery(Struct, frozen=True):
    """A notice, a mail, or a push or webhook message on its way to a person."""

    kind: str
    to: str
    what: str
    at: datetime
    state: str
    """`waits`, `sent` or `failed`; a notice that no longer stands is `over`."""
    trouble: str
    about: str = ""
    """The kind, if it is a notice."""


class Reported(Struct, frozen=True):
    """A message that a reader has reported."""

    channel: str
    number: int
    name: str
    text: str
    hidden: bool
    reason: str


PERSON = [
    (people.c.password == "").label("guest") if name == "guest" else people.c[name]
    for name in FoundPerson.__struct_fields__
]
EVERY = tables.outerjoin(rooms, rooms.c.id == tables.c.room)
TABLE = [
    *(tables.c.key, tables.c.title, tables.c.game, tables.c.kind),
    sa.func.coalesce(rooms.c.status, "open").label("status"),
    sa.func.coalesce(rooms.c.void, sa.false()).label("void"),
    sa.func.coalesce(rooms.c.moved_at, tables.c.moved_at).label("moved_at"),
]
LOOSE = [
    *(rooms.c.key, rooms.c.title, rooms.c.game, sa.literal("game").label("kind"), rooms.c.status, rooms.c.void),
    rooms.c.moved_at,
]


class SearchStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def people(self, text: str, addresses: bool = False) -> list[FoundPerson]:
        """Find people whose name, or with `addresses` mail address, contains the text; without a text return the
        newest. Admins who may not see addresses cannot guess them by searching for parts either."""
        columns = (people.c.name, people.c.email) if addresses else (people.c.name,)
        said = sa.or_(*(column.icontains(text, autoescape=True) for column in columns))
        query = sa.select(*PERSON).where(said if text else sa.true()).order_by(people.c.id.desc()).limit(FOUND)
        return [FoundPerson(**row._mapping) for row in await self.rows(query)]

    async def person(self, number: int) -> FoundPerson | None:
        rows = await self.rows(sa.select(*PERSON).where(people.c.id == number))
        return FoundPerson(**rows[0]._mapping) if rows else None

    async def tables(self, text: str, status: str = "") -> list[FoundTable]:
        """Find tables by a part of the title or by their key, the liveliest first; also rooms without a table."""
        alone = ~sa.exists().where(tables.c.room == rooms.c.id)
        both = sa.union_all(sa.select(*TABLE).select_from(EVERY), sa.select(*LOOSE).where(alone)).subquery()
        said = sa.or_(both.c.title.icontains(text, autoescape=True), both.c.key == text) if text else sa.true()
        which = both.c.status == status if status else sa.true()
        query = sa.select(both).where(said, which).order_by(both.c.moved_at.desc(), both.c.key).limit(FOUND)
        return [FoundTable(**row._mapping) for row in await self.rows(query)]

    async def tables_of(self, person: int) -> list[FoundTable]:
        """Return the tables at which a person sits."""
        sits = sa.exists().where(seats.c.table == tables.c.id, seats.c.person == person)
        query = sa.select(*TABLE).select_from(EVERY).where(sits).order_by(sa.literal_column("moved_at").desc())
        return [FoundTable(**row._mapping) for row in await self.rows(query.limit(FOUND))]

    async def deliveries(self, text: str) -> list[Delivery]:
        """Return deliveries to a person, the latest first: failed, waiting and lately sent ones."""
        found = [
            *await self.rows(matching_notices(text)),
            *await self.rows(matching_mails(text)),
            *await self.rows(matching_deliveries(text)),
        ]
        latest = sorted(found, key=lambda row: row.at, reverse=True)[: 2 * FOUND]
        return [Delivery(**row._mapping) for row in latest]

    async def reported(self, table: int) -> list[Reported]:
        """Return the reported messages of a table, the latest report first."""
        joined = reports.join(channels, channels.c.id == reports.c.channel)
        joined = joined.join(lines, sa.and_(lines.c.channel == channels.c.id, lines.c.number == reports.c.number))
        joined = joined.outerjoin(people, people.c.id == lines.c.person)
        name = sa.func.coalesce(people.c.name, "").label("name")
        columns = (channels.c.name.label("channel"), lines.c.number, name, lines.c.text, lines.c.hidden)
        query = sa.select(*columns, reports.c.reason).select_from(joined).where(channels.c.table == table)
        rows = await self.rows(query.order_by(reports.c.id.desc()).limit(FOUND))
        return [Reported(**row._mapping) for row in rows]

    async def rows(self, query: Any) -> list[sa.Row[Any]]:
        async with self.database.reading() as connection:
            return list((await connection.execute(query)).all())


NO_KIND = sa.literal("").label("about")


def matching_notices(text: str) -> sa.Select[Any]:
    state = sa.case((notices.c.stands, sa.literal("waits")), else_=sa.literal("over")).label("state")
    joined = notices.join(people, people.c.id == notices.c.person).join(tables, tables.c.id == notices.c.table)
    named = (sa.literal("notice").label("kind"), people.c.name.label("to"))
    wish = sa.case((notices.c.kind.in_(KINDS), notices.c.kind), else_=tables.c.game + "." + notices.c.kind)
    what = (tables.c.title.label("what"), wish.label("about"))
    query = sa.select(*named, *what, notices.c.noticed_at.label("at"), state, sa.literal("").label("trouble"))
    return query.select_from(joined).where(like(people.c.name, text)).order_by(notices.c.id.desc()).limit(FOUND)


def matching_mails(text: str) -> sa.Select[Any]:
    named = (sa.literal("mail").label("kind"), mails.c.recipient.label("to"), mails.c.subject.label("what"), NO_KIND)
    query = sa.select(*named, mails.c.written_at.label("at"), state_of(mails), mails.c.trouble)
    to_somebody = mails.c.recipient != ""
    return query.where(to_somebody, like(mails.c.recipient, text)).order_by(mails.c.id.desc()).limit(FOUND)


def matching_deliveries(text: str) -> sa.Select[Any]:
    joined = deliveries.join(receivers, receivers.c.id == deliveries.c.receiver)
    joined = joined.join(people, people.c.id == receivers.c.person)
    named = (sa.literal("parcel").label("kind"), people.c.name.label("to"))
    what = (receivers.c.shape + " " + receivers.c.name).label("what")
    query = sa.select(
        *named, what, NO_KIND, deliveries.c.written_at.label("at"), state_of(deliveries), deliveries.c.trouble
    )
    return query.select_from(joined).where(like(people.c.name, text)).order_by(deliveries.c.id.desc()).limit(FOUND)


def like(column: sa.Column[Any], text: str) -> sa.ColumnElement[bool]:
    return column.icontains(text, autoescape=True) if text else sa.true()


def state_of(outbox: sa.Table) -> sa.ColumnElement[str]:
    sent = (outbox.c.sent_at.isnot(None), sa.literal("sent"))
    return sa.case(sent, (outbox.c.due_at.isnot(None), sa.literal("waits")), else_=sa.literal("failed")).label("state")
