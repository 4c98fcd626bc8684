"""13.10: the result of one human against automated Powers: VP for an early end, and the level that the VP reach."""

from __future__ import annotations

from engine.belle_epoque.printed import powers
from engine.belle_epoque.state import BelleEpoque

LEVELS = ("crushing_defeat", "marginal_defeat", "minor_victory", "decisive_victory", "crushing_victory")
"""13.10b: from the worst; `powers.solo_levels` has the least VP of each."""
VICTORY = LEVELS.index("minor_victory")
AUTOMATED_POWERS = "automated_powers"
"""The winner if the human is not."""


def is_solitaire(state: BelleEpoque) -> bool:
    return len(state.sides) == 1


def turn_bonus(state: BelleEpoque) -> int:
    """13.10a: return the VP for the turn in which the game ended."""
    early = is_solitaire(state) and bool(state.ended)
    return powers.solo_turn_bonus.get(state.turn, 0) if early else 0


def level_of(vp: int) -> str:
    """13.10b"""
    reached = sum(vp >= least for least in powers.solo_levels)
    return LEVELS[max(1, reached) - 1]


def is_victory(vp: int) -> bool:
    return LEVELS.index(level_of(vp)) >= VICTORY
