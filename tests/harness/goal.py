"""What has to have happened in a run for it to say something, and how soon everybody has to be back. Nemesis keeps pace
by it, run and report judge by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from tests.harness.delays import share
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
BACK, BACK_AFTER_RESTART = 3.0, 10.0
"""Seconds after which 99 of 100 are back whose line was lost; and if the database was restarted meanwhile."""


class Goal(Struct, frozen=True):
    acknowledged: int = 0
    """So many actions under faults: before a process ends for the last time, or whatever else is broken."""
    kills: int = 0
    each_point: int = 0
    restarts: int = 0
    hangs: int = 0
    backends: int = 0
    bus: int = 0

    @property
    def broken(self) -> dict[str, int]:
        """How often each fault is wanted. Cuts of connections have a number only if one is given."""
        found = {KILL: self.kills, POSTGRES: self.restarts, REDIS: self.bus}
        found |= dict.fromkeys(HANGS, self.hangs) | dict.fromkeys(POINTS, self.each_point)
        return found | ({BACKEND: self.backends} if self.backends else {})

    def due(self, name: str, done: int, acknowledged: int) -> bool:
        """Whether it is time for a fault that has happened so often. They are spread evenly over the actions: the first
        comes at once, and one more when there are enough. What has no number may always come."""
        wanted = self.broken.get(name) if self.acknowledged else None
        return wanted is None or (wanted > 0 and done * self.acknowledged <= acknowledged * wanted)

    def lacking(self, done: Mapping[str, int], under_faults: int) -> list[str]:
        """What has not happened often enough."""
        wanted, found = {"acknowledged": self.acknowledged} | self.broken, {"acknowledged": under_faults} | {**done}
        return [
            f"{found.get(name, 0)} of {number} {name}" for name, number in wanted.items() if found.get(name, 0) < number
        ]


def slow(back: Sequence[float], back_after_restart: Sequence[float], hindered: float = 1.0) -> list[str]:
    """Who was away for too long; these are sorted."""
    found = (("a process ended", BACK, back), ("a restart", BACK_AFTER_RESTART, back_after_restart))
    longer = stretched(hindered)
    return [
        f"back {share(seconds, 0.99):.1f} s after {what} (p99); {most * longer:.1f} s are the most"
        for what, most, seconds in found
        if share(seconds, 0.99) > most * longer
    ]


def stretched(hindered: float) -> float:
    """How many times as long something may take, where everything took so many times as long. Our own processes are
    about two for each processor; what is beyond that others took from us."""
    return max(1.0, hindered / 2)
