"""What people are to be told of their games: one row for each thing and person, brought up to date, never repeated.
What comes up in a game is found by app.notices.noticing; invitations, mentions and deeds are written with what they are
about. Telling hands a notice over to mails and parcels in one transaction: a process that dies loses none and doubles
none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from app.model.notice_kinds import DEED, INVITATION, MENTION, MOTION, STOPPED, TIME, wish_of
from app.store.columns import When, locked
from app.store.database import Database
from app.store.mails import Letter, post
from app.store.parcels import PUSH, NewParcel, pack
from app.store.rooms import Head, RoomRow, made
from app.store.tables import mails, marks, people, rooms, tables, visits
from app.store.tables_told import notices, parcels, receivers, wishes

KEPT = timedelta(days=30)
"""How long a notice is kept that matters no more."""
ASIDE = (INVITATION, MENTION, DEED)
"""Kinds that no position tells of."""
NEVER_SEEN = (INVITATION, MOTION, TIME)
"""Kinds that come up without a new position: from where somebody has looked to, nothing follows."""


class Matter(Struct, frozen=True):
    """Something that a person should know of a table, since a position."""

    person: int
    kind: str
    matter: str
    epoch: int
    sequence: int
    news: bool = True
    """Whether it is news to them: nobody is told what they did themselves."""


class Notice(Struct, frozen=True):
    """A matter as it is kept, with its table."""

    id: int
    person: int
    table: int
    key: str
    game: str
    kind: str
    matter: str
    epoch: int
    sequence: int
    noticed_at: datetime
    prompt_at: datetime | None
    mail_at: datetime | None
    pending: bool
    """Whether the table's game has gone on and nobody has looked yet what that means."""
    seen: bool
    """Whether the person has had it on their screen."""


class Kept(Struct, frozen=True):
    """For the page that lists what one was told of late: when, and what became of it."""

    kind: str
    game: str
    key: str
    title: str
    noticed_at: datetime
    mail: str
    """`sent`, `failed`, `waits`, or nothing if it was not to be mailed; so are the others."""
    push: str
    hook: str

    @property
    def wish(self) -> str:
        return wish_of(self.kind, self.game)

    @property
    def ways(self) -> list[tuple[str, str]]:
        """How it was told, and what became of that."""
        return [(way, state) for way in ("mail", "push", "hook") if (state := getattr(self, way))]


class Telling(Struct, frozen=True):
    """What is done about somebody's notices at one moment: some are mailed, some pushed, some put off, or dropped."""

    message: str
    mailed: tuple[int, ...] = ()
    letter: Letter | None = None
    pushed: tuple[int, ...] = ()
    parcels: tuple[NewParcel, ...] = ()
    mail_later: Mapping[int, datetime | None] = {}
    push_later: Mapping[int, datetime | None] = {}
    told_of: frozenset[tuple[int, int]] = frozenset()
    """The rooms that the letter and the parcels tell of, each with its epoch then."""


class Overtaken(Exception):
    """Something has happened meanwhile: it has to be looked at again."""


Decide = Callable[[list[Matter]], list[Matter]]
"""What stands at a table now, given what stood when somebody last looked."""
UNSENT = {"due_at": None, "text": "", "trouble": "its game was led back before it was sent"}
GONE = {"stands": False, "prompt_at": None, "mail_at": None}
MATTER = [notices.c[name] for name in ("person", "kind", "matter", "epoch", "sequence")]
JOINED = notices.join(tables, tables.c.id == notices.c.table).outerjoin(rooms, rooms.c.id == tables.c.room)
SAW = sa.exists().where(
    visits.c.person == notices.c.person,
    visits.c.room == tables.c.room,
    sa.or_(
        visits.c.epoch > notices.c.epoch,
        sa.and_(visits.c.epoch == notices.c.epoch, notices.c.sequence <= visits.c.sequence),
    ),
)
CAME = sa.exists().where(
    visits.c.person == notices.c.person, visits.c.room == tables.c.room, visits.c.at >= notices.c.noticed_at
)
READ = sa.exists().where(
    marks.c.person == notices.c.person,
    sa.cast(marks.c.channel, sa.String) == notices.c.matter,
    marks.c.number >= notices.c.sequence,
)
NOTICE = [
    *(notices.c[name] for name in ("id", "person", "table")),
    tables.c.key,
    tables.c.game,
    *(notices.c[name] for name in ("kind", "matter", "epoch", "sequence", "noticed_at", "prompt_at", "mail_at")),
    rooms.c.news_at.isnot(None).label("pending"),
    sa.case(
        (notices.c.kind == MENTION, READ),
        (notices.c.kind.in_((DEED, STOPPED)), CAME),
        (notices.c.kind.in_(NEVER_SEEN), sa.false()),
        else_=SAW,
    ).label("seen"),
]


