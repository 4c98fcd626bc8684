"""Reads all rows of the database as of one moment, and puts them back in one transaction, on SQLite or Postgres,
whichever they came from.

Rows are put back into the tables of the revision they were read at and migrated from there: so a backup of an older
Horloge can be restored.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from datetime import date, datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from app.clock import now
from app.store import schema
from app.store.columns import Moment
from app.store.database import Database
from app.store.raising import Heads, heads, raise_epochs
from app.store.tables import metadata

ROWS = 500
"""How many rows are read or written at once."""
AT_WORK_SECONDS = 20
"""A process whose last heartbeat is younger than this may still be running."""
PEOPLE_MADE = ("people", "tables", "rooms")
"""Tables that have rows as soon as anyone has used the site."""


class Heading(Struct, frozen=True):
    """The head of a table in a dump: the rows that follow have these columns."""

    table: str
    columns: list[str]


Row = list[Any]


class OlderTables(Exception):
    """The database has another revision than this Horloge works with."""


class InUse(Exception):
    """A running process is using the database."""


class NotEmpty(Exception):
    """The database has content that would be lost."""


async def sizes(database: Database) -> dict[str, int]:
    """Return the number of rows of each table."""
    counts = [sa.select(sa.literal(table.name), sa.func.count()).select_from(table) for table in metadata.sorted_tables]
    async with database.reading() as connection:
        return {name: int(count) for name, count in (await connection.execute(sa.union_all(*counts))).all()}


async def all_rows(database: Database) -> AsyncIterator[Heading | Row]:
    """Yield every row of every table as of one moment, without making writers wait. Raises OlderTables."""
    async with database.at_one_moment() as connection:
        if await connection.run_sync(schema.recorded) != schema.head():
            raise OlderTables
        for table in metadata.sorted_tables:
            yield Heading(str(table.name), [str(column.name) for column in table.columns])
            result = await connection.stream(sa.select(table))
            async for some in result.partitions(ROWS):
                for row in some:
                    yield list(row)


async def put_back(database: Database, revision: str, lines: Iterable[Heading | Row], replace: bool) -> int:
    """Replace the content of the database by these rows; return how many games had their epoch raised. Raises NotEmpty
    and InUse. If anything fails, the old content stays."""
    async with database.writing() as connection:
        if database.postgres:
            await schema.take_turn(connection)
        before = await clear(connection, replace)
        await connection.run_sync(schema.run, revision)
        await fill(connection, lines)
        await connection.run_sync(schema.run, schema.head())
        return await raise_epochs(connection, before)


async def clear(connection: AsyncConnection, replace: bool) -> Heads | None:
    """Drop all tables; return where the dropped games stood, None if there was nothing."""
    if await connection.run_sync(schema.recorded) is None:
        return None
    if await at_work(connection):
        raise InUse
    before = None
    if await anything(connection):
        if not replace:
            raise NotEmpty
        before = await heads(connection)
    await connection.run_sync(schema.run, "base")
    return before


async def at_work(connection: AsyncConnection) -> bool:
    if not await connection.run_sync(lambda sync: sa.inspect(sync).has_table("beats")):
        return False
    beats = metadata.tables["beats"]
    last: datetime | None = (await connection.execute(sa.select(sa.func.max(beats.c.at)))).scalar()
    return last is not None and abs((now() - last).total_seconds()) < AT_WORK_SECONDS


async def anything(connection: AsyncConnection) -> bool:
    """Tell whether anyone has used the site."""
    there = await connection.run_sync(lambda sync: sa.inspect(sync).get_table_names())
    asked = [sa.select(sa.exists(sa.select(sa.text("1")).select_from(sa.table(name)))) for name in PEOPLE_MADE]
    found = [await connection.scalar(ask) for name, ask in zip(PEOPLE_MADE, asked, strict=True) if name in there]
    return any(found)


async def fill(connection: AsyncConnection, lines: Iterable[Heading | Row]) -> None:
    tables = await connection.run_sync(reflected)
    table, columns, rows = sa.Table("none", sa.MetaData()), list[str](), list[dict[str, Any]]()
    for line in lines:
        if isinstance(line, Heading):
            await write(connection, table, rows)
            table, columns, rows = tables[line.table], line.columns, []
            continue
        rows.append({name: restored(table.c[name], value) for name, value in zip(columns, line, strict=True)})
        if len(rows) == ROWS:
            await write(connection, table, rows)
            rows = []
    await write(connection, table, rows)
    if connection.dialect.name == "postgresql":
        for name in [name for name, one in tables.items() if "id" in one.c]:
            await go_on_numbering(connection, name)


async def write(connection: AsyncConnection, table: sa.Table, rows: list[dict[str, Any]]) -> None:
    if rows:
        await connection.execute(table.insert(), rows)


def reflected(connection: sa.Connection) -> dict[str, sa.Table]:
    """Return the tables as they are in the database, whatever its revision."""
    found = sa.MetaData()
    found.reflect(bind=connection)
    for table in found.tables.values():
        for column in table.columns:
            if isinstance(column.type, sa.DateTime):
                column.type = Moment()
    return dict(found.tables)


def restored(column: sa.Column[Any], value: Any) -> Any:
    """Turn a dumped value back into what it was."""
    if value is None:
        return None
    if isinstance(column.type, Moment):
        return datetime.fromisoformat(value)
    return date.fromisoformat(value) if isinstance(column.type, sa.Date) else value


async def go_on_numbering(connection: AsyncConnection, table: str) -> None:
    """Let Postgres number new rows after the restored ones."""
    sequence = await connection.scalar(sa.text("SELECT pg_get_serial_sequence(:name, 'id')"), {"name": table})
    if sequence:
        last: sa.Select[Any] = sa.select(sa.func.max(sa.column("id"))).select_from(sa.table(table))
        following = (await connection.scalar(last) or 0) + 1
        await connection.execute(sa.select(sa.func.setval(sequence, following, False)))
