"""What is kept, as SQLAlchemy Core tables. The files in migrations/ make them; a test holds the two together.

Positions, choices and news are JSON text exactly as the engine encoded it: order matters, so no JSON column touches it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
metadata = MetaData(naming_convention=NAMES)

Id = BigInteger().with_variant(Integer, "sqlite")
"""SQLite numbers rows by itself only in columns of exactly this type."""


class Moment(TypeDecorator[datetime]):
    """A time in UTC. SQLite keeps no time zone, so it is put back on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value else None


rooms = Table(
    "rooms",
    metadata,
    Column("id", Id, primary_key=True),
    Column("key", String(32), nullable=False, unique=True, doc="Names the room in addresses."),
    Column("game", String(64), nullable=False),
    Column("title", String(120), nullable=False),
    Column("options", Text, nullable=False),
    Column("seats", Text, nullable=False, doc="Who sits where: the sides of each seat, and its bot if it has one."),
    Column("prologue", Text, nullable=False, doc="What the opening told, before anybody chose."),
    Column("status", String(16), nullable=False),
    Column("trouble", Text, nullable=False, doc="Why the room is frozen."),
    Column("epoch", Integer, nullable=False),
    Column("sequence", Integer, nullable=False),
    Column("hash", String(32), nullable=False, doc="Of the position at epoch and sequence."),
    Column("waiting", Text, nullable=False, doc="The sides that are waited for, with a space between them."),
    Column("awaited", Text, nullable=False, server_default="", doc="The sides that have an offer to answer."),
    Column("bot_due", Boolean, nullable=False, doc="Whether one of all these is a bot's."),
    Column("opened_at", Moment, nullable=False),
    Column("moved_at", Moment, nullable=False),
    CheckConstraint("status IN ('playing', 'finished', 'frozen')", name="status"),
    Index("ix_rooms_status_moved_at", "status", "moved_at"),
)

entries = Table(
    "entries",
    metadata,
    Column("room", Id, ForeignKey(rooms.c.id, ondelete="CASCADE"), nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("sequence", Integer, nullable=False, doc="Of the position that the choice led to."),
    Column("side", String(64), nullable=False),
    Column("key", String(80), nullable=False, doc="The request key: the same again is the same answer again."),
    Column("digest", String(32), nullable=False, doc="Of side and choice: what the key stands for."),
    Column("choice", Text, nullable=False),
    Column("news", Text, nullable=False),
    Column("rules", String(16), nullable=False),
    Column("hash", String(32), nullable=False, doc="Of the position that the choice led to."),
    Column("at", Moment, nullable=False),
    PrimaryKeyConstraint("room", "epoch", "sequence"),
    UniqueConstraint("room", "key"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("room", Id, ForeignKey(rooms.c.id, ondelete="CASCADE"), nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("sequence", Integer, nullable=False),
    Column("state", Text, nullable=False),
    PrimaryKeyConstraint("room", "epoch", "sequence"),
)

people = Table(
    "people",
    metadata,
    Column("id", Id, primary_key=True),
    Column("name", String(24), nullable=False),
    Column("folded", String(80), nullable=False, unique=True, doc="The name as it is compared: no two look alike."),
    Column("email", String(254), unique=True, doc="Lower case; only once it has been confirmed."),
    Column("password", Text, nullable=False, doc="An Argon2id hash; empty for guests and for those who left."),
    Column("language", String(8), nullable=False, doc="Empty: as the browser asks."),
    Column("theme", String(8), nullable=False),
    Column("zone", String(64), nullable=False, doc="A time zone's name."),
    Column("confirm", Boolean, nullable=False, doc="Whether to be asked before a decision is sent."),
    Column("sounds", Boolean, nullable=False),
    Column("came_at", Moment, nullable=False),
    Column("left_at", Moment, doc="When they had themselves deleted; what stays is a row without a person."),
    CheckConstraint("theme IN ('auto', 'light', 'dark')", name="theme"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", Id, primary_key=True),
    Column("digest", String(64), nullable=False, unique=True, doc="Of the token in the browser's cookie."),
    Column("person", Id, ForeignKey(people.c.id, ondelete="CASCADE"), nullable=False),
    Column("agent", String(80), nullable=False, doc="What the browser calls itself, shortened."),
    Column("began_at", Moment, nullable=False),
    Column("seen_at", Moment, nullable=False),
    Index("ix_sessions_person", "person"),
)

links = Table(
    "links",
    metadata,
    Column("id", Id, primary_key=True),
    Column("digest", String(64), nullable=False, unique=True, doc="Of the token that a mail brought."),
    Column("person", Id, ForeignKey(people.c.id, ondelete="CASCADE"), nullable=False),
    Column("purpose", String(8), nullable=False),
    Column("email", String(254), nullable=False, doc="The address it was sent to."),
    Column("until", Moment, nullable=False),
    CheckConstraint("purpose IN ('confirm', 'reset')", name="purpose"),
    Index("ix_links_person", "person"),
)

mails = Table(
    "mails",
    metadata,
    Column("id", Id, primary_key=True),
    Column("message", String(32), nullable=False, unique=True, doc="Names it in its Message-ID, however often sent."),
    Column("recipient", String(254), nullable=False),
    Column("subject", String(200), nullable=False),
    Column("text", Text, nullable=False, doc="Empty once it has been sent: there are secrets in it."),
    Column("written_at", Moment, nullable=False),
    Column("due_at", Moment, doc="When to try to send it; nothing once it was sent or given up."),
    Column("sent_at", Moment),
    Column("tries", Integer, nullable=False),
    Column("trouble", String(200), nullable=False, doc="What the mail server said when it did not take it."),
    Index("ix_mails_due_at", "due_at"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Id, primary_key=True),
    Column("key", String(32), nullable=False, unique=True, doc="Its room will have the same."),
    Column("game", String(64), nullable=False),
    Column("title", String(120), nullable=False),
    Column("options", Text, nullable=False),
    Column("host", Id, ForeignKey(people.c.id, ondelete="SET NULL"), doc="Who may arrange it."),
    Column("access", String(8), nullable=False, doc="Whether it stands in lists, or is joined by its link only."),
    Column("seating", String(8), nullable=False, doc="Whether seats are picked, or dealt out at the start."),
    Column("spectators", Boolean, nullable=False),
    Column("room", Id, ForeignKey(rooms.c.id, ondelete="CASCADE"), unique=True, doc="The game, once it has begun."),
    Column("again", String(32), nullable=False, doc="The key of the table at which the same people play again."),
    Column("opened_at", Moment, nullable=False),
    Column("moved_at", Moment, nullable=False),
    CheckConstraint("access IN ('public', 'link')", name="access"),
    CheckConstraint("seating IN ('pick', 'random')", name="seating"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", Id, ForeignKey(tables.c.id, ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("sides", Text, nullable=False, doc="What is played from there, with a space between them."),
    Column("bot", String(64), nullable=False, doc="The kind of bot that sits there; empty for a person's seat."),
    Column("person", Id, ForeignKey(people.c.id, ondelete="SET NULL")),
    Column("ready", Boolean, nullable=False),
    PrimaryKeyConstraint("table", "number"),
    Index("ix_seats_person", "person"),
)
