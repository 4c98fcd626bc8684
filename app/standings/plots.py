"""Figures as lines and bars: where things lie in a box of 100 by 100 whose first corner is at the top left. Pure; the
templates of standings draw them as SVG.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from msgspec import Struct

STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
"""Between two lines of a scale."""
LINES = 4
BINS = 12
"""So many bars a histogram has at most."""
EDGE = 2.0
"""Room for a dot at either end."""


class Tick(Struct, frozen=True):
    """A line of a scale, and what it stands for."""

    value: int
    y: float


class Line(Struct, frozen=True):
    """Values one after the other. `path` is the way through them, `dots` where they are, as SVG paths."""

    path: str
    dots: str
    ticks: tuple[Tick, ...]


class Bin(Struct, frozen=True):
    """How many values lie from the first to the last of these; `width` is that of its bar."""

    first: int
    last: int
    count: int
    width: float


def line(values: Sequence[int]) -> Line:
    """Evenly spaced from left to right."""
    scale = ticks(min(values), max(values))
    low, high = scale[-1], scale[0]
    spots = [(across(n, len(values)), height(value, low, high)) for n, value in enumerate(values)]
    return Line(
        path="M" + "L".join(f"{x:g} {y:g}" for x, y in spots),
        dots="".join(f"M{x:g} {y:g}h0" for x, y in spots),
        ticks=tuple(Tick(value, height(value, low, high)) for value in scale),
    )


def across(number: int, of: int) -> float:
    return round(EDGE + (100 - 2 * EDGE) * (number / (of - 1) if of > 1 else 0.5), 2)


def height(value: int, low: int, high: int) -> float:
    return round(100 - 100 * (value - low) / (high - low), 2)


def ticks(least: int, most: int) -> list[int]:
    """Round numbers from above the highest value to below the lowest."""
    step = next((step for step in STEPS if most - least <= step * (LINES - 1)), STEPS[-1])
    first, last = least // step, -(-most // step)
    return [step * n for n in range(max(last, first + 1), first - 1, -1)]


def histogram(values: Sequence[int]) -> list[Bin]:
    """Bars for all there is between the least and the most, as wide as they have to be."""
    if not values:
        return []
    least, most = min(values), max(values)
    wide = -(-(most - least + 1) // BINS)
    edges = [*range(least, most + 1, wide), most + 1]
    bounds = [(first, after - 1) for first, after in pairwise(edges)]
    counts = [sum(first <= value <= last for value in values) for first, last in bounds]
    return [
        Bin(first, last, count, share(count, max(counts))) for (first, last), count in zip(bounds, counts, strict=True)
    ]


def share(part: float, whole: float) -> float:
    """The width of a bar."""
    return round(100 * part / whole, 2) if whole else 0.0


def middle(values: Sequence[float]) -> float:
    return median(values) if values else 0.0
