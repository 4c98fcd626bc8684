"""Database tables for running the site: admin actions, the branches of games that were rewound, and how often something
was tried. Part of `tables`.
"""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, PrimaryKeyConstraint, String, Table, Text

from app.store.db.columns import Id, Moment, metadata

branches = Table(
    "branches",
    metadata,
    Column("room", Id, ForeignKey("rooms.id", ondelete="CASCADE"), nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("parent", Integer, doc="The epoch it branches off; nothing if it has an opening of its own."),
    Column("first", Integer, nullable=False, doc="The sequence of its first position."),
    Column("last", Integer, doc="The sequence at which it was left; nothing while it is played."),
    Column("hash", String(32), nullable=False, doc="Of the position at which it was left."),
    Column("prologue", Text, nullable=False, doc="What its opening told."),
    Column("clock", Text, nullable=False, doc="The clock as it was when the branch was left."),
    Column("opened_at", Moment, nullable=False, doc="When its opening was."),
    Column("began_at", Moment, nullable=False),
    Column("left_at", Moment),
    PrimaryKeyConstraint("room", "epoch"),
)

admin_actions = Table(
    "deeds",
    metadata,
    Column("id", Id, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("person", Id, ForeignKey("people.id", ondelete="SET NULL"), doc="Who did it; nobody: from the shell."),
    Column("role", String(16), nullable=False, doc="As what they did it."),
    Column("key", String(32), nullable=False, doc="Of the table; empty if it is about a person alone."),
    Column("subject", Id, ForeignKey("people.id", ondelete="SET NULL"), doc="Whom it is about."),
    Column("argument", Text, nullable=False, doc="What exactly was done, as JSON."),
    Column("reason", Text, nullable=False),
    Column("epoch", Integer, nullable=False, doc="Where the game was then."),
    Column("sequence", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    Index("ix_deeds_key", "key"),
    Index("ix_deeds_person", "person"),
    Index("ix_deeds_subject", "subject"),
)

tries = Table(
    "tries",
    metadata,
    Column("mark", String(64), primary_key=True, doc="A digest of what is tried, and by whom."),
    Column("full_at", Float(53), nullable=False, doc="When all tries will have come back: seconds since 1970."),
)
