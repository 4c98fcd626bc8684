"""The ledger on Postgres: one statement, one round trip.

The update takes the row's lock, and compares epoch, sequence and clock with what is committed by then; only if it moved
the row, the entry and the snapshot are written. It is sent over driver connections that SQLAlchemy's pool handed out
and the ledger keeps, so that asyncpg prepares it once on each.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import NamedTuple

import asyncpg
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.database import LEDGER_LINES, Database, StoreUnavailable, plain_errors
from app.store.ledger import Action, Outcome, Stored, why_not
from app.store.rooms import RoomStore

RECORD = """
WITH moved AS (
    UPDATE rooms
    SET sequence = $3::integer + 1, hash = $10, status = $11, waiting = $12, bot_due = $13, moved_at = $14,
        awaited = $16, clock = $17, due_at = $18,
        news_at = CASE WHEN $21::boolean THEN COALESCE(news_at, $14) ELSE news_at END
    WHERE id = $1 AND epoch = $2 AND sequence = $3 AND status = 'playing' AND clock = $19 AND motions = $20
    RETURNING id
), kept AS (
    INSERT INTO snapshots (room, epoch, sequence, state)
    SELECT id, $2, $3 + 1, $15::text FROM moved WHERE $15::text IS NOT NULL
)
INSERT INTO entries (room, epoch, sequence, side, key, digest, choice, news, rules, hash, at)
SELECT id, $2, $3 + 1, $4, $5, $6, $7, $8, $9, $10, $14 FROM moved
"""

LOST = (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)
"""The connection is of no use any more. The driver speaks of an internal error when it is used just as it hears that
the server has hung up."""


class Line(NamedTuple):
    """A connection out of the pool, and the driver's own that it stands for."""

    pooled: AsyncConnection
    driver: asyncpg.Connection

    async def give_up(self) -> None:
        with suppress(SQLAlchemyError, *LOST):
            await self.pooled.invalidate()
            await self.pooled.close()


class PostgresLedger:
    def __init__(self, database: Database, rooms: RoomStore) -> None:
        self.database = database
        self.rooms = rooms
        self.free = asyncio.Semaphore(LEDGER_LINES)
        self.lines: list[Line] = []

    async def record(self, action: Action) -> Outcome:
        try:
            recorded = await self.execute(action)
        except asyncpg.UniqueViolationError:
            recorded = False
        except (asyncpg.PostgresError, *LOST) as error:
            raise StoreUnavailable(f"{type(error).__name__}: {error}") from error
        return Stored() if recorded else await why_not(self.rooms, action)

    async def execute(self, action: Action) -> bool:
        """Whether the statement recorded it. The line is kept if the server answered, whatever it said."""
        async with self.free:
            line, answered = await self.taken(), False
            try:
                done: str = await line.driver.execute(RECORD, *parameters(action))
                answered = True
            except asyncpg.PostgresError as error:
                answered = not isinstance(error, LOST)
                raise
            finally:
                if answered:
                    self.lines.append(line)
                else:
                    await line.give_up()
        return done == "INSERT 0 1"

    async def taken(self) -> Line:
        """A line that is at hand, else a new one. What the driver knows to be closed is passed over."""
        while self.lines:
            line = self.lines.pop()
            if not line.driver.is_closed():
                return line
            await line.give_up()
        with plain_errors():
            pooled = await self.database.write.connect()
            raw = await pooled.get_raw_connection()
        assert raw.driver_connection
        return Line(pooled, raw.driver_connection)

    async def close(self) -> None:
        while self.lines:
            await self.lines.pop().pooled.close()


def parameters(action: Action) -> tuple[object, ...]:
    return (
        action.room,
        action.epoch,
        action.seen,
        action.side,
        action.key,
        action.digest,
        action.choice,
        action.news,
        action.rules,
        action.hash,
        action.status,
        action.waiting,
        action.bot_due,
        action.at,
        action.snapshot,
        action.awaited,
        action.clock,
        action.due_at,
        action.was,
        action.motions,
        action.tells,
    )
