"""Restores a backup and verifies the result: every game is played again and has to lead to the hashes stored with
it.
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
    """The progress so far."""

    file: str
    made_at: datetime
    rows: int
    trial: bool
    raised: int = 0
    """How many games had their epoch raised: browsers that saw more of them are shown the present position."""
    verified: bool = False
    games: int = 0
    wrong: list[Verdict] = []
    """Games that are not what their logs say."""
    older: list[Verdict] = []
    """Games that went on under rules that have changed since; they have the stored positions."""


@asynccontextmanager
async def trial_database() -> AsyncIterator[Database]:
    """Open a database of its own, which is deleted afterwards."""
    with TemporaryDirectory(prefix="horloge-trial-") as folder:
        database = Database(f"sqlite+aiosqlite:///{Path(folder, 'trial.db')}", patient=True)
        try:
            yield database
        finally:
            await database.close()


async def put_back(database: Database, backup: Backup, replace: bool, report: Report) -> None:
    """Restore a backup. Raises NotEmpty and InUse."""
    report.raised = await dumping.put_back(database, backup.head.revision, backup.lines(), replace)


async def verify(database: Database, report: Report) -> AsyncIterator[int]:
    """Play every game again, with all its branches; yield their number before the first, and after each."""
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
    """Record that a backup was restored and verified, for the health report."""
    found = Restored(report.made_at, now(), report.trial, report.games, len(report.wrong))
    await RestoreStore(database).add(found)
