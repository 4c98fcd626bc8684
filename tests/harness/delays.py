"""How long people were away whose line was lost, and how long after an action was acknowledged everybody who looked on
had seen it; called by run. While processes die the one is much of the other; while only the bus is broken the second is
what that costs.
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
"""Choices that show to everybody, so that everybody is to hear of them."""


def absences(found: Iterable[Absence], outages: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
    """In seconds, in order of length: of those whose process had ended, and of those who were away while the database
    was gone. Both may be true of somebody; then it was the database."""
    parted: tuple[list[float], list[float]] = ([], [])
    for absence in found:
        gone = any(began < absence.ended and absence.began < ended for began, ended in outages)
        parted[gone].append(absence.ended - absence.began)
    return sorted(parted[0]), sorted(parted[1])


def scheduled() -> tuple[float, float]:
    """For how long this process has run so far, and has waited for a processor while it could have; on Linux."""
    told = Path("/proc/self/schedstat")
    ran, waited = map(int, told.read_text().split()[:2]) if told.exists() else (0, 0)
    return ran / 1e9, waited / 1e9


def share(in_order: Sequence[float], part: float) -> float:
    """So many of them are no more than this."""
    if not in_order:
        return 0.0
    return round(in_order[min(len(in_order) - 1, int(part * len(in_order)))], 3)


def delays(history: History) -> list[float]:
    """In seconds, in order of length. Whoever had not seen it by the end is left to the checker."""
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
