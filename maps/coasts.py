"""Thins outlines: fewer points along coasts, and no islets. Points that neighbours share stay, so that frontiers go on
meeting. It works on path data and needs no geometry package.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise

ISLET = 24.0
"""Land that is smaller goes, in square units."""
RING = re.compile(r"M(-?\d+) (-?\d+)l([-\d ]+)z")
NUMBER = re.compile(r"-?\d+")
Spot = tuple[int, int]


def track(points: Sequence[Sequence[float]]) -> str:
    """Return an open line as path data: whole units, relative, without spaces that a sign makes needless."""
    rounded = [(round(x), round(y)) for x, y in points]
    rounded = [point for at, point in enumerate(rounded) if not at or point != rounded[at - 1]]
    body = ""
    for (x, y), (to_x, to_y) in pairwise(rounded):
        for step in (to_x - x, to_y - y):
            body += f"{step}" if not body or step < 0 else f" {step}"
    x, y = rounded[0]
    return f"M{x} {y}l{body}"


def thinned(outlines: Mapping[str, str], names: Collection[str], off: float) -> dict[str, str]:
    """Return all outlines, those of these names with fewer points: their coasts are `off` by so many units at most."""
    drawn = {name: [*rings(data)] for name, data in outlines.items()}
    met = Counter(spot for of_one in drawn.values() for ring in of_one for spot in set(ring))
    shared = {spot for spot, count in met.items() if count > 1}
    new = {
        name: "".join(track(ring) + "z" for ring in coarser(drawn[name], shared, off))
        for name in names
        if name in drawn
    }
    return {**outlines, **new}


def rings(data: str) -> Iterator[list[Spot]]:
    """Yield the closed lines of path data, point by point."""
    for x, y, steps in RING.findall(data):
        numbers = [*map(int, NUMBER.findall(steps))]
        across, down = accumulate(numbers[::2], initial=int(x)), accumulate(numbers[1::2], initial=int(y))
        yield [*zip(across, down, strict=True)]


def coarser(lines: Sequence[list[Spot]], shared: Collection[Spot], off: float) -> Iterator[list[Spot]]:
    for ring in lines:
        if area(ring) >= ISLET or any(spot in shared for spot in ring):
            yield coarse(ring, shared, off)


def area(ring: Sequence[Spot]) -> float:
    return abs(sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in pairwise([*ring, ring[0]]))) / 2


def coarse(ring: list[Spot], shared: Collection[Spot], off: float) -> list[Spot]:
    """Return a ring with only those points that are shared or further than `off` from the line without them."""
    fixed = [at for at, spot in enumerate(ring) if spot in shared] or [0]
    if len(fixed) == 1:
        first = ring[fixed[0]]
        fixed = sorted({fixed[0], max(range(len(ring)), key=lambda at: distance(ring[at], first, first))})
    around = [*ring[fixed[0] :], *ring[: fixed[0] + 1]]
    stops = [at - fixed[0] for at in fixed] + [len(ring)]
    return [spot for start, end in pairwise(stops) for spot in straightened(around[start : end + 1], off)[:-1]]


def straightened(line: list[Spot], off: float) -> list[Spot]:
    """Return an open line with fewer points, by the method of Douglas and Peucker."""
    offs = [distance(spot, line[0], line[-1]) for spot in line]
    furthest = max(offs)
    if furthest <= off:
        return [line[0], line[-1]]
    at = offs.index(furthest)
    return straightened(line[: at + 1], off)[:-1] + straightened(line[at:], off)


def distance(spot: Spot, start: Spot, end: Spot) -> float:
    """Return how far a point is from a stretch of line."""
    (x, y), (from_x, from_y), (to_x, to_y) = spot, start, end
    across, down = to_x - from_x, to_y - from_y
    length = across * across + down * down
    share = max(0.0, min(1.0, ((x - from_x) * across + (y - from_y) * down) / length)) if length else 0.0
    return float(((x - from_x - share * across) ** 2 + (y - from_y - share * down) ** 2) ** 0.5)
