"""Computes line and bar charts in a box of 100 by 100 whose origin is at the top left. It has no side effects; the
templates of ratings draw the charts as SVG.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from msgspec import Struct

STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
"""The possible steps of a scale."""
LINES = 4
BINS = 12
"""The maximum of bars in a histogram."""
EDGE = 2.0
"""The room for a dot at either end."""


class Tick(Struct, frozen=True):
    """A line of a scale, and its value."""

    value: int
    y: float


class Line(Struct, frozen=True):
    """A line chart. `path` is the line through the values, `dots` the points, as SVG paths."""

    path: str
    dots: str
    ticks: tuple[Tick, ...]


class Bin(Struct, frozen=True):
    """How many values lie between `first` and `last`; `width` is that of its bar."""

    first: int
    last: int
    count: int
    width: float


def line(values: Sequence[int]) -> Line:
    """Return a line chart with values evenly spaced from left to right."""
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
    """Return round numbers from above the highest value to below the lowest."""
    step = next((step for step in STEPS if most - least <= step * (LINES - 1)), STEPS[-1])
    first, last = least // step, -(-most // step)
    return [step * n for n in range(max(last, first + 1), first - 1, -1)]


def histogram(values: Sequence[int]) -> list[Bin]:
    """Return bars from the least to the highest value, as wide as they have to be."""
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
    """Return the width of a bar."""
    return round(100 * part / whole, 2) if whole else 0.0


def middle(values: Sequence[float]) -> float:
    return median(values) if values else 0.0
