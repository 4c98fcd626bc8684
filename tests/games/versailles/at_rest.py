"""Tables of Versailles in the middle of a game, of a bidding, of a draft, and after the end."""

from collections.abc import Callable
from typing import Any

from engine.versailles.bidding import Bidding
from engine.versailles.strategy import Picking

POSITIONS: dict[str, tuple[int, Callable[[Any], bool]]] = {
    "four": (4, lambda state: state.turn >= 20),
    "two": (2, lambda state: state.turn >= 12),
    "alone": (1, lambda state: state.turn >= 20),
    "bidding": (4, lambda state: any(isinstance(step, Bidding) and step.standing for step in state.agenda)),
    "drafting": (3, lambda state: any(isinstance(step, Picking) for step in state.agenda)),
    "over": (3, lambda _: False),
}
"""By key: the number of players, and the test of when to stop playing."""
