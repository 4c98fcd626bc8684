"""The parts that are broken and mended: a Postgres with fsync on, a Redis, and server processes over them, on this
machine and for this run only. Nemesis breaks them, and players ask where processes are.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import msgspec

from app.base import ending
from app.store.db.migrations import bring_up_to_date
from tests.harness.lossy import losing
from tests.harness.planted import CONTROLS
from tests.harness.server import ARM, Birth, Born, Ended, Ready
from tests.support.redis import start_redis
from tests.support.starting import Postgres, Server, free_port, new_postgres, stop

ROOT = Path(__file__).parents[2]
POLL_SECONDS = 0.01
READY_SECONDS = 60.0
UP_SECONDS = 15.0
STAMINA = {
    "HORLOGE_GAMES": "tests.games.tiny",
    "HORLOGE_BOT_PACE": "3600",
    "HORLOGE_SOCKET_PACE": "1000000",
    "HORLOGE_SOCKETS": "0",
    "HORLOGE_LOG_LEVEL": "error",
}
"""Settings under which only faults delay players."""
decode = msgspec.json.Decoder(Ready | Born | Ended).decode


@dataclass
class Slot:
    """A place for one process at a time, always on the same port."""

    port: int
    log: Path
    point: Path
    """The file from which its process reads the point at which it is to end."""
    pid: int = 0
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    code: int = 0
    """The exit code of its last process, as subprocess reports it."""
    up: bool = False

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the process, if there is one."""
        if self.pid:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)


@dataclass
class Cluster:
    postgres: Postgres
    database: str
    """The address of the database."""
    redis: Server | None
    slots: list[Slot]
    nursery: asyncio.subprocess.Process
    newborn: Slot | None = None
    """The slot of the process started last."""
    born: asyncio.Event = field(default_factory=asyncio.Event)
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    birth: asyncio.Lock = field(default_factory=asyncio.Lock)
    under_way: set[asyncio.Task[None]] = field(default_factory=set)
    outages: list[tuple[float, float]] = field(default_factory=list)
    """The start and end of each outage of the database."""

    def any(self, chance: Random) -> Slot:
        """Return the slot for a new connection: one whose process is up, if there is any."""
        return chance.choice([slot for slot in self.slots if slot.up] or self.slots)

    async def listen(self) -> None:
        """Read the messages of the parent process for as long as it lives."""
        assert self.nursery.stdout
        while line := await self.nursery.stdout.readline():
            told = decode(line)
            if isinstance(told, Ready):
                self.ready.set()
            if isinstance(told, Born) and self.newborn:
                self.newborn.pid = told.pid  # at once, because its end may be reported right after
                self.born.set()
            for slot in self.slots:
                if isinstance(told, Ended) and slot.pid == told.pid:
                    slot.pid, slot.code, slot.up = 0, told.code, False
                    slot.ended.set()

    async def wholly(self, work: Coroutine[Any, Any, None]) -> None:
        """Finish this work even if the caller is cancelled, so that nothing stays broken or half started."""
        task = asyncio.create_task(work)
        self.under_way.add(task)
        task.add_done_callback(self.under_way.discard)
        await asyncio.shield(task)

    async def start(self, slot: Slot) -> bool:
        """Start a process in a slot; return whether it came up."""
        await self.wholly(self.give_birth(slot))
        slot.up = await self.comes_up(slot)
        return slot.up

    async def give_birth(self, slot: Slot) -> None:
        assert self.nursery.stdin
        async with self.birth:
            self.newborn = slot
            self.born.clear()
            slot.ended.clear()
            birth = Birth(slot.port, str(slot.log), str(slot.point))
            self.nursery.stdin.write(msgspec.json.encode(birth) + b"\n")
            await self.born.wait()

    def arm(self, slot: Slot, point: str) -> None:
        """Let its process end or hang at a point."""
        slot.point.write_text(point)
        slot.send(ARM)

    async def comes_up(self, slot: Slot) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(UP_SECONDS):
                while not slot.ended.is_set():
                    with suppress(OSError):
                        _, writer = await asyncio.open_connection("127.0.0.1", slot.port)
                        writer.close()
                        return True
                    await asyncio.sleep(POLL_SECONDS)
        return False

    async def kill(self, slot: Slot) -> None:
        slot.up = False
        slot.send(signal.SIGKILL)
        if slot.pid:
            await slot.ended.wait()

    async def restart_postgres(self, _chance: Random) -> None:
        """Restart Postgres hard, losing what is in its memory."""
        began = time.monotonic()
        await asyncio.to_thread(self.postgres.break_off)
        await asyncio.to_thread(self.postgres.start)
        self.outages.append((began, time.monotonic()))

    async def break_redis(self, chance: Random) -> None:
        """Halt Redis for some seconds, or end it."""
        if not self.redis:
            return
        seconds, pid = chance.uniform(1, 4), pid_in(self.redis.pidfile)
        if chance.random() < 0.5:
            os.kill(pid, signal.SIGSTOP)
            await asyncio.sleep(seconds)
            os.kill(pid, signal.SIGCONT)
        else:
            await asyncio.to_thread(stop, self.redis)
            await asyncio.sleep(seconds)
            folder, port = Path(self.redis.pidfile).parent, urlsplit(self.redis.url).port
            self.redis = await asyncio.to_thread(start_redis, folder, port or 0)

    async def end_backend(self, chance: Random) -> None:
        """Let the database cut one connection of a process."""
        with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            async with self.asking() as connection:
                others = "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'horloge%' ORDER BY pid"
                pids = [row["pid"] for row in await connection.fetch(others)]
                if pids:
                    await connection.execute("SELECT pg_terminate_backend($1)", chance.choice(pids))

    async def loosen(self, control: str) -> None:
        """Let the database allow what a planted fault does."""
        if control and (schema := CONTROLS[control].schema):
            async with self.asking() as connection:
                await connection.execute(schema)

    @asynccontextmanager
    async def asking(self) -> AsyncIterator[asyncpg.Connection]:
        """Open a connection to the database that belongs to no process."""
        connection = await asyncpg.connect(self.database.replace("+asyncpg", ""), timeout=5)
        try:
            yield connection
        finally:
            await connection.close()


