"""Stores notices, the notifications about games: one row per fact and person, updated in place and never repeated.

`app.jobs.notice_facts` finds what happens in games; invitations, mentions and admin actions are written together with
what they are about. `dispatch` hands notices over to mails and deliveries (push and webhook messages) in one
transaction: a process that dies loses none and sends none twice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from app.model.notification_kinds import ADMIN_ACTION, INVITATION, MENTION, STOPPED, TIME, VOTE, setting_of
from app.store.db.columns import When, locked
from app.store.db.database import Database
from app.store.db.schema.games import mails, marks, people, rooms, tables, visits
from app.store.db.schema.messages import deliveries, notices, notification_settings, receivers
from app.store.db.upserts import insert_into, replacing
from app.store.games.rooms import Head, RoomRow, struct_of
from app.store.messages.deliveries import PUSH, NewDelivery, queue_delivery
from app.store.messages.mail_outbox import NewMail, queue_mail

KEPT = timedelta(days=30)
"""How long a notice that no longer matters is kept."""
ASIDE = (INVITATION, MENTION, ADMIN_ACTION)
"""Kinds that do not follow from a position."""
NEVER_SEEN = (INVITATION, VOTE, TIME)
"""Kinds that arise without a new position: how far a person has looked does not say whether they saw it."""


class Fact(Struct, frozen=True):
    """A fact about a table that a person should be notified of, with the position at which it became true."""

    person: int
    kind: str
    about: str
    epoch: int
    sequence: int
    news: bool = True
    """Whether it is news to the person: people get no notification of what they did themselves."""


class Notice(Struct, frozen=True):
    """A stored fact, with its table."""

    id: int
    person: int
    table: int
    key: str
    game: str
    kind: str
    about: str
    epoch: int
    sequence: int
    noticed_at: datetime
    prompt_at: datetime | None
    mail_at: datetime | None
    pending: bool
    """Whether the game has gone on and the table's notices have not been updated yet."""
    seen: bool
    """Whether the person has had it on the screen."""


class PastNotice(Struct, frozen=True):
    """A past notification for the page that lists them: when, and whether it arrived."""

    kind: str
    game: str
    key: str
    title: str
    noticed_at: datetime
    mail: str
    """`sent`, `failed`, `waits`, or empty if it was not to be mailed; `push` and `hook` likewise."""
    push: str
    hook: str

    @property
    def setting(self) -> str:
        return setting_of(self.kind, self.game)

    @property
    def ways(self) -> list[tuple[str, str]]:
        """The channels by which it was sent, each with its state."""
        return [(way, state) for way in ("mail", "push", "hook") if (state := getattr(self, way))]


class Dispatch(Struct, frozen=True):
    """The handling of a person's notices at one moment: some are mailed, some pushed, some postponed or dropped."""

    message: str
    mailed: tuple[int, ...] = ()
    mail: NewMail | None = None
    pushed: tuple[int, ...] = ()
    deliveries: tuple[NewDelivery, ...] = ()
    mail_later: Mapping[int, datetime | None] = {}
    push_later: Mapping[int, datetime | None] = {}
    told_of: frozenset[tuple[int, int]] = frozenset()
    """The rooms that the mail and the deliveries mention, each with its epoch at that time."""


class Overtaken(Exception):
    """The facts have changed since they were read: they have to be read again."""


Decide = Callable[[list[Fact]], list[Fact]]
"""Returns the facts that are true at a table now, given those that were true at the last look."""
UNSENT = {"due_at": None, "text": "", "trouble": "its game was led back before it was sent"}
GONE = {"stands": False, "prompt_at": None, "mail_at": None}
FACT = [notices.c[name] for name in Fact.__struct_fields__ if name != "news"]
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
    sa.cast(marks.c.channel, sa.String) == notices.c.about,
    marks.c.number >= notices.c.sequence,
)
NOTICE = [
    *(notices.c[name] for name in ("id", "person", "table")),
    tables.c.key,
    tables.c.game,
    *(
        notices.c[name].label(name)
        for name in ("kind", "about", "epoch", "sequence", "noticed_at", "prompt_at", "mail_at")
    ),
    rooms.c.news_at.isnot(None).label("pending"),
    sa.case(
        (notices.c.kind == MENTION, READ),
        (notices.c.kind.in_((ADMIN_ACTION, STOPPED)), CAME),
        (notices.c.kind.in_(NEVER_SEEN), sa.false()),
        else_=SAW,
    ).label("seen"),
]


class NoticeStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def with_news(self, before: datetime, limit: int) -> list[str]:
        """Return the keys of the tables whose games have gone on, the longest ago first."""
        query = rooms_with_news(before).order_by(rooms.c.news_at).limit(limit)
        async with self.database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def no_news(self, key: str) -> None:
        """Record that this game has no news for anybody."""
        async with self.database.writing() as connection:
            await connection.execute(rooms.update().where(rooms.c.key == key).values(news_at=None))

    async def note(self, room: int, head: Head, table: int, decide: Decide, at: datetime) -> bool:
        """Update the notices of a table to what is true at `head`. Return False if the game has moved on or another
        process was faster; so one process does it."""
        at_head = [rooms.c[name] == getattr(head, name) for name in head.__struct_fields__]
        claim = rooms.update().where(rooms.c.id == room, rooms.c.news_at.isnot(None), *at_head).values(news_at=None)
        async with self.database.writing() as connection:
            if (await connection.execute(claim.returning(rooms.c.id))).first() is None:
                return False
            of_game = (notices.c.table == table, notices.c.stands, notices.c.kind.notin_(ASIDE))
            found = await connection.execute(sa.select(notices.c.id, *FACT).where(*of_game))
            stood = {row.id: Fact(*row[1:]) for row in found}
            now_there = {(one.person, one.kind, one.about): one for one in decide([*stood.values()])}
            gone = [number for number, one in stood.items() if (one.person, one.kind, one.about) not in now_there]
            if gone:
                await connection.execute(notices.update().where(notices.c.id.in_(gone)).values(GONE))
            for one in stood.values():
                now_there.pop((one.person, one.kind, one.about), None)
            for one in now_there.values():
                await raise_notice(connection, table, one, at)
        return True

    async def due(self, at: datetime, limit: int) -> list[int]:
        """Return the people with a notification due."""
        async with self.database.reading() as connection:
            return list((await connection.execute(people_due(at).distinct().limit(limit))).scalars())

    async def put_off(self, person: int, until: datetime) -> None:
        """Postpone a person's notifications."""
        theirs = notices.update().where(notices.c.person == person)
        async with self.database.writing() as connection:
            for when in (notices.c.prompt_at, notices.c.mail_at):
                await connection.execute(theirs.where(when < until).values({when.key: until}))

    async def of(self, person: int) -> list[Notice]:
        """Return the notices that a person has yet to be told of, in the order in which they arose."""
        waits = sa.or_(notices.c.prompt_at.isnot(None), notices.c.mail_at.isnot(None))
        query = sa.select(*NOTICE).select_from(JOINED).where(notices.c.person == person, waits, notices.c.stands)
        async with self.database.reading() as connection:
            rows = (await connection.execute(query.order_by(notices.c.noticed_at, notices.c.id))).all()
        return [struct_of(Notice, row) for row in rows]

    async def dispatch(self, dispatch: Dispatch, at: datetime) -> None:
        """Record what is sent and queue its messages, all or nothing. Raises Overtaken if a notice no longer stands or
        was told by another process."""
        async with self.database.writing() as connection:
            await require_epochs(connection, dispatch.told_of)
            for ids, when, by in (
                (dispatch.mailed, notices.c.mail_at, notices.c.mail),
                (dispatch.pushed, notices.c.prompt_at, notices.c.delivery),
            ):
                values = {when.key: None, by.key: dispatch.message}
                of = (notices.c.id.in_(ids), when.isnot(None), notices.c.stands, ~pending())
                told = notices.update().where(*of).values(values).returning(notices.c.id)
                if ids and len((await connection.execute(told)).all()) < len(ids):
                    raise Overtaken
            for later, when in ((dispatch.mail_later, notices.c.mail_at), (dispatch.push_later, notices.c.prompt_at)):
                for number, until in later.items():
                    await connection.execute(notices.update().where(notices.c.id == number).values({when.key: until}))
            if dispatch.mail:
                await queue_mail(connection, dispatch.mail, at, dispatch.message)
            for delivery in dispatch.deliveries:
                await queue_delivery(connection, dispatch.message, delivery, at)

    async def gone(self, ids: Collection[int]) -> None:
        """Mark these notices as no longer true."""
        async with self.database.writing() as connection:
            await connection.execute(notices.update().where(notices.c.id.in_(ids)).values(GONE))

    async def settings(self, person: int) -> str | None:
        """Return a person's notification settings as text."""
        async with self.database.reading() as connection:
            found: str | None = await connection.scalar(
                sa.select(notification_settings.c.text).where(notification_settings.c.person == person)
            )
        return found

    async def save_settings(self, person: int, text: str, at: datetime) -> None:
        """Store a person's notification settings; pending notices become due, because the settings may decide
        differently about them."""
        new = self.database.insert(notification_settings).values(person=person, text=text)
        waiting = notices.update().where(notices.c.person == person)
        async with self.database.writing() as connection:
            await connection.execute(replacing(new, [notification_settings.c.person], "text"))
            for when in (notices.c.prompt_at, notices.c.mail_at):
                await connection.execute(waiting.where(when.isnot(None)).values({when.key: at}))

    async def no_mails(self, person: int) -> None:
        """Switch off mail about games for a person."""
        async with self.database.writing() as connection:
            await connection.execute(people.update().where(people.c.id == person).values(notices=False))
            await connection.execute(notices.update().where(notices.c.person == person).values(mail_at=None))

    async def latest(self, person: int, limit: int) -> list[PastNotice]:
        """Return a person's latest notifications, the newest first."""
        joined = notices.join(tables, tables.c.id == notices.c.table)
        joined = joined.outerjoin(mails, sa.and_(mails.c.message == notices.c.mail, notices.c.mail != ""))
        query = sa.select(
            *(notices.c.kind, tables.c.game, tables.c.key, tables.c.title, notices.c.noticed_at),
            message_state(notices.c.mail != "", mails.c.sent_at, mails.c.due_at).label("mail"),
            delivery_state(receivers.c.shape == PUSH).label("push"),
            delivery_state(receivers.c.shape != PUSH).label("hook"),
        ).select_from(joined)
        told = sa.or_(notices.c.mail != "", notices.c.delivery != "")
        newest = query.where(notices.c.person == person, told).order_by(notices.c.noticed_at.desc()).limit(limit)
        async with self.database.reading() as connection:
            return [struct_of(PastNotice, row) for row in (await connection.execute(newest)).all()]

    async def sweep(self, at: datetime) -> None:
        """Delete old notices that no longer stand. Notices of admin actions always stand, so they go once they are
        told."""
        told = sa.and_(notices.c.kind == ADMIN_ACTION, notices.c.prompt_at.is_(None), notices.c.mail_at.is_(None))
        old = (sa.or_(~notices.c.stands, told), notices.c.noticed_at < at - KEPT)
        async with self.database.writing() as connection:
            await connection.execute(notices.delete().where(*old))


