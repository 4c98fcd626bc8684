"""Finds out what is due at this moment, all kinds in one query, with the same conditions that select the rows of each
kind.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from functools import cache
from typing import Any, Literal

import sqlalchemy as sa

from app.store.db.columns import Moment
from app.store.db.database import Database
from app.store.games.clocks import ringing
from app.store.games.votes import overdue_rooms
from app.store.messages.deliveries import OUTBOX as DELIVERIES
from app.store.messages.mail_outbox import OUTBOX as MAILS
from app.store.messages.notices import people_due, rooms_with_news
from app.store.tables.tenures import offered_long

Kind = Literal["clocks", "votes", "seats", "news", "notices", "mails", "deliveries"]
AT, BEFORE = sa.bindparam("at", type_=Moment), sa.bindparam("before", type_=Moment)


class DueStore:
    def __init__(self, database: Database, staying: Collection[str]) -> None:
        """`staying` names the kinds of votes that are about a position."""
        self.database = database
        self.kinds, self.question = question_of(frozenset(staying))

    async def due(self, at: datetime, before: datetime) -> set[Kind]:
        """Return the kinds with rows that are due at `at`, for news of games those older than `before`."""
        async with self.database.asking() as connection:
            row = (await connection.execute(self.question, {"at": at, "before": before})).one()
        return {kind for kind, there in zip(self.kinds, row, strict=True) if there}


@cache
def question_of(staying: frozenset[str]) -> tuple[tuple[Kind, ...], sa.Select[*tuple[Any, ...]]]:
    """Return all kinds and one query about them in the same order. It is built once: building takes longer than running
    it."""
    kinds: dict[Kind, sa.Select[str] | sa.Select[int] | sa.Select[str, int]] = {
        "clocks": ringing(AT),
        "votes": overdue_rooms(AT, staying),
        "seats": offered_long(AT),
        "news": rooms_with_news(BEFORE),
        "notices": people_due(AT),
        "mails": MAILS.due(AT),
        "deliveries": DELIVERIES.due(AT),
    }
    return tuple(kinds), sa.select(*(due.exists() for due in kinds.values()))
