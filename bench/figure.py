"""A figure: one measured value, the peer it was measured against in the same run, and the goal set for their ratio.

Every bench yields figures; `report` prints them. A figure with a goal has a peer: goals are never absolute, because
only ratios carry over from one machine to the next.
"""

from __future__ import annotations

from msgspec import Struct

DONE = "done"
"""The unit of a total of things done."""


class Figure(Struct, frozen=True):
    """A measured value. `ratio` is value / peer_value, `goal` the ratio it should have: at least, where more is better,
    else at most. Where there must be none of something, the limit is 0, to which nothing has a ratio."""

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
    """Tell whether more is better: yes for things done, in all or per second; no for time, bytes and the like."""
    return unit.endswith("/s") or unit == DONE
