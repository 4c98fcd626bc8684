"""How much memory of our server tables take: while they are live, while they sleep, and as they are played."""

from __future__ import annotations

import asyncio

import sqlalchemy as sa

from bench import ours

LIVE, SLEEPING = 100, 10_000
WARM = 20
MOVES = 100
"""Moves after which a table is left: its log and its undo are then as long as they get."""
HOUR = 600
"""Moves of an hour's lively play at one table."""
SETTLE_SECONDS = 0.5
COPY = """
WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :count)
INSERT INTO {table} ({into}) SELECT {values} FROM {table}, numbers WHERE {table}.{key} = :one
"""


async def live_room(served: ours.Served, first: int) -> float:
    """Return the bytes for each live table, which was opened and is not open now."""
    await visited(served, range(first, first + WARM))
    before = served.process.memory()
    await visited(served, range(first + WARM, first + WARM + LIVE))
    return max(0.0, (served.process.memory() - before) / LIVE)


async def visited(served: ours.Served, numbers: range) -> None:
    for key in await ours.open_tables(served.site, numbers):
        play = await ours.seated(served, key, "json")
        await play.play(MOVES)
        play.close()
    await asyncio.sleep(SETTLE_SECONDS)


async def sleeping_room(served: ours.Served) -> float:
    """Return the bytes for each of many tables that are only in the database, after a few queries of the server. As
    many others were there before, so that the database's own cache is full by then."""
    await asleep(served, "old")
    before = served.process.memory()
    await asleep(served, "new")
    return max(0.0, (served.process.memory() - before) / SLEEPING)


async def asleep(served: ours.Served, name: str) -> None:
    async with ours.database(served.site.url) as database, database.writing() as connection:
        row = (await connection.execute(sa.text("SELECT * FROM rooms ORDER BY id DESC LIMIT 1"))).mappings().one()
        for table, key in (("rooms", "id"), ("snapshots", "room")):
            found = (await connection.execute(sa.text(f"SELECT * FROM {table} LIMIT 1"))).keys()  # noqa: S608 - our own
            kept = [name for name in found if name != "id"]
            values = [copied(table, column, name) for column in kept]
            copy = COPY.format(table=table, key=key, into=", ".join(kept), values=", ".join(values))
            await connection.execute(sa.text(copy), {"count": SLEEPING, "one": row["id"]})
    await asyncio.sleep(10 * SETTLE_SECONDS)


def copied(table: str, column: str, name: str) -> str:
    """Return how a copy of a row differs from it: in its key, or in its room."""
    if (table, column) == ("rooms", "key"):
        return f"'{name}-' || n"
    if (table, column) == ("snapshots", "room"):
        return f"(SELECT id FROM rooms WHERE key = '{name}-' || n)"  # noqa: S608 - our own words
    return f"{table}.{column}"


async def moves_of_an_hour(served: ours.Served, first: int) -> float:
    """Return the bytes by which the server grows in an hour, after one hour to get warm."""
    after = await played(served, first)
    before = served.process.memory()
    await played(served, after)
    return max(0.0, served.process.memory() - before)


async def played(served: ours.Served, number: int) -> int:
    """Play an hour's moves, at tables one after the other; return the number of the next one."""
    made = 0
    while made < HOUR:
        [key] = await ours.open_tables(served.site, [number])
        play = await ours.seated(served, key, "json")
        await play.play(len(play.moves))
        play.close()
        made, number = made + len(play.moves), number + 1
    return number
