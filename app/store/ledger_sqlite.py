"""The ledger on SQLite: one writer thread with the standard library, since SQLite has one writer anyway.

Actions that arrive while one is being written share the next commit.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC

from app.store.database import Database, StoreUnavailable, connect_sqlite
from app.store.ledger import Action, Outcome, Stored, why_not
from app.store.rooms import RoomStore

MOVE = """
UPDATE rooms
SET sequence = :sequence, hash = :hash, status = :status, waiting = :waiting, awaited = :awaited,
    bot_due = :bot_due, moved_at = :at
WHERE id = :room AND epoch = :epoch AND sequence = :seen AND status = 'playing'
AND NOT EXISTS (SELECT 1 FROM entries WHERE room = :room AND key = :key)
"""
ENTER = """
INSERT INTO entries (room, epoch, sequence, side, key, digest, choice, news, rules, hash, at)
VALUES (:room, :epoch, :sequence, :side, :key, :digest, :choice, :news, :rules, :hash, :at)
"""
KEEP = "INSERT INTO snapshots (room, epoch, sequence, state) VALUES (:room, :epoch, :sequence, :snapshot)"

Pending = tuple[Action, "asyncio.Future[bool]"]


class SqliteLedger:
    def __init__(self, database: Database, rooms: RoomStore) -> None:
        self.rooms = rooms
        self.thread = ThreadPoolExecutor(1, "ledger")
        self.connection = connect_sqlite(database.url)
        self.pending: list[Pending] = []
        self.writer: asyncio.Task[None] | None = None
        self.closed = False

    async def record(self, action: Action) -> Outcome:
        if self.closed:
            raise StoreUnavailable("the ledger is closed")
        recorded = asyncio.get_running_loop().create_future()
        self.pending.append((action, recorded))
        if self.writer is None:
            self.writer = asyncio.create_task(self.write_pending())
        return Stored() if await recorded else await why_not(self.rooms, action)

    async def write_pending(self) -> None:
        """Commit after commit, until nobody waits."""
        loop = asyncio.get_running_loop()
        while self.pending:
            batch, self.pending = self.pending, []
            try:
                results = await loop.run_in_executor(self.thread, self.commit, [action for action, _ in batch])
            except sqlite3.Error as error:
                tell_failure(batch, error)
            else:
                for (_, recorded), result in zip(batch, results, strict=True):
                    if not recorded.done():
                        recorded.set_result(result)
        self.writer = None

    def commit(self, actions: Iterable[Action]) -> list[bool]:
        """In the writer thread: these actions in one transaction."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            results = [self.enter(action) for action in actions]
            self.connection.execute("COMMIT")
        except sqlite3.Error:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise
        return results

    def enter(self, action: Action) -> bool:
        values = parameters(action)
        if self.connection.execute(MOVE, values).rowcount == 0:
            return False
        self.connection.execute(ENTER, values)
        if action.snapshot is not None:
            self.connection.execute(KEEP, values)
        return True

    async def close(self) -> None:
        """What has been taken on is still written."""
        self.closed = True
        if self.writer:
            await self.writer
        self.thread.shutdown()
        self.connection.close()


def tell_failure(batch: list[Pending], error: sqlite3.Error) -> None:
    for _, recorded in batch:
        if not recorded.done():
            recorded.set_exception(StoreUnavailable(str(error)))


def parameters(action: Action) -> dict[str, object]:
    """Times in the form in which SQLAlchemy keeps them on SQLite."""
    values = {name: getattr(action, name) for name in action.__struct_fields__}
    at = action.at.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")
    return values | {"sequence": action.sequence, "digest": action.digest, "at": at}
