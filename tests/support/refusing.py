"""Checks refusals in tests of rules."""

from __future__ import annotations

from engine.core.choice import Choice
from engine.core.door import submit
from engine.core.game import AnyGame
from engine.core.refusal import Illegal
from engine.core.state import AnyState, Side, encode


def refused_by(game: AnyGame, state: AnyState, side: Side, choice: Choice) -> tuple[str, str]:
    """Check that this choice is refused and changes nothing; return the reason, without the game's key, and the
    clause."""
    before = encode(state)
    came = submit(game, state, side, choice)
    assert isinstance(came, Illegal), f"{side} {choice} was accepted: {came}"
    assert encode(state) == before
    return came.reason.removeprefix(f"{game.key}."), came.clause