def rooms_with_news(before: When) -> sa.Select[str]:
    """Select the tables whose games have gone on."""
    return sa.select(rooms.c.key).where(rooms.c.news_at <= before)


def people_due(at: When) -> sa.Select[int]:
    """Select the people with a notification due."""
    return sa.select(notices.c.person).where(
        sa.or_(notices.c.prompt_at <= at, notices.c.mail_at <= at), notices.c.stands
    )


def pending() -> sa.ColumnElement[bool]:
    """The condition that a notice's game has gone on since its notices were last updated."""
    there = sa.exists().where(tables.c.id == notices.c.table, rooms.c.id == tables.c.room)
    return there.where(rooms.c.news_at.isnot(None))


async def require_epochs(connection: AsyncConnection, told_of: Collection[tuple[int, int]]) -> None:
    """Raise Overtaken if a room has been moved to another epoch, and keep admins from doing so until the transaction
    ends."""
    query = sa.select(rooms.c.id, rooms.c.epoch).where(rooms.c.id.in_([room for room, _ in told_of]))
    found = (await connection.execute(locked(query.order_by(rooms.c.id)))).all() if told_of else []
    if {(row.id, row.epoch) for row in found} != {*told_of}:
        raise Overtaken


async def cancel_unsent(connection: AsyncConnection, table: int, at: datetime) -> None:
    """Cancel all unsent messages about a table whose game an admin rewinds, since they may tell how the game ended.
    Notices that still stand become due again."""
    for outbox, when, by in (
        (mails, notices.c.mail_at, notices.c.mail),
        (deliveries, notices.c.prompt_at, notices.c.delivery),
    ):
        told = sa.select(by).where(notices.c.table == table, by != "")
        unsent = (outbox.c.message.in_(told), outbox.c.due_at.isnot(None))
        found = await connection.execute(sa.select(outbox.c.message).where(*unsent).distinct())
        if messages := [*found.scalars()]:
            again = notices.update().where(by.in_(messages), notices.c.stands)
            await connection.execute(again.values({when.key: at, by.key: ""}))
            taken = outbox.update().where(outbox.c.message.in_(messages), outbox.c.due_at.isnot(None))
            await connection.execute(taken.values(UNSENT))


