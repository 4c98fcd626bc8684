"""Stores outgoing mail. It is written in the transaction of what it is about; `jobs.mail` then sends it and records the
outcome.
"""

from __future__ import annotations

from datetime import datetime
from uuid import uuid4

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.db.database import Database
from app.store.db.schema.games import mails
from app.store.db.schema.messages import notices
from app.store.games.rooms import struct_of
from app.store.messages.outbox import Outbox


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
OUTBOX = Outbox(mails, notices.c.mail)


async def queue_mail(connection: AsyncConnection, mail: NewMail, at: datetime, message: str = "") -> None:
    """Store a mail, which is sent once the transaction is committed."""
    values: dict[str, object] = {name: getattr(mail, name) for name in mail.__struct_fields__}
    due = at if mail.recipient else None
    values |= {"message": message or uuid4().hex, "written_at": at, "due_at": due, "tries": 0, "trouble": ""}
    await connection.execute(mails.insert().values(values))


class MailStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def claim(self, limit: int, at: datetime, again: datetime) -> list[Mail]:
        """Claim mails that are due. No other process gets them until `again`, by when they are sent or retried."""
        async with self.database.writing() as connection:
            return [struct_of(Mail, row) for row in await OUTBOX.claim(connection, MAIL, limit, at, again)]

    async def sent(self, mail: int, at: datetime, keep_text: bool = False) -> None:
        async with self.database.writing() as connection:
            await OUTBOX.sent(connection, mail, at, keep_text)

    async def failed(self, mail: int, trouble: str, again: datetime | None) -> None:
        """Record a failure: the mail is retried at `again`, or given up if that is None."""
        async with self.database.writing() as connection:
            await OUTBOX.failed(connection, mail, trouble, again)

    async def latest(self, limit: int) -> list[Mail]:
        found = sa.select(*MAIL).where(mails.c.recipient != "").order_by(mails.c.id.desc()).limit(limit)
        async with self.database.reading() as connection:
            return [struct_of(Mail, row) for row in (await connection.execute(found)).all()]

    async def sweep(self, at: datetime) -> None:
        """Delete mail that was sent or given up a while ago."""
        async with self.database.writing() as connection:
            await OUTBOX.sweep(connection, at)
