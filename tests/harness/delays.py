"""Measures how long players were away after losing their connection, and how long after its acknowledgement an action
had reached every client. While processes die the second is mostly the first; while only the bus is broken it is the
cost of that.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate
from pathlib import Path

from tests.harness.history import Absence, History

OPEN = {"collect", "publish"}
"""Choices visible to everyone, so every client has to learn of them."""


def absences(found: Iterable[Absence], outages: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
    """Return the seconds, sorted, of absences after a process had ended, and of those during an outage of the database.
    An absence with both causes counts for the database."""
    parted: tuple[list[float], list[float]] = ([], [])
    for absence in found:
        gone = any(began < absence.ended and absence.began < ended for began, ended in outages)
        parted[gone].append(absence.ended - absence.began)
    return sorted(parted[0]), sorted(parted[1])


def scheduled() -> tuple[float, float]:
    """Return the seconds this process has run so far, and those it has waited for a processor while it could have run;
    on Linux."""
    told = Path("/proc/self/schedstat")
    ran, waited = map(int, told.read_text().split()[:2]) if told.exists() else (0, 0)
    return ran / 1e9, waited / 1e9


def share(in_order: Sequence[float], part: float) -> float:
    """Return the value that this part of the sorted values does not exceed."""
    if not in_order:
        return 0.0
    return round(in_order[min(len(in_order) - 1, int(part * len(in_order)))], 3)


def delays(history: History) -> list[float]:
    """Return the delays in seconds, sorted. Clients that had not seen an action by the end are left to the checker."""
    seen = defaultdict(list)
    for shown in history.shown:
        if shown.view is not None:
            seen[shown.room, shown.side].append((shown.at, shown.sequence))
    rooms = defaultdict(list)
    for (room, _side), looks in seen.items():
        rooms[room].append(([at for at, _ in looks], [*accumulate((number for _, number in looks), max)]))
    found = []
    for request in history.requests:
        at = request.acknowledged_at
        if at is None or kind_of(request.choice) not in OPEN:
            continue
        for moments, furthest in rooms[request.room]:
            place = bisect_left(furthest, min(request.sequences))
            if place < len(moments):
                found.append(max(0.0, moments[place] - at))
    return sorted(found)


def kind_of(choice: str) -> str:
    return str(json.loads(choice).get("do", ""))
