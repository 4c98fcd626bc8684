"""The common part of the two outboxes, mails and deliveries. A row is written in the transaction of the event it tells;
a process claims it, sends it, and records the outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.db.columns import When
from app.store.db.schema.messages import notices

KEPT = timedelta(days=7)
"""How long rows are kept after they were sent or given up."""
UNSENT: dict[str, Any] = {"due_at": None, "text": ""}


class Outbox:
    """`told_by` is the column of notices that names the message by which they were sent."""

    def __init__(self, table: sa.Table, told_by: sa.Column[str]) -> None:
        self.table, self.told_by = table, told_by

    def due(self, at: When) -> sa.Select[int]:
        """Select the rows to be sent."""
        return sa.select(self.table.c.id).where(self.table.c.due_at <= at)

    async def claim(
        self, connection: AsyncConnection, columns: Sequence[sa.Column[Any]], limit: int, at: datetime, again: datetime
    ) -> Sequence[sa.Row[Any]]:
        """Claim rows that are due. No other process gets them until `again`, by when they are sent or retried. Rows
        whose notices have all been settled since are not sent."""
        of, some = self.table.c, self.due(at).order_by(self.table.c.due_at).limit(limit)
        about = sa.exists().where(self.told_by == of.message)
        late = self.table.update().where(of.due_at <= at, about & ~about.where(notices.c.stands))
        await connection.execute(late.values(UNSENT | {"trouble": "settled before it was sent"}))
        taken = self.table.update().where(of.id.in_(some), of.due_at <= at)
        claimed = taken.values(due_at=again, tries=of.tries + 1).returning(*columns)
        return (await connection.execute(claimed)).all()

    async def sent(self, connection: AsyncConnection, number: int, at: datetime, keep_text: bool = False) -> None:
        values = {"sent_at": at, "due_at": None, "trouble": ""} | ({} if keep_text else {"text": ""})
        await connection.execute(self.table.update().where(self.table.c.id == number).values(values))

    async def failed(self, connection: AsyncConnection, number: int, trouble: str, again: datetime | None) -> None:
        """Record a failure: the row is retried at `again`, or given up if that is None. A row that was cancelled or
        replaced since stays so."""
        values = {"due_at": again, "trouble": trouble[:200]} | ({} if again else {"text": ""})
        waits = (self.table.c.id == number, self.table.c.due_at.isnot(None))
        await connection.execute(self.table.update().where(*waits).values(values))

    async def sweep(self, connection: AsyncConnection, at: datetime) -> None:
        """Delete rows that were sent or given up a while ago."""
        old = (self.table.c.due_at.is_(None), self.table.c.written_at < at - KEPT)
        await connection.execute(self.table.delete().where(*old))
