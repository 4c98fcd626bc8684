"""The ledger on SQLite, with nothing but the standard library. A commit takes microseconds while there is no other
writer, less than handing it to a thread would: so it runs directly in the server's event loop. If there is another
writer, a thread waits for the lock instead.

Actions that arrive together share a commit.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

from app.base.failures import StoreUnavailable
from app.store.db.database import Database
from app.store.db.sqlite_connections import IMPATIENT, PATIENT, connect, waits
from app.store.games.ledger import Action, Outcome, Stored, why_not
from app.store.games.rooms import RoomStore

MOVE = """
UPDATE rooms
SET sequence = ?, hash = ?, waiting = ?, awaited = ?, bot_due = ?, moved_at = ?, clock = ?
WHERE id = ? AND epoch = ? AND sequence = ? AND status = 'playing' AND clock = ? AND motions = ?
AND NOT EXISTS (SELECT 1 FROM entries WHERE room = ? AND key = ?)
"""
ENTER = """
INSERT INTO entries (room, epoch, sequence, side, key, digest, choice, news, rules, hash, at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
DUE = "UPDATE rooms SET status = ?, due_at = ? WHERE id = ?"
TELL = "UPDATE rooms SET news_at = ? WHERE id = ? AND news_at IS NULL"
"""The columns of `DUE` and `TELL` have an index each, which SQLite rewrites whenever one is set, changed or not: so
they are set only where they may differ."""
KEEP = "INSERT INTO snapshots (room, epoch, sequence, state) VALUES (?, ?, ?, ?)"

Pending = tuple[Action, "asyncio.Future[bool]"]


class SqliteLedger:
    """Only the event loop uses `connection`, or the thread while it waits for the lock."""

    def __init__(self, database: Database, rooms: RoomStore) -> None:
        self.rooms = rooms
        self.thread = ThreadPoolExecutor(1, "ledger")
        self.connection, self.log = connect(str(database.url.database)), database.log
        self.connection.execute("PRAGMA secure_delete = OFF")  # the ledger deletes nothing that people wrote
        self.pending: list[Pending] = []
        self.work: set[asyncio.Task[None]] = set()
        self.due = self.closed = False

    async def record(self, action: Action) -> Outcome:
        if self.closed:
            raise StoreUnavailable("the ledger is closed")
        loop = asyncio.get_running_loop()
        recorded = loop.create_future()
        self.pending.append((action, recorded))
        if not self.due:
            self.due = True
            loop.call_soon(self.write)
        return Stored() if await recorded else await why_not(self.rooms, action)

    def write(self) -> None:
        """Commit what has arrived in this turn of the event loop."""
        batch, self.pending = self.pending, []
        try:
            results = self.commit([action for action, _ in batch])
        except sqlite3.Error as error:
            if waits(error):
                self.in_thread(self.write_patiently(batch))
            else:
                self.failed(batch, error)
        else:
            self.succeeded(batch, results)

    async def write_patiently(self, batch: list[Pending]) -> None:
        """Wait for another writer in a thread. Actions that arrive during that wait for this."""
        loop = asyncio.get_running_loop()
        try:
            results = await loop.run_in_executor(self.thread, self.commit_patiently, [action for action, _ in batch])
        except sqlite3.Error as error:
            self.failed(batch, error)
        else:
            self.succeeded(batch, results)

    def commit_patiently(self, actions: list[Action]) -> list[bool]:
        self.connection.execute(PATIENT)
        try:
            return self.commit(actions)
        finally:
            self.connection.execute(IMPATIENT)

    def commit(self, actions: list[Action]) -> list[bool]:
        """Record these actions in one transaction."""
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
        do, of, at = self.connection.execute, action, moment(action.at)
        place = of.room, of.epoch, of.sequence
        moved = of.sequence, of.hash, of.waiting, of.awaited, of.bot_due, at, of.clock
        if do(MOVE, (*moved, of.room, of.epoch, of.seen, of.was, of.changes, of.room, of.key)).rowcount == 0:
            return False
        do(ENTER, (*place, of.side, of.key, of.digest, of.choice, of.news, of.rules, of.hash, at))
        if of.status != "playing" or of.clock or of.was:
            do(DUE, (of.status, moment(of.due_at) if of.due_at else None, of.room))
        if of.tells:
            do(TELL, (at, of.room))
        if of.snapshot is not None:
            do(KEEP, (*place, of.snapshot))
        return True

    def succeeded(self, batch: list[Pending], results: list[bool]) -> None:
        for (_, recorded), result in zip(batch, results, strict=True):
            if not recorded.done():
                recorded.set_result(result)
        if self.log:
            self.log.wrote(len(batch))
        self.go_on()

    def failed(self, batch: list[Pending], error: sqlite3.Error) -> None:
        for _, recorded in batch:
            if not recorded.done():
                recorded.set_exception(StoreUnavailable(str(error)))
        self.go_on()

    def go_on(self) -> None:
        self.due = bool(self.pending)
        if self.due:
            asyncio.get_running_loop().call_soon(self.write)

    def in_thread(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.work.add(task)
        task.add_done_callback(self.work.discard)

    async def close(self) -> None:
        """Finish what was accepted, then close the connection."""
        self.closed = True
        while self.due or self.work:
            await asyncio.gather(asyncio.sleep(0), *self.work)
        self.thread.shutdown()
        self.connection.close()


def moment(at: datetime) -> str:
    """Format a time as SQLAlchemy stores it on SQLite."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")
