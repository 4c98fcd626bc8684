"""Database tables of notifications: notices, settings, receivers, and outgoing mail and deliveries. Part of
`tables`.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from app.store.db.columns import Id, Moment, metadata

notices = Table(
    "notices",
    metadata,
    Column("id", Id, primary_key=True),
    Column("person", Id, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("table", Id, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("matter", String(80), key="about", nullable=False, doc="Tells apart facts of one kind at a table."),
    Column("epoch", Integer, nullable=False),
    Column("sequence", Integer, nullable=False, doc="The position at which it came up: who has seen that knows."),
    Column("stands", Boolean, nullable=False, doc="Whether it still matters."),
    Column("noticed_at", Moment, nullable=False),
    Column("prompt_at", Moment, doc="When to tell it by push and webhook; nothing once that is done, or not to be."),
    Column("mail_at", Moment, doc="When to tell it by mail."),
    Column(
        "parcel",
        String(32),
        key="delivery",
        nullable=False,
        server_default="",
        doc="The message by which it was pushed.",
    ),
    Column("mail", String(32), nullable=False, server_default="", doc="The mail by which it was told."),
    UniqueConstraint("person", "table", "kind", "about"),
    Index("ix_notices_table", "table"),
    Index("ix_notices_prompt_at", "prompt_at"),
    Index("ix_notices_mail_at", "mail_at"),
    Index("ix_notices_parcel", "delivery"),
    Index("ix_notices_mail", "mail"),
)

notification_settings = Table(
    "wishes",
    metadata,
    Column("person", Id, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False, doc="Which notices somebody wants, and how, as JSON."),
)

receivers = Table(
    "receivers",
    metadata,
    Column("id", Id, primary_key=True),
    Column("person", Id, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("session", Id, ForeignKey("sessions.id", ondelete="CASCADE"), doc="Of a browser: it ends with this."),
    Column("shape", String(8), nullable=False),
    Column("address", String(500), nullable=False),
    Column("secret", Text, nullable=False, doc="What is signed with; of a browser, what is encrypted for."),
    Column("name", String(80), nullable=False),
    Column("made_at", Moment, nullable=False),
    Column("reached_at", Moment, doc="When it last took something."),
    Column("trouble", String(200), nullable=False, server_default="", doc="Why it did not, if it did not lately."),
    UniqueConstraint("person", "address"),
    CheckConstraint("shape IN ('push', 'json', 'discord', 'slack')", name="shape"),
    Index("ix_receivers_session", "session"),
)

deliveries = Table(
    "parcels",
    metadata,
    Column("id", Id, primary_key=True),
    Column("message", String(32), nullable=False, doc="The same for all receivers, and however often it is sent."),
    Column("receiver", Id, ForeignKey("receivers.id", ondelete="CASCADE"), nullable=False),
    Column("topic", String(32), nullable=False, doc="What is told later about the same takes its place."),
    Column("text", Text, nullable=False, doc="What is sent, before it is signed or encrypted; empty once it was."),
    Column("written_at", Moment, nullable=False),
    Column("due_at", Moment, doc="When to try to send it; nothing once it was sent or given up."),
    Column("sent_at", Moment),
    Column("tries", Integer, nullable=False),
    Column("trouble", String(200), nullable=False),
    UniqueConstraint("message", "receiver"),
    Index("ix_parcels_receiver", "receiver"),
    Index("ix_parcels_due_at", "due_at"),
)

keys = Table(
    "keys",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("text", Text, nullable=False, doc="A secret of the site's own, made when it was first needed."),
)
