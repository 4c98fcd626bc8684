"""Prepared statements for queries that nearly every request sends. SQLAlchemy takes several times as long for a short
statement as the database takes to answer it: so each of these is compiled once and goes straight to the driver. A store
has one `Often` per statement; all other statements go through `Database`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeEngine

from app.store.database import Database, plain_errors

BROKEN = "23"
"""The prefix of Postgres' error codes for violated constraints."""

Process = Callable[[Any], Any]


class Often:
    """One short statement that is a transaction by itself. `tells`: whether it changes something."""

    def __init__(self, database: Database, statement: sa.Select[Any] | sa.Insert, *, tells: bool = False) -> None:
        dialect = database.write.dialect
        said: Any = statement.compile(dialect=dialect)
        self.lines, self.log = database.lines, database.log if tells else None
        self.text, self.constants = str(said), dict(said.params)
        self.given = [(name, to_driver(said.binds[name].type, dialect)) for name in said.positiontup]
        kinds = enumerate(column.type for column in statement.exported_columns)
        self.translated = [(place, read) for place, kind in kinds if (read := from_driver(kind, dialect))]

    async def __call__(self, **given: object) -> list[list[Any]]:
        """Run the statement and return its rows. Raises StoreUnavailable and IntegrityError."""
        known = self.constants | given
        values = [write(known[name]) if write else known[name] for name, write in self.given]
        with plain_errors():
            try:
                rows = await self.lines.fetch(self.text, values)
            except Exception as error:
                if breaks_a_rule(error):
                    raise sa.exc.IntegrityError(None, None, error) from error
                raise
        if self.log:
            self.log.wrote()
        return [self.read(row) for row in rows]

    def read(self, row: Iterable[Any]) -> list[Any]:
        values = list(row)
        for place, read in self.translated:
            values[place] = read(values[place])
        return values


def to_driver(kind: TypeEngine[Any], dialect: Dialect) -> Process | None:
    return kind.dialect_impl(dialect).bind_processor(dialect)


def from_driver(kind: TypeEngine[Any], dialect: Dialect) -> Process | None:
    return kind.dialect_impl(dialect).result_processor(dialect, None)


def breaks_a_rule(error: Exception) -> bool:
    """Tell whether the error is a violated constraint."""
    return isinstance(error, sqlite3.IntegrityError) or str(getattr(error, "sqlstate", "")).startswith(BROKEN)