@asynccontextmanager
async def cluster(
    folder: Path, programs: Path, size: int, redis: bool, control: str = "", lossy: Random | None = None
) -> AsyncIterator[Cluster]:
    """Set up empty slots for this many processes over a new database. `lossy`: what Redis sends them gets lost now and
    then, by this chance."""
    postgres = await asyncio.to_thread(new_postgres, subfolder(folder, "postgres"), programs)
    async with AsyncExitStack() as stack:
        stack.callback(end, postgres.server)
        bus = await asyncio.to_thread(start_redis, subfolder(folder, "redis")) if redis else None
        url = bus.url if bus else ""
        if bus:
            stack.callback(end, bus)
        if bus and lossy:
            url = await stack.enter_async_context(losing(url, lossy))
        environment = {"DATABASE_URL": postgres.server.url, "REDIS_URL": url, "HORLOGE_CONTROL": control}
        async with nursery(os.environ | STAMINA | environment, folder / "nursery.log") as parent:
            slots = [Slot(free_port(), folder / f"server-{n}.log", folder / f"point-{n}") for n in range(size)]
            made = Cluster(postgres, postgres.server.url, bus, slots, parent)
            listening = asyncio.create_task(made.listen())
            await asyncio.to_thread(postgres.start)
            await bring_up_to_date(made.database)
            await made.loosen(control)
            async with asyncio.timeout(READY_SECONDS):
                await made.ready.wait()
            yield made
            await ending.end([listening])


def end(server: Server) -> None:
    """Stop a server if it is running."""
    with suppress(FileNotFoundError, ProcessLookupError):
        stop(server)


def pid_in(pidfile: str) -> int:
    return int(Path(pidfile).read_text().split()[0])


def subfolder(folder: Path, name: str) -> Path:
    made = folder / name
    made.mkdir()
    return made


@asynccontextmanager
async def nursery(environment: dict[str, str], log: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """Start the parent of all server processes; they end with it."""
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-m", "tests.harness.server")
    with log.open("ab") as complaints:
        process = await asyncio.create_subprocess_exec(
            *command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, stderr=complaints
        )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
