"""Everything in a server's database: what has changed since it was saved, and how that is restored. It is needed after
every request, so it looks only at the tables that were written to, and touches only the rows that differ.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import ColumnElement, Table, and_, text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.db.schema.games import metadata
from tests.support.visitors import run, services_of

Row = dict[str, Any]
Rows = dict[str, dict[tuple[Any, ...], Row]]
"""By table and primary key."""
NAMES = [table.name for table in metadata.sorted_tables if table.name != "processes"]
"""Without what processes report about themselves every few seconds, which no visitor causes."""
COUNTED = [
    "CREATE SCHEMA counted",
    "CREATE SEQUENCE counted.anything",
    *(f"CREATE SEQUENCE counted.{name}" for name in NAMES),
    """CREATE FUNCTION counted.count() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM nextval('counted.anything'), nextval('counted.' || TG_TABLE_NAME); RETURN NULL; END $$""",
    *(
        f"""CREATE TRIGGER counted AFTER INSERT OR UPDATE OR DELETE ON "{name}"
            FOR EACH STATEMENT EXECUTE FUNCTION counted.count()"""
        for name in NAMES
    ),
]
"""Makes Postgres count how often anything is written, and how often to each table."""
UNCOUNTED = ["DROP SCHEMA counted CASCADE"]
WRITTEN = text("SELECT last_value, is_called FROM counted.anything")
WRITTEN_TO = text(" UNION ALL ".join(f"SELECT '{name}', last_value, is_called FROM counted.{name}" for name in NAMES))


class Stored:
    """`rows` is what there was when it was last saved."""

    def __init__(self, app: TestClient) -> None:
        self.app, self.database = app, services_of(app).database
        self.probe = None if self.database.postgres else sqlite3.connect(str(self.database.url.database))
        if not self.probe:
            run(self.app, self.execute, COUNTED)
        self.keep()

    def close(self) -> None:
        if self.probe:
            self.probe.close()
        else:
            run(self.app, self.execute, UNCOUNTED)

    def keep(self) -> None:
        self.rows: Rows = run(self.app, self.all_rows)
        self.mark, self.marks = self.written(), self.written_to()
        self.kept = self.look(NAMES)
        self.changed: set[str] = set()

    def different(self) -> set[str]:
        """Return the tables that have changed."""
        mark = self.written()
        if mark != self.mark:
            marks = self.written_to()
            looked_at = [name for name in NAMES if marks[name] != self.marks[name]]
            now = self.look(looked_at)
            self.mark, self.marks = mark, marks
            self.changed -= set(looked_at)
            self.changed |= {name for name in looked_at if now[name] != self.kept[name]}
        return self.changed

    def put_back(self) -> None:
        if self.different():
            run(self.app, self.exchange)
            self.mark, self.marks, self.changed = self.written(), self.written_to(), set()

    def written(self) -> object:
        """Return a mark that changes whenever something may have been written."""
        if self.probe:
            return self.probe.execute("PRAGMA data_version").fetchone()[0]
        return tuple(run(self.app, self.fetched, WRITTEN)[0])

    def written_to(self) -> dict[str, object]:
        """Return a mark for each table that changes whenever it may have been written to; SQLite does not tell tables
        apart."""
        if self.probe:
            return dict.fromkeys(NAMES, self.written())
        return {name: (number, called) for name, number, called in run(self.app, self.fetched, WRITTEN_TO)}

    def look(self, names: list[str]) -> dict[str, set[Any]]:
        """Return every row of these tables as the database has it: to compare, not to read."""
        if self.probe:
            return {name: set(self.probe.execute(f'SELECT * FROM "{name}"')) for name in names}
        found: dict[str, set[Any]] = {name: set() for name in names}
        as_text = " UNION ALL ".join(f"""SELECT '{name}', "{name}"::text FROM "{name}\"""" for name in names)
        for name, row in run(self.app, self.fetched, text(as_text)):
            found[name].add(row)
        return found

    async def execute(self, statements: list[str]) -> None:
        async with self.database.writing() as connection:
            for statement in statements:
                await connection.execute(text(statement))

    async def fetched(self, query: Any) -> list[Any]:
        async with self.database.reading() as connection:
            return list((await connection.execute(query)).all())

    async def all_rows(self) -> Rows:
        async with self.database.reading() as connection:
            return {table.name: await rows_of(connection, table) for table in metadata.sorted_tables}

    async def exchange(self) -> None:
        """Delete rows that refer to others before those, and insert them after them."""
        tables = [table for table in metadata.sorted_tables if table.name in self.changed]
        async with self.database.writing() as connection:
            for table in reversed(tables):
                for key in (await rows_of(connection, table)).keys() - self.rows[table.name].keys():
                    await connection.execute(table.delete().where(same(table, key)))
            for table in tables:
                there = await rows_of(connection, table)
                for key, row in self.rows[table.name].items():
                    if key not in there:
                        await connection.execute(table.insert().values(row))
                    elif there[key] != row:
                        await connection.execute(table.update().where(same(table, key)).values(row))


async def rows_of(connection: AsyncConnection, table: Table) -> dict[tuple[Any, ...], Row]:
    found = [dict(zip(table.c.keys(), row, strict=True)) for row in (await connection.execute(table.select())).all()]
    return {tuple(row[column.key] for column in table.primary_key): row for row in found}


def same(table: Table, key: tuple[Any, ...]) -> ColumnElement[bool]:
    return and_(*(column == part for column, part in zip(table.primary_key, key, strict=True)))
