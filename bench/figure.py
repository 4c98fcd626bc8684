"""A figure: one measured value, the peer it was measured against in the same run, and the goal for their ratio.

A figure with a goal has a peer: goals are never absolute, because only ratios carry over from one machine to another.
"""

from __future__ import annotations

from msgspec import Struct

DONE = "done"
"""The unit of totals."""


class Figure(Struct, frozen=True):
    """`ratio` is value / peer_value, `goal` the ratio to reach: at least, where more is better, otherwise at most. A
    figure that has to be zero has the limit 0, to which there is no ratio."""

    value: float
    unit: str
    peer: str | None = None
    peer_value: float | None = None
    ratio: float | None = None
    goal: float | None = None
    met: bool | None = None


def figure(
    value: float, unit: str, peer: str | None = None, peer_value: float | None = None, goal: float | None = None
) -> Figure:
    """Return the figure with its ratio, and whether that meets the goal."""
    if peer_value is None:
        assert goal is None, "a goal needs a peer"
        return Figure(value, unit)
    ratio = value / peer_value if peer_value else None
    met = None if goal is None else meets(value, goal * peer_value, unit)
    return Figure(value, unit, peer, peer_value, ratio, goal, met)


def meets(value: float, bound: float, unit: str) -> bool:
    return value >= bound if more_is_better(unit) else value <= bound


def more_is_better(unit: str) -> bool:
    """Tell whether more is better: totals and rates should be high; times, bytes and the like should be low."""
    return unit.endswith("/s") or unit == DONE
