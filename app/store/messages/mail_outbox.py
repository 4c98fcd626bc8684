"""Stores outgoing mail. It is written in the transaction of what it is about; `jobs.mail` then sends it and records the
outcome.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import uuid4

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.db.columns import When
from app.store.db.database import Database
from app.store.db.schema.games import mails
from app.store.db.schema.messages import notices
from app.store.games.rooms import struct_of

KEPT = timedelta(days=7)
"""How long sent mail is kept."""


class NewMail(Struct, frozen=True):
    """A mail to be stored. One without a recipient is stored in the same time as others, so that the time tells
    nothing, but is never sent."""

    recipient: str
    subject: str
    text: str
    unsubscribe: str = ""
    """The address of the page where the reader unsubscribes."""


class Mail(Struct, frozen=True):
    id: int
    message: str
    recipient: str
    subject: str
    text: str
    unsubscribe: str
    written_at: datetime
    tries: int


MAIL = [mails.c[name] for name in Mail.__struct_fields__]


async def queue_mail(connection: AsyncConnection, mail: NewMail, at: datetime, message: str = "") -> None:
    """Store a mail, which is sent once the transaction is committed."""
    values: dict[str, object] = {name: getattr(mail, name) for name in mail.__struct_fields__}
    due = at if mail.recipient else None
    values |= {"message": message or uuid4().hex, "written_at": at, "due_at": due, "tries": 0, "trouble": ""}
    await connection.execute(mails.insert().values(values))


def all_settled(message: sa.Column[str], message_of: sa.Column[str]) -> sa.ColumnElement[bool]:
    """The condition that a message is about notices none of which still stands."""
    about = sa.exists().where(message_of == message)
    return about & ~about.where(notices.c.stands)


def due_mails(at: When) -> sa.Select[int]:
    return sa.select(mails.c.id).where(mails.c.due_at <= at)


class MailStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def claim(self, limit: int, at: datetime, again: datetime) -> list[Mail]:
        """Claim mails that are due. No other process gets them until `again`, by when they are sent or retried. Mails
        whose notices have all been settled since are not sent."""
        late = mails.update().where(mails.c.due_at <= at, all_settled(mails.c.message, notices.c.mail))
        some = due_mails(at).order_by(mails.c.due_at).limit(limit)
        claimed = (
            mails.update()
            .where(mails.c.id.in_(some), mails.c.due_at <= at)
            .values(due_at=again, tries=mails.c.tries + 1)
            .returning(*MAIL)
        )
        async with self.database.writing() as connection:
            await connection.execute(late.values(due_at=None, text="", trouble="settled before it was sent"))
            return [struct_of(Mail, row) for row in (await connection.execute(claimed)).all()]

    async def sent(self, mail: int, at: datetime, keep_text: bool = False) -> None:
        values = {"sent_at": at, "due_at": None, "trouble": ""} | ({} if keep_text else {"text": ""})
        await self.set(mail, values)

    async def failed(self, mail: int, trouble: str, again: datetime | None) -> None:
        """Record a failure: the mail is retried at `again`, or given up if that is None. A mail that was cancelled
        since stays cancelled."""
        values = {"due_at": again, "trouble": trouble[:200]} | ({} if again else {"text": ""})
        await self.set(mail, values, mails.c.due_at.isnot(None))

    async def set(self, mail: int, values: Mapping[str, object], *where: sa.ColumnElement[bool]) -> None:
        async with self.database.writing() as connection:
            await connection.execute(mails.update().where(mails.c.id == mail, *where).values(values))

    async def latest(self, limit: int) -> list[Mail]:
        found = sa.select(*MAIL).where(mails.c.recipient != "").order_by(mails.c.id.desc()).limit(limit)
        async with self.database.reading() as connection:
            return [struct_of(Mail, row) for row in (await connection.execute(found)).all()]

    async def sweep(self, at: datetime) -> None:
        """Delete mail that was sent or given up a while ago."""
        async with self.database.writing() as connection:
            await connection.execute(mails.delete().where(mails.c.due_at.is_(None), mails.c.written_at < at - KEPT))
