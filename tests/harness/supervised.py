"""The real `horloge serve --workers N` over the harness's database and bus: one address, behind which a supervisor
starts workers. Workers are killed as they serve and as they start, and so is the supervisor, which is restarted at
once, as a service manager would do.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx2

from tests.harness.cluster import POLL_SECONDS, READY_SECONDS, ROOT, STAMINA, UP_SECONDS, Cluster, Slot
from tests.harness.history import History
from tests.support.family import children_of

WORKER, STARTING, SUPERVISOR = KINDS = (
    "worker",  # one of the workers is killed
    "starting",  # and the one that takes its place, before it is ready
    "supervisor",  # the supervisor is killed, and started again at once
)
MOVES = 5
"""The number of actions acknowledged before the next kill."""
LIVES = (0.1, 1.0)
"""The seconds that it lives after that."""


class Supervised:
    """The command and what is done to it. `slot` is where players find it."""

    def __init__(self, found: Cluster, folder: Path, port: int, workers: int = 2) -> None:
        bus = found.redis.url if found.redis else ""
        self.environment = os.environ | STAMINA | {"DATABASE_URL": found.database, "REDIS_URL": bus}
        self.command = [sys.executable, "-m", "app", "serve", "--workers", str(workers), "--port", str(port)]
        self.slot = Slot(port, folder / "supervised.log", folder / "point")
        self.slot.up = True
        self.done: Counter[str] = Counter()
        self.process = self.begin()
        found.slots.append(self.slot)

    def begin(self) -> subprocess.Popen[bytes]:
        with self.slot.log.open("ab") as log:
            return subprocess.Popen(self.command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)

    @property
    def workers(self) -> list[int]:
        return children_of(self.process.pid)

    async def comes_up(self) -> None:
        """Wait until a worker takes requests."""
        async with asyncio.timeout(READY_SECONDS):
            while not await self.answers():
                assert self.process.poll() is None, f"it has ended:\n{self.slot.log.read_text()}"
                await asyncio.sleep(POLL_SECONDS)

    async def answers(self) -> bool:
        """Tell whether the address answers. The worker that took the connection may be the one that is killed."""
        with suppress(httpx2.HTTPError):
            async with httpx2.AsyncClient(timeout=5, trust_env=False) as http:
                return (await http.get(f"{self.slot.address}/health/live")).status_code == 200
        return False

    async def haunt(self, chance: Random, history: History) -> None:
        """Kill one kind after the other until cancelled, each time once people have played on."""
        while True:
            for kind in chance.sample(KINDS, len(KINDS)):
                enough = history.acknowledged + MOVES
                while history.acknowledged < enough:  # noqa: ASYNC110 - what it waits for is told by many
                    await asyncio.sleep(POLL_SECONDS)
                await asyncio.sleep(chance.uniform(*LIVES))
                await self.strike(kind, chance)
                self.done[kind] += 1

    async def strike(self, kind: str, chance: Random) -> None:
        if kind == SUPERVISOR:
            self.process.kill()
            self.process.wait()
            self.process = self.begin()
            return await self.comes_up()
        before = self.workers
        kill(chance.choice(before) if before else 0)
        if kind == STARTING:
            kill(await self.next_of(before))
        return None

    async def next_of(self, before: list[int]) -> int:
        """Return the worker that takes the place of one of these, as soon as it is there."""
        async with asyncio.timeout(UP_SECONDS):
            while not (others := [pid for pid in self.workers if pid not in before]):  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(POLL_SECONDS)
        return others[-1]

    def end(self) -> int:
        """Stop the command; return its exit code."""
        self.process.terminate()
        try:
            return self.process.wait(UP_SECONDS)
        finally:
            self.process.kill()
            self.process.wait()


def kill(pid: int) -> None:
    if pid:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
