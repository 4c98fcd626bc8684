"""13.4.6 and 13.7a: what cards take from an automated Power, whoever plays them."""

from __future__ import annotations

from engine.belle_epoque.automated_journal import ArsenalReduced, CubesOwed, LossRolled
from engine.belle_epoque.printed.figures import DIE, SABOTAGE
from engine.belle_epoque.state import BelleEpoque
from engine.core.chance import roll
from engine.core.journal import tell
from engine.core.state import Side


def roll_loss(state: BelleEpoque, side: Side) -> int:
    """13.4.6d: even, the first of two options; odd, the second."""
    die = roll(state, "either", DIE)
    tell(state, LossRolled(side, die))
    return die % 2


def owe_cubes(state: BelleEpoque, side: Side, cubes: int) -> None:
    """13.7a: cubes that it loses from empty Embassies are missing at its next dispatch."""
    state.automata[side].owed += cubes
    tell(state, CubesOwed(side, cubes))


def reduce_arsenal(state: BelleEpoque, side: Side) -> None:
    """13.4.6a: it has less arsenal bonus in this turn."""
    state.automata[side].arsenal_lost += SABOTAGE
    tell(state, ArsenalReduced(side, SABOTAGE))
