"""Undo inside one's own move: a stack of positions, cleared at a draw, a reveal or another side's decision.

A room keeps one beside the live position. Taking back past a barrier is the table's business, not this module's.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from engine.core.state import AnyState, Side

StateT = TypeVar("StateT", bound=AnyState)


class Undo(Generic[StateT]):
    """`remember` the position before each choice; `back` gives the last one that its own side may return to."""

    def __init__(self) -> None:
        self.side: Side | None = None
        self.positions: list[StateT] = []

    def remember(self, before: StateT, side: Side, after: StateT) -> None:
        """`before` must not change any more: give a clone, or go on with one."""
        if after.barriers != before.barriers:
            self.clear()
            return
        if side != self.side:
            self.clear()
            self.side = side
        self.positions.append(before)

    def clear(self) -> None:
        self.side = None
        self.positions = []

    def possible(self, side: Side) -> bool:
        return side == self.side and bool(self.positions)

    def back(self, side: Side) -> StateT | None:
        """The position before this side's last choice; None if that is past a barrier."""
        return self.positions.pop() if self.possible(side) else None
