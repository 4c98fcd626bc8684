"""Processor time, as Linux reports it for processes: which parts used the machine while people waited."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from tests.support.family import children_of

TICKS = os.sysconf("SC_CLK_TCK")


HARNESS = "harness"


def spent(parts: dict[str, list[int]]) -> dict[str, float]:
    """Return the seconds that each part has used so far, for its processes and their children, and those of the harness
    itself."""
    found = {name: sum(map(seconds_of, family(pids))) for name, pids in parts.items()}
    return found | {HARNESS: time.process_time()}


def since(before: dict[str, float], parts: dict[str, list[int]]) -> dict[str, float]:
    return {name: round(seconds - before[name], 2) for name, seconds in spent(parts).items()}


def family(pids: Iterable[int]) -> list[int]:
    return [one for pid in pids for one in (pid, *family(children_of(pid)))]


def seconds_of(pid: int) -> float:
    """Return the seconds of a process, and of its children that have ended."""
    with suppress(OSError):
        told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, told[11:15])) / TICKS
    return 0.0
