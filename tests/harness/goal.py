"""The goal of a run: the faults and actions without which it proves nothing, and how soon everyone has to be back.
Nemesis paces itself by the goal; runs and reports are judged by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from tests.harness.delays import share
from tests.harness.points import HANGS, POINTS

FAULTS = KILL, POINT, STOP, HANG, POSTGRES, BACKEND, REDIS, LOSSY = (
    "kill",  # a process ends at any moment
    "point",  # a process ends at a named point
    "stop",  # a process stands still for a while
    "hang",  # the same, while it holds a room's row
    "postgres",  # the database is restarted, hard
    "backend",  # one of its connections is cut
    "redis",  # the bus stands still for a while, or is gone
    "lossy",  # the bus loses every tenth message, all the time
)
BACK, BACK_AFTER_RESTART = 3.0, 10.0
"""Seconds within which 99 of 100 players are back after losing their connection; the second applies if the database was
restarted during that time."""


class Goal(Struct, frozen=True):
    acknowledged: int = 0
    """The number of actions under faults: those acknowledged before a process ends for the last time, or before the
    last of whatever else is broken."""
    kills: int = 0
    each_point: int = 0
    restarts: int = 0
    hangs: int = 0
    backends: int = 0
    bus: int = 0

    @property
    def broken(self) -> dict[str, int]:
        """Return how often each fault is wanted. Cuts of connections are counted only if a number is given."""
        found = {KILL: self.kills, POSTGRES: self.restarts, REDIS: self.bus}
        found |= dict.fromkeys(HANGS, self.hangs) | dict.fromkeys(POINTS, self.each_point)
        return found | ({BACKEND: self.backends} if self.backends else {})

    def due(self, name: str, done: int, acknowledged: int) -> bool:
        """Tell whether it is time for a fault that has happened this often. Faults are spread evenly over the actions:
        the first comes at once, the next ones when enough actions have passed. A fault without a number may come at any
        time."""
        wanted = self.broken.get(name) if self.acknowledged else None
        return wanted is None or (wanted > 0 and done * self.acknowledged <= acknowledged * wanted)

    def lacking(self, done: Mapping[str, int], under_faults: int) -> list[str]:
        """Return what has not happened often enough."""
        wanted, found = {"acknowledged": self.acknowledged} | self.broken, {"acknowledged": under_faults} | {**done}
        return [
            f"{found.get(name, 0)} of {number} {name}" for name, number in wanted.items() if found.get(name, 0) < number
        ]


def slow(back: Sequence[float], back_after_restart: Sequence[float], hindered: float = 1.0) -> list[str]:
    """Report the absences that were too long; the sequences are sorted."""
    found = (("a process ended", BACK, back), ("a restart", BACK_AFTER_RESTART, back_after_restart))
    longer = stretched(hindered)
    return [
        f"back {share(seconds, 0.99):.1f} s after {what} (p99); {most * longer:.1f} s are the most"
        for what, most, seconds in found
        if share(seconds, 0.99) > most * longer
    ]


def stretched(hindered: float) -> float:
    """Return the factor by which things may take longer, given the factor by which everything did. Our own processes,
    about two per processor, explain a factor of two; what is beyond that, others took from us."""
    return max(1.0, hindered / 2)
