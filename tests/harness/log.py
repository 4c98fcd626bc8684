"""Reads what the database holds in the end directly, without a server and without caches."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.db.schema.games import rooms
from app.store.games.rooms import RoomRow, RoomStore
from engine.core import registry
from tests.harness.checker import Kept
from tests.harness.tables import opened


async def kept_rooms(url: str, keys: list[str]) -> list[Kept]:
    registry.add(["tests.games.tiny"])
    async with opened(url) as database:
        store = RoomStore(database)
        return [await kept(store, await store.row(key)) for key in keys]


async def is_played(url: str) -> bool:
    """Tell whether any game is still being played."""
    async with opened(url) as database, database.reading() as connection:
        playing = sa.select(rooms.c.id).where(rooms.c.status == "playing").limit(1)
        return (await connection.execute(playing)).first() is not None


async def kept(store: RoomStore, row: RoomRow) -> Kept:
    first = await store.snapshot(row.id, 0, 0)
    assert first, f"room {row.key} has no opening"
    entries = await store.entries(row.id, row.epoch, -1, 2**31 - 2)
    return Kept(
        row.key,
        registry.game(row.game),
        first.state.encode(),
        row.epoch,
        row.sequence,
        row.hash,
        row.status,
        tuple(entries),
    )
