"""What the tables have in common: how their keys and indices are called, how they are numbered, how they tell the time,
and how their rows are locked.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    DateTime,
    Dialect,
    Integer,
    MetaData,
    Select,
    Table,
    TypeDecorator,
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


When = datetime | BindParameter[datetime]
"""In a question about what is due: now, or whatever will be now when it is asked."""


def looked_at(column: ColumnElement[str]) -> ColumnElement[str]:
    """A column in a condition on rows that are found by another one. Without statistics SQLite takes any index in which
    it looks for something equal to be the shortest way, also if that leads through all games that are being played."""
    return column.concat("")


def locked(query: Select[Any], of: Table | None = None) -> Select[Any]:
    """Lock the rows that a query finds (those `of` one table) until the transaction ends. Rows that point to them can
    still be written: a transaction that holds a game and writes a notice of its table would otherwise wait for one that
    holds the table and waits for the game, for ever."""
    return query.with_for_update(key_share=True, of=of)


class Moment(TypeDecorator[datetime]):
    """A time in UTC. SQLite keeps no time zone, so it is put back on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value else None
