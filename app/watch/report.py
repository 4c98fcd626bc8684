"""How a site is: what the store and all processes tell, and what of it is not as it should be. Called by `routes`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct
from msgspec.structs import astuple, replace

from app.clock import now
from app.store.database import Database
from app.store.restores import Restored, RestoreStore
from app.store.watching import Deliveries, Late, Process, Table, WatchStore
from app.watch.figures import TELL_SECONDS, Figures
from engine.core import registry

SILENT = timedelta(seconds=3 * TELL_SECONDS)
"""A process that has not said anything for so long is not there any more."""
LATE = timedelta(minutes=5)
"""What is not done so long after it was due is not just being done."""
LONGEST_BEHIND = 5.0
"""Seconds within which every view is where the log is."""
DRILL = timedelta(days=31)
"""How old the last restore that was tried out may be."""
decode = msgspec.json.Decoder(Figures).decode


class AtWork(Struct, frozen=True):
    """A process that is there."""

    name: str
    began_at: datetime
    at: datetime
    figures: Figures


class Report(Struct, frozen=True):
    at: datetime
    wrong: tuple[str, ...]
    """What is not as it should be, by the keys of sentences: see WRONG."""
    games: dict[str, int]
    waiting_longest: list[Table]
    frozen: list[Table]
    nobody_asked: list[Table]
    stuck: list[str]
    missing: list[Table]
    """Games that go on, whose rules are not installed."""
    late: Late
    mails: Deliveries
    parcels: Deliveries
    processes: list[AtWork]
    restored: Restored | None

    @property
    def behind_seconds(self) -> float:
        return max((one.figures.behind_seconds for one in self.processes), default=0.0)

    def as_json(self) -> bytes:
        return msgspec.json.encode(self)


async def report(database: Database) -> Report:
    """Raises StoreUnavailable."""
    at, store = now(), WatchStore(database)
    found = Report(
        at=at,
        wrong=(),
        games=await store.statuses(),
        waiting_longest=await store.waiting_longest(),
        frozen=await store.frozen(),
        nobody_asked=await store.nobody_asked(),
        stuck=[],
        missing=await store.played_by(is_missing),
        late=await store.late(at - LATE),
        mails=await store.mails(at - LATE),
        parcels=await store.parcels(at - LATE),
        processes=[at_work(process) for process in await store.processes(at - SILENT)],
        restored=await RestoreStore(database).latest(),
    )
    stuck = sorted({key for one in found.processes for key in one.figures.stuck})
    found = replace(found, stuck=stuck)
    return replace(found, wrong=tuple(name for name, is_so in WRONG.items() if is_so(found)))


def is_missing(game: str) -> bool:
    return game not in registry.games()


def at_work(process: Process) -> AtWork:
    return AtWork(process.name, process.began_at, process.at, decode(process.figures))


WRONG: dict[str, Callable[[Report], bool]] = {
    "frozen": lambda found: bool(found.frozen),
    "stuck": lambda found: bool(found.stuck or found.nobody_asked),
    "missing": lambda found: bool(found.missing),
    "late": lambda found: any(astuple(found.late)),
    "mails": lambda found: bool(found.mails.stale or found.mails.given_up),
    "parcels": lambda found: bool(found.parcels.stale or found.parcels.given_up),
    "behind": lambda found: found.behind_seconds > LONGEST_BEHIND,
    "no_restore": lambda found: found.restored is None or found.restored.made_at < found.at - DRILL,
    "bad_restore": lambda found: found.restored is not None and found.restored.wrong > 0,
}
