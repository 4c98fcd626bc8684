"""Every way to seat people at La Belle Époque; the other options of a game follow from its number."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

from engine.belle_epoque.game import GAME
from engine.belle_epoque.printed import POWERS
from engine.belle_epoque.setup import Options
from engine.core.chance import derived_seed
from engine.core.game import Opening

PAIRS = tuple("_and_".join(pair) for pair in combinations(POWERS, 2))
LAYOUTS: dict[str, tuple[int, Callable[[int], dict[str, Any]]]] = {
    "four": (4, lambda _: {}),
    "three_sharing": (3, lambda _: {}),
    "two_sharing": (2, lambda _: {}),
    "three_with_automated": (
        3,
        lambda number: {"others": "automated", "without": POWERS[number % len(POWERS)]},
    ),
    "two_with_automated": (2, lambda number: {"others": "automated", "pair": PAIRS[number % len(PAIRS)]}),
    "alone": (1, lambda number: {"alone": POWERS[number % len(POWERS)]}),
}
"""The number of people, and the Powers of each in game `number`: all of them in turn."""


def opening(layout: str, number: int) -> Opening:
    """Open game `number` of a layout; promotional cards and the other setup alternate at another pace than the
    seats."""
    players, seats = LAYOUTS[layout]
    options = Options(promo=number // 12 % 2 == 1, alternative_setup=number // 24 % 2 == 1, **seats(number))
    return Opening(GAME.sides(players, options), options, derived_seed(f"games of {layout}", number), players=players)