class NoticeStore:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.insert = postgresql.insert if database.postgres else sqlite.insert

    async def with_news(self, before: datetime, limit: int) -> list[str]:
        """Keys of the tables whose games have gone on, longest ago first."""
        query = gone_on(before).order_by(rooms.c.news_at).limit(limit)
        async with self.database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def no_news(self, key: str) -> None:
        """There is nothing to be told of that game."""
        async with self.database.writing() as connection:
            await connection.execute(rooms.update().where(rooms.c.key == key).values(news_at=None))

    async def note(self, room: int, head: Head, table: int, decide: Decide, at: datetime) -> bool:
        """Bring up to date what stands at a table, as found at `head`; False if the game is not there any more, or
        somebody else was faster. Of all processes one does it."""
        at_head = [rooms.c[name] == getattr(head, name) for name in head.__struct_fields__]
        claim = rooms.update().where(rooms.c.id == room, rooms.c.news_at.isnot(None), *at_head).values(news_at=None)
        async with self.database.writing() as connection:
            if (await connection.execute(claim.returning(rooms.c.id))).first() is None:
                return False
            of_game = (notices.c.table == table, notices.c.stands, notices.c.kind.notin_(ASIDE))
            found = await connection.execute(sa.select(notices.c.id, *MATTER).where(*of_game))
            stood = {row.id: Matter(*row[1:]) for row in found}
            now_there = {(one.person, one.kind, one.matter): one for one in decide([*stood.values()])}
            gone = [number for number, one in stood.items() if (one.person, one.kind, one.matter) not in now_there]
            if gone:
                await connection.execute(notices.update().where(notices.c.id.in_(gone)).values(GONE))
            for one in stood.values():
                now_there.pop((one.person, one.kind, one.matter), None)
            for one in now_there.values():
                await come_up(connection, table, one, at)
        return True

    async def due(self, at: datetime, limit: int) -> list[int]:
        """People who are to be told something."""
        async with self.database.reading() as connection:
            return list((await connection.execute(to_be_told(at).distinct().limit(limit))).scalars())

    async def put_off(self, person: int, until: datetime) -> None:
        """Somebody can't be told anything just now."""
        theirs = notices.update().where(notices.c.person == person)
        async with self.database.writing() as connection:
            for when in (notices.c.prompt_at, notices.c.mail_at):
                await connection.execute(theirs.where(when < until).values({when.name: until}))

    async def of(self, person: int) -> list[Notice]:
        """What somebody is yet to be told, in the order in which it came up."""
        waits = sa.or_(notices.c.prompt_at.isnot(None), notices.c.mail_at.isnot(None))
        query = sa.select(*NOTICE).select_from(JOINED).where(notices.c.person == person, waits, notices.c.stands)
        async with self.database.reading() as connection:
            rows = (await connection.execute(query.order_by(notices.c.noticed_at, notices.c.id))).all()
        return [made(Notice, row) for row in rows]

    async def tell(self, telling: Telling, at: datetime) -> None:
        """All of it or nothing. Raises Overtaken if some of it is not so any more, or was told by somebody else."""
        async with self.database.writing() as connection:
            await still_played(connection, telling.told_of)
            for ids, when, by in (
                (telling.mailed, notices.c.mail_at, notices.c.mail),
                (telling.pushed, notices.c.prompt_at, notices.c.parcel),
            ):
                values = {when.name: None, by.name: telling.message}
                of = (notices.c.id.in_(ids), when.isnot(None), notices.c.stands, ~pending())
                told = notices.update().where(*of).values(values).returning(notices.c.id)
                if ids and len((await connection.execute(told)).all()) < len(ids):
                    raise Overtaken
            for later, when in ((telling.mail_later, notices.c.mail_at), (telling.push_later, notices.c.prompt_at)):
                for number, until in later.items():
                    await connection.execute(notices.update().where(notices.c.id == number).values({when.name: until}))
            if telling.letter:
                await post(connection, telling.letter, at, telling.message)
            for parcel in telling.parcels:
                await pack(connection, telling.message, parcel, at)

    async def gone(self, ids: Collection[int]) -> None:
        """These matter no more."""
        async with self.database.writing() as connection:
            await connection.execute(notices.update().where(notices.c.id.in_(ids)).values(GONE))

    async def wishes(self, person: int) -> str | None:
        """Which notices somebody wants, as they were kept."""
        async with self.database.reading() as connection:
            found: str | None = await connection.scalar(sa.select(wishes.c.text).where(wishes.c.person == person))
        return found

    async def wish(self, person: int, text: str, at: datetime) -> None:
        """What waits is looked at again: it may be wanted otherwise now."""
        new = self.insert(wishes).values(person=person, text=text)
        waiting = notices.update().where(notices.c.person == person)
        async with self.database.writing() as connection:
            await connection.execute(
                new.on_conflict_do_update(index_elements=[wishes.c.person], set_={"text": new.excluded.text})
            )
            for when in (notices.c.prompt_at, notices.c.mail_at):
                await connection.execute(waiting.where(when.isnot(None)).values({when.name: at}))

    async def no_mails(self, person: int) -> None:
        """Somebody wants no letters about games."""
        async with self.database.writing() as connection:
            await connection.execute(people.update().where(people.c.id == person).values(notices=False))
            await connection.execute(notices.update().where(notices.c.person == person).values(mail_at=None))

    async def latest(self, person: int, limit: int) -> list[Kept]:
        """What somebody was told of late, the newest first."""
        joined = notices.join(tables, tables.c.id == notices.c.table)
        joined = joined.outerjoin(mails, sa.and_(mails.c.message == notices.c.mail, notices.c.mail != ""))
        query = sa.select(
            *(notices.c.kind, tables.c.game, tables.c.key, tables.c.title, notices.c.noticed_at),
            became(notices.c.mail != "", mails.c.sent_at, mails.c.due_at).label("mail"),
            delivered(receivers.c.shape == PUSH).label("push"),
            delivered(receivers.c.shape != PUSH).label("hook"),
        ).select_from(joined)
        told = sa.or_(notices.c.mail != "", notices.c.parcel != "")
        newest = query.where(notices.c.person == person, told).order_by(notices.c.noticed_at.desc()).limit(limit)
        async with self.database.reading() as connection:
            return [made(Kept, row) for row in (await connection.execute(newest)).all()]

    async def sweep(self, at: datetime) -> None:
        """Forget what mattered a while ago. What was done at a table always has been."""
        told = sa.and_(notices.c.kind == DEED, notices.c.prompt_at.is_(None), notices.c.mail_at.is_(None))
        old = (sa.or_(~notices.c.stands, told), notices.c.noticed_at < at - KEPT)
        async with self.database.writing() as connection:
            await connection.execute(notices.delete().where(*old))


