"""The ledger on Postgres: one statement, one round trip.

The update takes the row's lock, and compares epoch and sequence with what is committed by then; only if it moved the
row, the entry and the snapshot are written. asyncpg prepares it on each connection that SQLAlchemy's pool hands out.
"""

from __future__ import annotations

import asyncpg
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from app.store.database import Database, StoreUnavailable, plain_errors
from app.store.ledger import Action, Outcome, Stored, why_not
from app.store.rooms import RoomStore

RECORD = """
WITH moved AS (
    UPDATE rooms
    SET sequence = $3::integer + 1, hash = $10, status = $11, waiting = $12, bot_due = $13, moved_at = $14,
        awaited = $16
    WHERE id = $1 AND epoch = $2 AND sequence = $3 AND status = 'playing'
    RETURNING id
), kept AS (
    INSERT INTO snapshots (room, epoch, sequence, state)
    SELECT id, $2, $3 + 1, $15::text FROM moved WHERE $15::text IS NOT NULL
)
INSERT INTO entries (room, epoch, sequence, side, key, digest, choice, news, rules, hash, at)
SELECT id, $2, $3 + 1, $4, $5, $6, $7, $8, $9, $10, $14 FROM moved
"""

LOST = (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, OSError, TimeoutError)
"""The connection is of no use any more."""


class PostgresLedger:
    def __init__(self, database: Database, rooms: RoomStore) -> None:
        self.database = database
        self.rooms = rooms

    async def record(self, action: Action) -> Outcome:
        try:
            recorded = await self.execute(action)
        except asyncpg.UniqueViolationError:
            recorded = False
        return Stored() if recorded else await why_not(self.rooms, action)

    async def execute(self, action: Action) -> bool:
        with plain_errors():
            pooled = await self.database.write.raw_connection()
        try:
            driver: asyncpg.Connection = pooled.driver_connection
            return bool(await driver.execute(RECORD, *parameters(action)) == "INSERT 0 1")
        except LOST as error:
            pooled.invalidate()
            raise StoreUnavailable(f"Postgres went away: {error!r}") from error
        except asyncpg.UniqueViolationError:
            raise
        except (asyncpg.PostgresError, DBAPIError) as error:
            raise StoreUnavailable(str(error)) from error
        finally:
            give_back(pooled)

    async def close(self) -> None:
        """Its connections are the pool's."""


def give_back(pooled: object) -> None:
    try:
        pooled.close()  # type: ignore[attr-defined]
    except SQLAlchemyError:
        return


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
    )
