"""La Belle Époque on the engine, four players: whole games at random through both doors beside python-chess at random,
what a position costs, and how quickly the clerk answers.

The checking door does what the server does with one choice before it stores it: decode, check, apply, journal, hash.
"""

from __future__ import annotations

from collections.abc import Iterator

from bench.figure import Figure
from bench.rules import Rules
from engine.belle_epoque.game import GAME

RULES = Rules(GAME, players=4, middle_at=150, clerk_most=10)


def figures(seconds: float) -> Iterator[tuple[str, Figure]]:
    yield from RULES.figures(seconds)
