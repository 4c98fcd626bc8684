"""The common parts of all database tables: naming of keys and indices, numbering of rows, times, and row locks."""

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
"""The time in a query about what is due: either a moment, or a parameter given when the query runs."""


def looked_at(column: ColumnElement[str]) -> ColumnElement[str]:
    """Keep SQLite from using an index on this column. Without statistics SQLite takes any index on which it can compare
    for equality to be the shortest way, even if that leads through all games being played."""
    return column.concat("")


def locked(query: Select[Any], of: Table | None = None) -> Select[Any]:
    """Lock the rows that a query finds (those `of` one table) until the transaction ends. Rows that point to them can
    still be written: otherwise a transaction that holds a game and writes a notice of its table would wait for ever for
    one that holds the table and waits for the game."""
    return query.with_for_update(key_share=True, of=of)


class Moment(TypeDecorator[datetime]):
    """A time in UTC. SQLite stores no time zone, so it is added when the value is read."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value else None