def gone_on(before: When) -> sa.Select[str]:
    """The tables whose games have gone on."""
    return sa.select(rooms.c.key).where(rooms.c.news_at <= before)


def to_be_told(at: When) -> sa.Select[int]:
    """The people about whom something stands that they are to be told."""
    return sa.select(notices.c.person).where(
        sa.or_(notices.c.prompt_at <= at, notices.c.mail_at <= at), notices.c.stands
    )


def pending() -> sa.ColumnElement[bool]:
    """Whether a notice's game has gone on since anybody looked."""
    there = sa.exists().where(tables.c.id == notices.c.table, rooms.c.id == tables.c.room)
    return there.where(rooms.c.news_at.isnot(None))


async def still_played(connection: AsyncConnection, told_of: Collection[tuple[int, int]]) -> None:
    """Raise Overtaken if a room has been led to another epoch, and keep admins from leading any of them elsewhere until
    the transaction ends."""
    query = sa.select(rooms.c.id, rooms.c.epoch).where(rooms.c.id.in_([room for room, _ in told_of]))
    found = (await connection.execute(locked(query.order_by(rooms.c.id)))).all() if told_of else []
    if {(row.id, row.epoch) for row in found} != {*told_of}:
        raise Overtaken


async def take_back(connection: AsyncConnection, table: int, at: datetime) -> None:
    """Send nothing that was written about a table whose game an admin leads back: it may tell how the game ended. What
    still stands of it is told anew."""
    for outbox, when, by in (
        (mails, notices.c.mail_at, notices.c.mail),
        (parcels, notices.c.prompt_at, notices.c.parcel),
    ):
        told = sa.select(by).where(notices.c.table == table, by != "")
        unsent = (outbox.c.message.in_(told), outbox.c.due_at.isnot(None))
        found = await connection.execute(sa.select(outbox.c.message).where(*unsent).distinct())
        if messages := [*found.scalars()]:
            again = notices.update().where(by.in_(messages), notices.c.stands)
            await connection.execute(again.values({when.name: at, by.name: ""}))
            taken = outbox.update().where(outbox.c.message.in_(messages), outbox.c.due_at.isnot(None))
            await connection.execute(taken.values(UNSENT))


