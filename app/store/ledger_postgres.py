"""The ledger on Postgres: one statement, one round trip, for all actions that arrive while another one is under way.

The update takes the row's lock, and compares epoch, sequence and clock with what is committed by then; only if it moved
the row, the entry and the snapshot are written. Rooms that somebody else has locked are passed over, so that they don't
hold the others up; their actions are sent once more by themselves, and wait for the lock. All of it goes over lines of
the ledger's own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import asyncpg
from sqlalchemy.exc import SQLAlchemyError

from app.store.database import LEDGER_LINES, Database, StoreUnavailable, plainly
from app.store.ledger import Action, Outcome, Stored, why_not
from app.store.lines import Lines
from app.store.rooms import RoomStore

AT_ONCE = 5
"""Statements that may be under way at a time, besides those that wait for a lock; what arrives meanwhile goes together
with the next one. They have connections of their own."""
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
    "motions": "integer",
    "tells": "boolean",
}
"""What a statement is told of an action: its fields of these names, and their types."""
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
        AND rooms.status = 'playing' AND rooms.clock = was AND rooms.motions = action.motions
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
"""There is no connection, or none that is of use any more. The driver speaks of an internal error when it is used just
as it hears that the server has ended the connection."""

Pending = tuple[Action, "asyncio.Future[bool]"]
"""An action and whether it is recorded, as far as that goes without waiting."""
Name = tuple[Any, ...]
"""What an action is told apart by: its room, its key and what that stands for."""


class PostgresLedger:
    def __init__(self, database: Database, rooms: RoomStore) -> None:
        self.database = database
        self.rooms = rooms
        self.patient = asyncio.Semaphore(LEDGER_LINES - AT_ONCE)
        self.lines = Lines(database.write, LEDGER_LINES)
        self.pending: list[Pending] = []
        self.under_way: set[asyncio.Task[None]] = set()
        self.due = False
        """Whether a statement is about to take all that has arrived."""

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
        """Send what arrives in this turn of the loop, unless enough is under way."""
        if self.pending and not self.due and len(self.under_way) < AT_ONCE:
            self.due = True
            task = asyncio.create_task(self.send())
            self.under_way.add(task)
            task.add_done_callback(self.over)

    def over(self, task: asyncio.Task[None]) -> None:
        self.under_way.discard(task)
        self.go_on()

    async def send(self) -> None:
        """Record what can be recorded without waiting. If the server finds fault with one of them, none is, and each is
        to be sent by itself; if it can't be told what became of them, that is so for all."""
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
        """Those of these actions that could be recorded at once."""
        rows = [values(action) for action in actions]
        if len(rows) == 1:
            return await self.execute(RECORD_ONE, *rows[0])
        return await self.execute(RECORD_SEVERAL, *zip(*rows, strict=True))

    async def wait_for(self, action: Action) -> bool:
        """Record it once nobody else has locked its room."""
        async with self.patient:
            return name_of(action) in await self.execute(RECORD_PATIENTLY, *values(action))

    async def execute(self, statement: str, *given: object) -> set[Name]:
        """The actions that a statement recorded."""
        return {tuple(row) for row in await self.lines.fetch(statement, given)}

    async def close(self) -> None:
        """What has been taken on is still written."""
        while self.under_way:
            await asyncio.gather(*self.under_way)
        await self.lines.close()


def name_of(action: Action) -> Name:
    return action.room, action.key, action.digest


values: Callable[[Action], tuple[Any, ...]] = attrgetter(*COLUMNS)
