"""Ends the game: by Sarajevo (6.3), or after the last turn (10.2)."""

from __future__ import annotations

from engine.belle_epoque.journal import GameEnded, PhaseBegan
from engine.belle_epoque.scoring import score_finally
from engine.belle_epoque.state import BelleEpoque
from engine.core.journal import tell


def end_game(state: BelleEpoque, reason: str) -> None:
    """6.3a, 10.2: drop all pending steps and carry out the final scoring."""
    state.agenda.clear()
    state.ended = reason
    state.active = ""
    tell(state, PhaseBegan(state.turn, "scoring"))
    score_finally(state)
    tell(state, GameEnded(reason))
