"""All that a server's database holds: what is different since it was kept, and how that is put back. It is asked after
every request, so it looks only where something was written, and touches only the rows that differ.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import ColumnElement, Table, and_, text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.tables import metadata
from tests.app.visitors import run, services_of

Row = dict[str, Any]
Rows = dict[str, dict[tuple[Any, ...], Row]]
"""By table and primary key."""
NAMES = [table.name for table in metadata.sorted_tables if table.name != "processes"]
"""What processes say of themselves every few seconds is no visitor's doing."""
AS_TEXT = text(" UNION ALL ".join(f"""SELECT '{name}', "{name}"::text FROM "{name}\"""" for name in NAMES))
WRITTEN = text("SELECT pg_snapshot_xmax(pg_current_snapshot())::text")
"""The number of the next transaction that writes, in any database of the server."""


class Stored:
    """`rows` is what there was when it was last kept."""

    def __init__(self, app: TestClient) -> None:
        self.app, self.database = app, services_of(app).database
        self.probe = None if self.database.postgres else sqlite3.connect(str(self.database.url.database))
        self.keep()

    def close(self) -> None:
        if self.probe:
            self.probe.close()

    def keep(self) -> None:
        self.rows: Rows = run(self.app, self.all_rows)
        self.mark = self.written()
        self.kept = self.look()
        self.changed: set[str] = set()

    def different(self) -> set[str]:
        """The tables of which something is not as it was."""
        mark = self.written()
        if mark != self.mark:
            now = self.look()
            self.mark, self.changed = mark, {name for name in NAMES if now[name] != self.kept[name]}
        return self.changed

    def put_back(self) -> None:
        if self.different():
            run(self.app, self.exchange)
            self.mark, self.changed = self.written(), set()

    def written(self) -> str:
        """Another one whenever something may have been written."""
        if self.probe:
            return str(self.probe.execute("PRAGMA data_version").fetchone()[0])
        return str(run(self.app, self.fetched, WRITTEN)[0][0])

    def look(self) -> dict[str, set[Any]]:
        """Every row as the database has it: to compare, not to read."""
        if self.probe:
            return {name: set(self.probe.execute(f'SELECT * FROM "{name}"')) for name in NAMES}
        found: dict[str, set[Any]] = {name: set() for name in NAMES}
        for name, row in run(self.app, self.fetched, AS_TEXT):
            found[name].add(row)
        return found

    async def fetched(self, query: Any) -> list[Any]:
        async with self.database.reading() as connection:
            return list((await connection.execute(query)).all())

    async def all_rows(self) -> Rows:
        async with self.database.reading() as connection:
            return {table.name: await rows_of(connection, table) for table in metadata.sorted_tables}

    async def exchange(self) -> None:
        """What points to others goes before them, and comes back after them."""
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
    found = [dict(row._mapping) for row in (await connection.execute(table.select())).all()]
    return {tuple(row[column.name] for column in table.primary_key): row for row in found}


def same(table: Table, key: tuple[Any, ...]) -> ColumnElement[bool]:
    return and_(*(column == part for column, part in zip(table.primary_key, key, strict=True)))
