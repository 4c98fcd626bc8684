"""Database tables of second factors: what codes are checked against, and logins that wait for a code. Part of
`tables`.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, String, Table, Text, UniqueConstraint

from app.store.columns import Id, Moment, metadata

factors = Table(
    "factors",
    metadata,
    Column("person", Id, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("secret", Text, nullable=False, doc="What codes are made of, encrypted; empty before it is confirmed."),
    Column("waiting", Text, nullable=False, doc="A secret that has yet to be confirmed, encrypted; empty if none has."),
    Column(
        "step", BigInteger, nullable=False, doc="Of the latest code that was taken: neither it nor an older one is."
    ),
    Column("since", Moment, doc="When it was switched on; nothing while it is off."),
)

recoveries = Table(
    "recoveries",
    metadata,
    Column("id", Id, primary_key=True),
    Column("person", Id, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("digest", String(64), nullable=False, doc="Of a code that lets somebody in once without their app."),
    UniqueConstraint("person", "digest"),
)

logins = Table(
    "logins",
    metadata,
    Column("digest", String(64), primary_key=True, doc="Of the cookie and key of who has typed the password."),
    Column("person", Id, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("until", Moment, nullable=False, doc="By when the code is to be typed."),
    Index("ix_logins_person", "person"),
)
