"""Decides what is broken, and when. Each slot sees one fate after the other, drawn from one seed: its process is
killed, or ends at a named point, or hangs; then the next process takes the slot. The database and the bus are broken
independently of that.
"""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from tests.harness.cluster import Cluster, Slot
from tests.harness.goal import BACKEND, HANG, KILL, POINT, POSTGRES, REDIS, STOP, Goal
from tests.harness.history import History
from tests.harness.points import HANGS, POINTS

USUAL = (KILL, POINT, POSTGRES, BACKEND)
LIVES = (0.3, 2.4)
"""The seconds that a process lives before it is killed."""
POLL_SECONDS = 0.05
LATEST = 6.0
"""The seconds after which a process that has not come to its point is killed."""
STILL = 6.0
"""The seconds that a hung process stands still: longer than the database lets it hold a lock."""
EARLIEST, LATER = 5, 25
"""The bounds of the number of the action at which a point strikes."""


Work = Coroutine[Any, Any, None]


class Fate(Struct, frozen=True):
    kind: str
    point: str = ""
    """For processes that end or hang at a point: its name and the pass at which it strikes."""
    after: float = 0.0

    @property
    def name(self) -> str:
        """The name of the point."""
        return self.point.partition(":")[0]

    @property
    def called(self) -> str:
        return self.name or self.kind


def fates(chance: Random, faults: tuple[str, ...]) -> Iterator[Fate]:
    """Yield the fates of the processes of a slot, for ever. Kinds and points take turns, so that none is rare."""
    points = cycle(chance.sample(sorted(POINTS), len(POINTS)))
    kinds = [kind for kind in (KILL, KILL, POINT, POINT, KILL, POINT, KILL, STOP, HANG) if kind in faults]
    for kind in cycle(kinds):
        after = chance.uniform(*LIVES)
        name = next(points) if kind == POINT else next(iter(HANGS)) if kind == HANG else ""
        yield Fate(kind, f"{name}:{chance.randint(EARLIEST, LATER)}" if name else "", after)


class Nemesis:
    def __init__(self, cluster: Cluster, faults: tuple[str, ...], seed: str, history: History, pace: Goal) -> None:
        """`pace`: faults for which it wants a number are spread over the actions it wants; all others come by time."""
        self.cluster, self.faults, self.seed, self.history, self.pace = cluster, faults, seed, history, pace
        self.done: Counter[str] = Counter()
        """How often each fault has happened; points are counted by name."""
        self.begun: Counter[str] = Counter()
        """The faults in progress."""
        self.struck_at = 0
        """The number of actions acknowledged when a process last ended; in runs that spare processes, when anything
        else was last broken."""

    def tasks(self, seconds: float) -> list[Work]:
        """Return everything to do until cancelled. `seconds`: how long the run may take."""
        slots = self.cluster.slots
        work: list[Work] = [self.haunt(slot, number) for number, slot in enumerate(slots)]
        others: dict[str, Callable[[Random], Work]] = {
            POSTGRES: self.cluster.restart_postgres,
            BACKEND: self.cluster.end_backend,
            REDIS: self.cluster.break_redis,
        }
        pauses = {POSTGRES: 4.0 if self.pace.restarts else max(4.0, seconds / 8), BACKEND: 1.5, REDIS: 3.0}
        return work + [
            self.now_and_then(kind, others[kind], pauses[kind], Random(f"{self.seed}/{kind}"))
            for kind in self.faults
            if kind in others
        ]

    @property
    def under_faults(self) -> int:
        """Count the actions acknowledged before that; all of them, if the goal is that nothing is broken."""
        calm = self.pace.acknowledged and not any(self.pace.broken.values())
        return self.history.acknowledged if calm else self.struck_at

    def due(self, name: str) -> bool:
        return self.pace.due(name, self.done[name] + self.begun[name], self.history.acknowledged)

    async def now_and_then(self, kind: str, strike: Callable[[Random], Work], pause: float, chance: Random) -> None:
        while True:
            await asyncio.sleep(pause * chance.uniform(0.5, 1.0))
            if self.due(kind):
                await self.cluster.wholly(strike(chance))
                self.done[kind] += 1
                if not self.fatal:
                    self.struck_at = self.history.acknowledged

    async def haunt(self, slot: Slot, number: int) -> None:
        """Run one slot, process after process, for ever or for as long as it lives."""
        to_come = fates(Random(f"{self.seed}/{number}"), self.faults)
        while True:
            if await self.cluster.start(slot):
                if not self.fatal:
                    return
                fate = await self.next_due(to_come)
                await self.fulfil(slot, fate)
            else:
                self.done["stillborn"] += 1
            await self.cluster.kill(slot)
            self.struck_at = self.history.acknowledged

    async def next_due(self, to_come: Iterator[Fate]) -> Fate:
        """Let the process live until a fault is due. Faults that have already happened too often are skipped."""
        while not any(map(self.due, self.fatal)):  # noqa: ASYNC110 - what it waits for is told by many
            await asyncio.sleep(POLL_SECONDS)
        return next(fate for fate in to_come if self.due(fate.called))

    @property
    def fatal(self) -> set[str]:
        """Return the faults that may end or halt processes, by name."""
        named = {KILL: (KILL,), POINT: tuple(POINTS), STOP: (STOP,), HANG: tuple(HANGS)}
        return {name for kind, names in named.items() if kind in self.faults for name in names}

    async def fulfil(self, slot: Slot, fate: Fate) -> None:
        """Carry out a fate until the process has ended, or may be ended."""
        self.begun[fate.called] += 1
        try:
            self.done[await self.what_becomes_of(slot, fate)] += 1
        finally:
            self.begun[fate.called] -= 1

    async def what_becomes_of(self, slot: Slot, fate: Fate) -> str:
        """Carry out a fate; return the name of the fault that happened. A process that does not come to its point is
        killed like others."""
        if fate.point:
            self.cluster.arm(slot, fate.point)
        if fate.kind == POINT:
            return KILL if await self.lives(slot, LATEST) else fate.name
        if fate.kind == HANG:
            return fate.name if await self.hangs_at_point(slot) else KILL
        if await self.lives(slot, fate.after) and fate.kind == STOP:
            slot.send(signal.SIGSTOP)
            await self.stand_still(slot)
            return STOP
        return KILL

    async def lives(self, slot: Slot, seconds: float) -> bool:
        """Tell whether the process is still there after this many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await slot.ended.wait()
        return not slot.ended.is_set()

    async def hangs_at_point(self, slot: Slot) -> bool:
        """Let the process hang at its point; return whether it came there."""
        for _ in range(int(LATEST / POLL_SECONDS)):
            if state_of(slot.pid) == "T":
                await self.stand_still(slot)
                return True
            await asyncio.sleep(POLL_SECONDS)
        return False

    async def stand_still(self, slot: Slot) -> None:
        """Keep the process halted while others go on; when it continues, it has to notice that they did."""
        slot.up = False
        await asyncio.sleep(STILL)
        slot.send(signal.SIGCONT)
        slot.up = True
        await asyncio.sleep(1.0)


def state_of(pid: int) -> str:
    """Return the state of a process as Linux names it: `T` if it is stopped."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return ""