def message_state(told: Any, sent: Any, due: Any) -> sa.ColumnElement[str]:
    """The state of a message, empty if there was none."""
    return sa.case((~told, ""), (sent.isnot(None), "sent"), (due.isnot(None), "waits"), else_="failed")


def delivery_state(to: Any) -> sa.ColumnElement[str]:
    """The state of a notice's deliveries to receivers of some shape: one that arrived is enough."""
    those = (
        deliveries.c.message == notices.c.delivery,
        notices.c.delivery != "",
        receivers.c.id == deliveries.c.receiver,
        to,
    )
    first, last = (
        sa.select(sa.func.max(column)).where(*those) for column in (deliveries.c.sent_at, deliveries.c.due_at)
    )
    there = sa.exists().where(*those)
    return message_state(there, first.scalar_subquery(), last.scalar_subquery())


async def notify_of_invitation(connection: AsyncConnection, table: int, asked: Iterable[int], at: datetime) -> None:
    """Notify these people, in the caller's transaction, that they are invited to a table by name."""
    for person in asked:
        await raise_notice(connection, table, Fact(person, INVITATION, "", 0, 0), at)


async def notify_of_action(
    connection: AsyncConnection, table: int, number: int, who: Iterable[int], room: RoomRow, at: datetime
) -> None:
    """Notify these people, in the caller's transaction, of an admin action on a table."""
    for person in who:
        await raise_notice(connection, table, Fact(person, ADMIN_ACTION, str(number), room.epoch, room.sequence), at)


async def notify_of_mention(
    connection: AsyncConnection, table: int, channel: int, number: int, who: Iterable[int], at: datetime
) -> None:
    """Notify these people that a message mentions them. While a person has an unread mention in the channel, further
    ones add nothing."""
    for person in who:
        fact = Fact(person, MENTION, str(channel), 0, number)
        where = (notices.c.person == person, notices.c.table == table, notices.c.kind == MENTION)
        unread = sa.select(notices.c.id).where(*where, notices.c.about == fact.about, notices.c.stands, ~READ)
        if (await connection.execute(unread)).first() is None:
            await raise_notice(connection, table, fact, at)


async def raise_notice(connection: AsyncConnection, table: int, one: Fact, at: datetime) -> None:
    """Make a notice stand; one that stood before becomes news again."""
    values = {name: getattr(one, name) for name in ("person", "kind", "about", "epoch", "sequence")}
    due = at if one.news else None
    values |= {"table": table, "stands": True, "noticed_at": at, "prompt_at": due, "mail_at": due}
    new = insert_into(notices, connection.dialect.name == "postgresql").values(values | {"mail": "", "delivery": ""})
    same = ("person", "table", "kind", "about")
    changed = [name for name in (*values, "mail", "delivery") if name not in same]
    await connection.execute(replacing(new, [notices.c[name] for name in same], *changed))
