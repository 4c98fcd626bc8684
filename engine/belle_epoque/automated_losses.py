"""13.4.6 and 13.7a: the losses of an automated Power to cards, whichever Power plays them."""

from __future__ import annotations

from engine.belle_epoque.automated_journal import ArsenalReduced, CubesOwed, LossRolled
from engine.belle_epoque.printed.figures import DIE, SABOTAGE
from engine.belle_epoque.state import BelleEpoque
from engine.core.chance import roll
from engine.core.journal import tell
from engine.core.state import Side


def roll_loss(state: BelleEpoque, side: Side) -> int:
    """13.4.6d: roll for one of two options: even the first, odd the second."""
    die = roll(state, "either", DIE)
    tell(state, LossRolled(side, die))
    return die % 2


def owe_cubes(state: BelleEpoque, side: Side, cubes: int) -> None:
    """13.7a: note cubes lost from empty Embassies; they are missing at the next dispatch."""
    state.automata[side].owed += cubes
    tell(state, CubesOwed(side, cubes))


def reduce_arsenal(state: BelleEpoque, side: Side) -> None:
    """13.4.6a: reduce the arsenal bonus of this turn."""
    state.automata[side].arsenal_lost += SABOTAGE
    tell(state, ArsenalReduced(side, SABOTAGE))
