"""The figures that a process counts while it runs. Every few seconds `Telling` stores it for the others, so that any of
them can answer for all, on whatever machine.
"""

from __future__ import annotations

import os
import resource
import socket
import time
from collections import Counter

import msgspec
from msgspec import Struct

from app.background import over_and_over
from app.clock import now
from app.live.hub import Hub
from app.live.pulse import Pulse
from app.rooms.rooms import Rooms
from app.store.database import Database, StoreUnavailable
from app.store.ledger import Action, Ledger, Outcome
from app.store.watching import Process, WatchStore

TELL_SECONDS = 10.0
BOUNDS = (0.001, 0.005, 0.02, 0.1, 0.5, 2.0)
"""The upper bounds in seconds of the histogram of recordings."""


class Figures(Struct, frozen=True):
    """The figures of one process."""

    recorded: dict[str, int] = {}
    """Attempts to record an action, by outcome."""
    within: list[int] = []
    """How many of them took no longer than each of BOUNDS; last, how many there were."""
    recording_seconds: float = 0.0
    rooms: int = 0
    """Games in memory."""
    watchers: int = 0
    behind: int = 0
    """Games in memory that are behind the log; `behind_seconds` is for how long the first of them has been."""
    behind_seconds: float = 0.0
    stuck: list[str] = []
    """Keys of games in memory in which a side has to decide but has no legal choice: there should be none."""
    processor_seconds: float = 0.0
    memory_bytes: int = 0
    bus: str = ""


class Counted:
    """A ledger that counts its outcomes."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.recorded: Counter[str] = Counter()
        self.within = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0

    async def record(self, action: Action) -> Outcome:
        began, came = time.perf_counter(), "Failed"
        try:
            outcome = await self.ledger.record(action)
            came = type(outcome).__name__
            return outcome
        except StoreUnavailable:
            came = "Unavailable"
            raise
        finally:
            self.count(came, time.perf_counter() - began)

    def count(self, came: str, taken: float) -> None:
        self.recorded[came] += 1
        self.seconds += taken
        self.within[next((place for place, bound in enumerate(BOUNDS) if taken <= bound), len(BOUNDS))] += 1

    async def close(self) -> None:
        await self.ledger.close()


class Telling:
    """Stores the figures of this process every few seconds."""

    def __init__(self, database: Database, rooms: Rooms, hub: Hub, pulse: Pulse, counted: Counted) -> None:
        self.store, self.rooms, self.hub, self.pulse, self.counted = WatchStore(database), rooms, hub, pulse, counted
        self.name, self.began_at = f"{socket.gethostname()[:60]}-{os.getpid()}", now()
        self.looked: dict[str, tuple[object, bool]] = {}

    async def run(self) -> None:
        """Store the figures for as long as the process lives."""
        await over_and_over(self.tell, TELL_SECONDS, "nobody hears how this process is")

    async def tell(self) -> None:
        await self.store.say(self.process())

    async def close(self) -> None:
        """Remove this process at its proper end."""
        try:
            await self.store.gone(self.name)
        except StoreUnavailable:
            return

    def process(self) -> Process:
        return Process(self.name, self.began_at, now(), msgspec.json.encode(self.figures()).decode())

    def figures(self) -> Figures:
        counted, behind = self.counted, self.pulse.behind_since.values()
        return Figures(
            recorded=dict(counted.recorded),
            within=[sum(counted.within[: place + 1]) for place in range(len(counted.within))],
            recording_seconds=counted.seconds,
            rooms=len(self.rooms.live),
            watchers=sum(len(stream.watchers) for stream in self.hub.all_streams()),
            behind=len(behind),
            behind_seconds=time.monotonic() - min(behind) if behind else 0.0,
            stuck=self.stuck(),
            processor_seconds=time.process_time(),
            memory_bytes=memory(),
            bus=self.hub.bus.name,
        )

    def stuck(self) -> list[str]:
        """Return the games in memory in which a side has no legal choice. Each position is checked once. Such a game
        stays in memory, so that it is reported until an admin moves it elsewhere."""
        live = self.rooms.live
        self.looked = {key: looked for key, looked in self.looked.items() if key in live}
        for key, room in live.items():
            if key not in self.looked or self.looked[key][0] is not room.position:
                self.looked[key] = room.position, room.status == "playing" and bool(room.asked_at(room.position).stuck)
        found = sorted(key for key, (_, stuck) in self.looked.items() if stuck)
        for key in found:
            self.rooms.look(live[key])
        return found


def memory() -> int:
    """Return the peak memory of the process; Linux reports it in KiB, macOS in bytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if os.uname().sysname == "Darwin" else most * 1024
