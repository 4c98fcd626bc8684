"""Putting a backup back, and finding out whether what is there then can be played on: every game is played again, and
leads to the hashes that were stored with it. Called by `horloge restore`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from app.backups import Backup
from app.clock import now
from app.rooms.proving import Verdict, prove_all
from app.store import dumping
from app.store.database import Database
from app.store.restores import Restored, RestoreStore
from app.store.rooms import RoomGone, RoomStore


class Report(Struct):
    """What came of it, so far."""

    file: str
    made_at: datetime
    rows: int
    trial: bool
    raised: int = 0
    """How many games had their epoch raised: who saw more of them is told where they are now."""
    verified: bool = False
    games: int = 0
    wrong: list[Verdict] = []
    """Games that are not what their logs say."""
    older: list[Verdict] = []
    """Games that went on under rules that are others by now; their positions are what was stored."""


@asynccontextmanager
async def trial_database() -> AsyncIterator[Database]:
    """A database of its own, thrown away afterwards."""
    with TemporaryDirectory(prefix="horloge-trial-") as folder:
        database = Database(f"sqlite+aiosqlite:///{Path(folder, 'trial.db')}", patient=True)
        try:
            yield database
        finally:
            await database.close()


async def put_back(database: Database, backup: Backup, replace: bool, report: Report) -> None:
    """Raises NotEmpty, InUse."""
    report.raised = await dumping.put_back(database, backup.head.revision, backup.lines(), replace)


async def verify(database: Database, report: Report) -> AsyncIterator[int]:
    """Play every game again, with all its branches; tells how many games there are, once before the first and after
    each."""
    store = RoomStore(database)
    keys = await store.keys()
    yield len(keys)
    for key in keys:
        try:
            verdict = await prove_all(store, await store.row(key))
        except RoomGone:
            continue
        report.games += 1
        if verdict.result != "same":
            (report.older if verdict.other_rules else report.wrong).append(verdict)
        yield len(keys)
    report.verified = True


async def remember(database: Database, report: Report) -> None:
    """Note that a backup was restored and proved: health tells how long ago that was."""
    found = Restored(report.made_at, now(), report.trial, report.games, len(report.wrong))
    await RestoreStore(database).add(found)
