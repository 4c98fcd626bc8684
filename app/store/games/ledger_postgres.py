"""The ledger on Postgres: one statement, one round trip, for all actions that arrive while another one is running.

The update locks the row and compares epoch, sequence and clock with what is committed by then; only if it moved the row
are the entry and the snapshot written. Rooms that another transaction has locked are skipped, so that they do not hold
up the others; their actions are sent again, each by itself, and wait for the lock. The ledger has connections of its
own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import asyncpg
from sqlalchemy.exc import SQLAlchemyError

from app.base.failures import StoreUnavailable
from app.store.db.connections import Lines
from app.store.db.database import LEDGER_LINES, Database, plainly
from app.store.games.ledger import Action, Outcome, Stored, why_not
from app.store.games.rooms import RoomStore

AT_ONCE = 5
"""How many statements may run at a time, besides those that wait for a lock. Actions that arrive in the meantime share
the next statement. These statements have connections of their own."""
COLUMNS = {
    "room": "bigint",
    "epoch": "integer",
    "seen": "integer",
    "side": "text",
    "key": "text",
    "digest": "text",
    "choice": "text",
    "news": "text",
    "rules": "text",
    "hash": "text",
    "status": "text",
    "waiting": "text",
    "awaited": "text",
    "bot_due": "boolean",
    "at": "timestamptz",
    "snapshot": "text",
    "clock": "text",
    "due_at": "timestamptz",
    "was": "text",
    "changes": "integer",
    "tells": "boolean",
}
"""The fields of an action that a statement needs, with their types."""
NUMBERED = [*enumerate(COLUMNS.items(), 1)]
ONE = "NOT MATERIALIZED (SELECT " + ", ".join(f"${number}::{kind} AS {name}" for number, (name, kind) in NUMBERED) + ")"
LISTS = ", ".join(f"${number}::{kind}[]" for number, (_, kind) in NUMBERED)
SEVERAL = f"MATERIALIZED (SELECT * FROM unnest({LISTS}) AS action ({', '.join(COLUMNS)}))"  # noqa: S608 - the names are those above
UNLOCKED = "SELECT rooms.id FROM rooms, action WHERE rooms.id = room FOR NO KEY UPDATE OF rooms SKIP LOCKED"
ALL = "SELECT room AS id FROM action"
STATEMENT = """
WITH action AS {actions}, reached AS ({reached}), moved AS (
    UPDATE rooms
    SET sequence = seen + 1, hash = action.hash, status = action.status, waiting = action.waiting,
        awaited = action.awaited, bot_due = action.bot_due, moved_at = at, clock = action.clock,
        due_at = action.due_at, news_at = CASE WHEN tells THEN COALESCE(news_at, at) ELSE news_at END
    FROM action JOIN reached ON reached.id = room
    WHERE rooms.id = room AND rooms.epoch = action.epoch AND sequence = seen
        AND rooms.status = 'playing' AND rooms.clock = was AND rooms.motions = action.changes
    RETURNING action.*
), kept AS (
    INSERT INTO snapshots (room, epoch, sequence, state)
    SELECT room, epoch, seen + 1, snapshot FROM moved WHERE snapshot IS NOT NULL
)
INSERT INTO entries (room, epoch, sequence, side, key, digest, choice, news, rules, hash, at)
SELECT room, epoch, seen + 1, side, key, digest, choice, news, rules, hash, at FROM moved
RETURNING room, key, digest
"""
RECORD_ONE = STATEMENT.format(actions=ONE, reached=UNLOCKED)
RECORD_SEVERAL = STATEMENT.format(actions=SEVERAL, reached=UNLOCKED)
RECORD_PATIENTLY = STATEMENT.format(actions=ONE, reached=ALL)

LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    SQLAlchemyError,
    OSError,
    TimeoutError,
)
"""The errors of a missing or unusable connection. The driver reports an internal error if it is used just as it hears
that the server has ended the connection."""

Pending = tuple[Action, "asyncio.Future[bool]"]
"""An action, and whether it could be recorded without waiting."""
Name = tuple[Any, ...]
"""Identifies an action: its room, its key and the digest of its choice."""


class PostgresLedger:
    def __init__(self, database: Database, rooms: RoomStore) -> None:
        self.database = database
        self.rooms = rooms
        self.patient = asyncio.Semaphore(LEDGER_LINES - AT_ONCE)
        self.lines = Lines(database.write, LEDGER_LINES)
        self.pending: list[Pending] = []
        self.under_way: set[asyncio.Task[None]] = set()
        self.due = False
        """Whether a task that sends everything in `pending` has been started but has not run yet."""

    async def record(self, action: Action) -> Outcome:
        sent = asyncio.get_running_loop().create_future()
        self.pending.append((action, sent))
        self.go_on()
        try:
            recorded = await sent or await self.wait_for(action)
        except asyncpg.UniqueViolationError:
            recorded = False
        except (asyncpg.PostgresError, *LOST) as error:
            raise StoreUnavailable(f"{type(error).__name__}: {plainly(error)}") from error
        return Stored() if recorded else await why_not(self.rooms, action)

    def go_on(self) -> None:
        """Send what arrives in this turn of the event loop, unless enough statements are running."""
        if self.pending and not self.due and len(self.under_way) < AT_ONCE:
            self.due = True
            task = asyncio.create_task(self.send())
            self.under_way.add(task)
            task.add_done_callback(self.over)

    def over(self, task: asyncio.Task[None]) -> None:
        self.under_way.discard(task)
        self.go_on()

    async def send(self) -> None:
        """Record what can be recorded without waiting. If the server rejects one action, none is recorded and each is
        sent again by itself. If the outcome is unknown, it is so for all of them."""
        self.due = False
        batch, self.pending = self.pending, []
        try:
            done = await self.recorded([action for action, _ in batch])
        except Exception as error:  # noqa: BLE001 - whoever waits for it raises it
            if isinstance(error, LOST) or not isinstance(error, asyncpg.PostgresError):
                return self.failed(batch, error)
            done = set()
        for action, sent in batch:
            if not sent.done():
                sent.set_result(name_of(action) in done)
        return None

    def failed(self, batch: list[Pending], error: Exception) -> None:
        for _, sent in batch:
            if not sent.done():
                sent.set_exception(error)

    async def recorded(self, actions: list[Action]) -> set[Name]:
        """Return those of these actions that could be recorded at once."""
        rows = [values(action) for action in actions]
        if len(rows) == 1:
            return await self.execute(RECORD_ONE, *rows[0])
        return await self.execute(RECORD_SEVERAL, *zip(*rows, strict=True))

    async def wait_for(self, action: Action) -> bool:
        """Record an action, waiting until no other transaction locks its room."""
        async with self.patient:
            return name_of(action) in await self.execute(RECORD_PATIENTLY, *values(action))

    async def execute(self, statement: str, *given: object) -> set[Name]:
        """Run a statement and return the actions that it recorded."""
        return {tuple(row) for row in await self.lines.fetch(statement, given)}

    async def close(self) -> None:
        """Finish what was accepted, then close the connections."""
        while self.under_way:
            await asyncio.gather(*self.under_way)
        await self.lines.close()


def name_of(action: Action) -> Name:
    return action.room, action.key, action.digest


values: Callable[[Action], tuple[Any, ...]] = attrgetter(*COLUMNS)
