"""The state of the site: what the store and all processes report, and what is wrong."""

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
"""A process that has reported nothing for this long is gone."""
LATE = timedelta(minutes=5)
"""Work that is this long overdue is not just about to be done."""
LONGEST_BEHIND = 5.0
"""Within how many seconds every view has to catch up with the log."""
DRILL = timedelta(days=31)
"""How old the last tested restore may be."""
decode = msgspec.json.Decoder(Figures).decode


class AtWork(Struct, frozen=True):
    """A running process."""

    name: str
    began_at: datetime
    at: datetime
    figures: Figures


class Report(Struct, frozen=True):
    at: datetime
    wrong: tuple[str, ...]
    """Everything that is wrong, by the keys of sentences: see WRONG."""
    games: dict[str, int]
    waiting_longest: list[Table]
    frozen: list[Table]
    nobody_asked: list[Table]
    stuck: list[str]
    missing: list[Table]
    """Unfinished games whose rules are not installed."""
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
    """Report on the site. Raises StoreUnavailable."""
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
