"""What is due at this moment, all kinds of it in one question, by the same rules by which each kind is asked for when
it is done. Called by app.due.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from functools import cache
from typing import Any, Literal

import sqlalchemy as sa

from app.store.clocks import ringing
from app.store.columns import Moment
from app.store.database import Database
from app.store.mails import to_be_sent
from app.store.motions import overdue
from app.store.notices import gone_on, to_be_told
from app.store.parcels import to_be_brought
from app.store.tenures import offered_long

Kind = Literal["clocks", "motions", "seats", "news", "notices", "mails", "parcels"]
AT, BEFORE = sa.bindparam("at", type_=Moment), sa.bindparam("before", type_=Moment)


class DueStore:
    def __init__(self, database: Database, staying: Collection[str]) -> None:
        """`staying`: the kinds of motions that are about a position."""
        self.database = database
        self.kinds, self.question = question_of(frozenset(staying))

    async def due(self, at: datetime, before: datetime) -> set[Kind]:
        """What is due now; of games that have gone on, before then."""
        async with self.database.asking() as connection:
            row = (await connection.execute(self.question, {"at": at, "before": before})).one()
        return {kind for kind, there in zip(self.kinds, row, strict=True) if there}


@cache
def question_of(staying: frozenset[str]) -> tuple[tuple[Kind, ...], sa.Select[*tuple[Any, ...]]]:
    """All kinds, and the one question about them in the same order. It is put together once: that takes longer than
    its answer."""
    kinds: dict[Kind, sa.Select[str] | sa.Select[int] | sa.Select[str, int]] = {
        "clocks": ringing(AT),
        "motions": overdue(AT, staying),
        "seats": offered_long(AT),
        "news": gone_on(BEFORE),
        "notices": to_be_told(AT),
        "mails": to_be_sent(AT),
        "parcels": to_be_brought(AT),
    }
    return tuple(kinds), sa.select(*(due.exists() for due in kinds.values()))
