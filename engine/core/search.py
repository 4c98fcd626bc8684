"""Searches ahead from a position without changing it: what each answer leads to, and how many positions are reachable.
Bots and the tables of reachable positions (a change of rules shows as a changed number) are built on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.choice import Choice
from engine.core.door import apply, waiting
from engine.core.game import AnyGame
from engine.core.state import AnyState, Side, fingerprint


def successors(game: AnyGame, state: AnyState) -> Iterator[tuple[Side, Choice, AnyState]]:
    """Yield every answer of every side that has to decide, and the position after it."""
    for side, menu in waiting(game, state).items():
        for choice in menu:
            after = game.clone(state)
            apply(game, after, side, choice)
            yield side, choice, after


def reachable(game: AnyGame, state: AnyState, depth: int) -> list[int]:
    """Return how many different positions are 1, 2, ... `depth` choices ahead."""
    level, counts = [state], []
    for _ in range(depth):
        following = {fingerprint(after): after for before in level for _, _, after in successors(game, before)}
        level = list(following.values())
        counts.append(len(level))
    return counts
