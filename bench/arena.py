"""The contestants of bench.server and bench.fanout, each a server process on the servers' core: ours over SQLite, ours
over Postgres with fsync, and boardgame.io. All three run at the same time and are measured by turns. Servers that this
machine cannot run are left out, with a message.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Protocol, TypeVar

import uvloop

from bench import boardgame_io, ours
from bench.boardgame_io import NoPeer
from bench.playing import Play
from bench.processes import Started, on_load_core
from tests.support.starting import postgres_programs, start_postgres, stop

T = TypeVar("T")
NUMBERS = count()
HOMES = ("sqlite", "postgres", "peer", "bare", "database")


class Contestant(Protocol):
    """A server on which games can be played."""

    @property
    def process(self) -> Started: ...

    async def seated(self, tables: int) -> list[Play]:
        """Return this many new tables, with the sockets of their four players."""


@dataclass(frozen=True)
class Ours:
    served: ours.Served
    form: str = "json"
    """The kind of its players: programs, or pages (`html`)."""

    @property
    def process(self) -> Started:
        return self.served.process

    async def seated(self, tables: int) -> list[Play]:
        keys = await ours.open_tables(self.served.site, [next(NUMBERS) for _ in range(tables)])
        return [await ours.seated(self.served, key, self.form) for key in keys]


@dataclass(frozen=True)
class Theirs:
    port: int
    process: Started

    async def seated(self, tables: int) -> list[Play]:
        return [await boardgame_io.seated(self.port, f"match-{next(NUMBERS)}") for _ in range(tables)]


@dataclass(frozen=True)
class Arena:
    folder: Path
    sqlite: ours.Served
    postgres: ours.Served | None
    peer: Theirs | None


@asynccontextmanager
async def arena() -> AsyncIterator[Arena]:
    """Start all servers, and stop them in the end."""
    async with AsyncExitStack() as stack:
        stack.enter_context(on_load_core())
        folder = stack.enter_context(new_folder())
        homes = {name: folder / name for name in HOMES}
        site = await ours.founded(f"sqlite+aiosqlite:///{folder / 'horloge.db'}")
        sqlite = stack.enter_context(ours.serving(site, homes["sqlite"]))
        postgres = None
        if programs := postgres_programs():
            server = start_postgres(homes["database"], programs)
            stack.callback(stop, server)
            postgres = stack.enter_context(ours.serving(await ours.founded(server.url), homes["postgres"]))
        else:
            complain("Postgres is missing, so nothing is measured on it: sudo apt-get install postgresql")
        peer = None
        try:
            peer = Theirs(*stack.enter_context(boardgame_io.serving(homes["peer"])))
        except NoPeer as why:
            complain(f"there is nothing to compare with: {why}")
        yield Arena(folder, sqlite, postgres, peer)


@contextmanager
def new_folder() -> Iterator[Path]:
    """Make a folder that other users may enter: Postgres runs as another user where this runs as root."""
    with tempfile.TemporaryDirectory(prefix="horloge-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for home in HOMES:
            (folder / home).mkdir()
        yield folder


def complain(what: str) -> None:
    sys.stderr.write(f"bench: {what}\n")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run work in an event loop like the server's."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)
