"""What is broken, and when. Each place for a process has a fate after the other, out of one seed: it is killed, or ends
at a named point, or hangs; then the next process takes the place. The database and the bus are broken beside that.
"""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from tests.harness.cluster import Cluster, Slot
from tests.harness.points import HANGS, POINTS

FAULTS = KILL, POINT, STOP, HANG, POSTGRES, BACKEND, REDIS, LOSSY = (
    "kill",  # a process ends at any moment
    "point",  # at a named one
    "stop",  # it stands still for a while
    "hang",  # the same, while it holds a room's row
    "postgres",  # the database is restarted, hard
    "backend",  # one of its connections is cut
    "redis",  # the bus stands still for a while, or is gone
    "lossy",  # it loses every tenth message, all the time
)
USUAL = (KILL, POINT, POSTGRES, BACKEND)
LIVES = (0.3, 2.4)
"""For how many seconds a process that is to be killed lives."""
POLL_SECONDS = 0.05
NO_END = 10**9
LATEST = 6.0
"""After so many seconds a process that has not come to its point is killed."""
STILL = 6.0
"""For how long a hung process stands: longer than the database lets it hold a lock."""
EARLIEST, LATER = 5, 25
"""The action at which a point strikes lies between these."""


Work = Coroutine[Any, Any, None]


class Fate(Struct, frozen=True):
    kind: str
    point: str = ""
    """Of those that end or hang at one: its name and the pass at which it strikes."""
    after: float = 0.0

    @property
    def name(self) -> str:
        return self.point.partition(":")[0]


def fates(chance: Random, faults: tuple[str, ...]) -> Iterator[Fate]:
    """What becomes of one process after the other, for ever; kinds and points by turns, so that none is rare."""
    points = cycle(chance.sample(sorted(POINTS), len(POINTS)))
    kinds = [kind for kind in (KILL, KILL, POINT, POINT, KILL, POINT, KILL, STOP, HANG) if kind in faults]
    for kind in cycle(kinds):
        after = chance.uniform(*LIVES)
        name = next(points) if kind == POINT else next(iter(HANGS)) if kind == HANG else ""
        yield Fate(kind, f"{name}:{chance.randint(EARLIEST, LATER)}" if name else "", after)


class Nemesis:
    def __init__(self, cluster: Cluster, faults: tuple[str, ...], seed: str, most: Mapping[str, int]) -> None:
        """`most`: of what is named there, so much is enough."""
        self.cluster, self.faults, self.seed, self.most = cluster, faults, seed, most
        self.done: Counter[str] = Counter()
        """How often each thing has happened: faults, and points by name."""

    def tasks(self, seconds: float) -> list[Work]:
        """All that is to be done, until cancelled. `seconds`: how long the run may take."""
        slots = self.cluster.slots
        work: list[Work] = [self.haunt(slot, number) for number, slot in enumerate(slots)]
        others: dict[str, Callable[[Random], Work]] = {
            POSTGRES: self.restart_postgres,
            BACKEND: self.end_backend,
            REDIS: self.break_bus,
        }
        pauses = {POSTGRES: max(4.0, seconds / 8), BACKEND: 1.5, REDIS: 3.0}
        return work + [
            self.now_and_then(kind, others[kind], pauses[kind], Random(f"{self.seed}/{kind}"))
            for kind in self.faults
            if kind in others
        ]

    async def now_and_then(self, kind: str, strike: Callable[[Random], Work], pause: float, chance: Random) -> None:
        while True:
            await asyncio.sleep(pause * chance.uniform(0.5, 1.0))
            if not self.enough(kind):
                await strike(chance)

    async def haunt(self, slot: Slot, number: int) -> None:
        """One place: process after process."""
        for fate in fates(Random(f"{self.seed}/{number}"), self.faults) if self.fatal else islice([Fate("")], 1):
            if self.enough(fate.name or fate.kind) and not self.all_enough:
                continue
            if await self.cluster.start(slot, fate.point) and self.all_enough:
                return
            if slot.up:
                await self.fulfil(slot, fate)
            else:
                await self.cluster.kill(slot)
                self.done["stillborn"] += 1

    def enough(self, name: str) -> bool:
        return self.done[name] >= self.most.get(name, NO_END)

    @property
    def all_enough(self) -> bool:
        """Whether processes are left alone from now on."""
        ending = {KILL: [KILL], POINT: [*POINTS], HANG: [*HANGS]}
        return all(self.enough(name) for kind in self.faults for name in ending.get(kind, ()))

    @property
    def fatal(self) -> bool:
        """Whether anything befalls processes at all."""
        return bool({KILL, POINT, STOP, HANG} & {*self.faults})

    async def fulfil(self, slot: Slot, fate: Fate) -> None:
        if fate.kind == POINT:
            await self.ends_at_point(slot, fate)
        elif fate.kind == HANG:
            await self.hangs_at_point(slot, fate)
        elif await self.lives(slot, fate.after) and fate.kind == STOP:
            slot.send(signal.SIGSTOP)
            await self.stand_still(slot)
        else:
            self.done[KILL] += 1
        await self.cluster.kill(slot)

    async def lives(self, slot: Slot, seconds: float) -> bool:
        """Whether it is still there after so long."""
        with suppress(TimeoutError):
            await asyncio.wait_for(slot.ended.wait(), seconds)
        return not slot.ended.is_set()

    async def ends_at_point(self, slot: Slot, fate: Fate) -> None:
        """By itself; one that does not come so far is killed like others."""
        came = not await self.lives(slot, LATEST)
        self.done[fate.name if came else KILL] += 1

    async def hangs_at_point(self, slot: Slot, fate: Fate) -> None:
        for _ in range(int(LATEST / POLL_SECONDS)):
            if state_of(slot.pid) == "T":
                self.done[fate.name] += 1
                return await self.stand_still(slot)
            await asyncio.sleep(POLL_SECONDS)
        self.done[KILL] += 1
        return None

    async def stand_still(self, slot: Slot) -> None:
        """Others go on meanwhile; when it goes on, it finds out that they have."""
        slot.up = False
        self.done[STOP] += 1
        await asyncio.sleep(STILL)
        slot.send(signal.SIGCONT)
        slot.up = True
        await asyncio.sleep(1.0)

    async def restart_postgres(self, _chance: Random) -> None:
        await self.cluster.restart_postgres()
        self.done[POSTGRES] += 1

    async def end_backend(self, chance: Random) -> None:
        await self.cluster.end_backend(chance)
        self.done[BACKEND] += 1

    async def break_bus(self, chance: Random) -> None:
        await self.cluster.break_redis(chance)
        self.done[REDIS] += 1


def state_of(pid: int) -> str:
    """As the system calls it: `T` if it stands still."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return ""