def became(told: Any, sent: Any, due: Any) -> sa.ColumnElement[str]:
    """What became of a message, if there was one."""
    return sa.case((~told, ""), (sent.isnot(None), "sent"), (due.isnot(None), "waits"), else_="failed")


def delivered(to: Any) -> sa.ColumnElement[str]:
    """The same of a notice's parcels to receivers of some shape: one that arrived is enough."""
    those = (parcels.c.message == notices.c.parcel, notices.c.parcel != "", receivers.c.id == parcels.c.receiver, to)
    first, last = (sa.select(sa.func.max(column)).where(*those) for column in (parcels.c.sent_at, parcels.c.due_at))
    there = sa.exists().where(*those)
    return became(there, first.scalar_subquery(), last.scalar_subquery())


async def invite(connection: AsyncConnection, table: int, asked: Iterable[int], at: datetime) -> None:
    """These are asked to a table by name: it is told in the transaction that does it."""
    for person in asked:
        await come_up(connection, table, Matter(person, INVITATION, "", 0, 0), at)


async def announce(
    connection: AsyncConnection, table: int, number: int, who: Iterable[int], room: RoomRow, at: datetime
) -> None:
    """A deed was done to a table, which these should know: it is told in the transaction that does it."""
    for person in who:
        await come_up(connection, table, Matter(person, DEED, str(number), room.epoch, room.sequence), at)


async def mention(
    connection: AsyncConnection, table: int, channel: int, number: int, who: Iterable[int], at: datetime
) -> None:
    """A line of talk speaks to these. As long as somebody has not read the first that did, others change nothing."""
    for person in who:
        matter = Matter(person, MENTION, str(channel), 0, number)
        where = (notices.c.person == person, notices.c.table == table, notices.c.kind == MENTION)
        unread = sa.select(notices.c.id).where(*where, notices.c.matter == matter.matter, notices.c.stands, ~READ)
        if (await connection.execute(unread)).first() is None:
            await come_up(connection, table, matter, at)


async def come_up(connection: AsyncConnection, table: int, one: Matter, at: datetime) -> None:
    """It stands now; if it did before, it has come up again."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    values = {name: getattr(one, name) for name in ("person", "kind", "matter", "epoch", "sequence")}
    due = at if one.news else None
    values |= {"table": table, "stands": True, "noticed_at": at, "prompt_at": due, "mail_at": due}
    new = insert(notices).values(values | {"mail": "", "parcel": ""})
    same = ("person", "table", "kind", "matter")
    again = {name: new.excluded[name] for name in (*values, "mail", "parcel") if name not in same}
    index = [notices.c[name] for name in same]
    await connection.execute(new.on_conflict_do_update(index_elements=index, set_=again))
