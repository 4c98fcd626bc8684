"""After a database is closed, none of its threads answers a loop that has ended."""

import asyncio
import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from app.store.db.database import Database


async def asked_and_left(url: str, after: float) -> None:
    """Start three queries, cancel them in the middle, and close the database."""
    database = Database(url)

    async def ask() -> None:
        async with database.reading() as connection:
            await connection.execute(text("SELECT 1"))

    asking = [asyncio.create_task(ask()) for _ in range(3)]
    await asyncio.sleep(after)
    for task in asking:
        task.cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    await database.close()


def test_who_leaves_while_a_connection_is_made_leaves_no_thread_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: list[object] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    before = threading.active_count()
    for tenths in range(40):
        asyncio.run(asked_and_left(f"sqlite+aiosqlite:///{tmp_path / 'x.sqlite3'}", tenths / 10_000))
    assert failed == []
    assert threading.active_count() == before
