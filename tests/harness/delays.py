"""How long after an action was acknowledged everybody who looked on had seen it. Called by run. While processes die
these are the times that people were away; while only the bus is broken they are what that costs.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import defaultdict
from itertools import accumulate

from tests.harness.history import History

OPEN = {"collect", "publish"}
"""Choices that show to everybody, so that everybody is to hear of them."""


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
