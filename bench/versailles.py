"""Versailles 1919 on the engine, four players: whole games at random through both doors beside python-chess at random,
what a position costs, and how quickly the clerk answers.

The checking door does what the server does with one choice before it stores it: decode, check, apply, journal, hash.
"""

from __future__ import annotations

from collections.abc import Iterator

from bench.figure import Figure
from bench.measure import Contest, measured, repeated
from bench.rules import Rules
from engine.core.door import waiting
from engine.versailles import GAME
from engine.versailles.turn import Acting

RULES = Rules(GAME, players=4, middle_at=150, clerk_most=5, view_most=5)


def figures(seconds: float) -> Iterator[tuple[str, Figure]]:
    yield from RULES.figures(seconds)
    yield "versailles_widest_decision", measured(widest_decision(), seconds)


def widest_decision() -> Contest:
    """Measure describing what may be placed with fifteen cubes on five issues, beside listing it."""
    position = RULES.opened(0)
    side, menu = next(iter(waiting(GAME, position).items()))
    assert isinstance(position.agenda[-1], Acting), position.agenda
    ours = repeated(lambda: waiting(GAME, position)[side].describe(), 200)
    return Contest("µs", ours, "listing it", repeated(lambda: list(menu), 20))
