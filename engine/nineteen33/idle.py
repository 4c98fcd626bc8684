"""5.3: which functions of tactic cards can do nothing for a leader now, and why; the hand greys them. A function is
idle if no use of it with a single point is possible, whichever card it stands on.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.core.refusal import Illegal
from engine.core.state import Side
from engine.nineteen33.conditions import CONDITIONS
from engine.nineteen33.functions import candidates, unmet
from engine.nineteen33.printed import FUNCTIONS
from engine.nineteen33.printed.vocabulary import Function, FunctionName, Use
from engine.nineteen33.state import Nineteen33


class Idle(NamedTuple):
    """The reason of a refusal, and its clause."""

    reason: str
    clause: str


def idle_functions(state: Nineteen33, leader: Side) -> dict[FunctionName, Idle]:
    """Of each idle function the reason that stands before the last target: what is missing for the likeliest one."""
    found = ((name, why_idle(state, leader, function)) for name, function in FUNCTIONS.items())
    return {name: why for name, why in found if why is not None}


def why_idle(state: Nineteen33, leader: Side, function: Function) -> Idle | None:
    reasons = [nearest(state, leader, use) for use in function.uses]
    return None if None in reasons else reasons[0]


def nearest(state: Nineteen33, leader: Side, use: Use) -> Idle | None:
    """None if something is possible; else why the target fails that meets most of what is asked for."""
    best, missed = -1, None
    for choice in candidates(use, 1):
        met = next(
            (n for n, word in enumerate(use.requires) if not CONDITIONS[word].holds(state, leader, choice)), None
        )
        if met is None:
            return None
        if met > best:
            best, missed = met, choice
    refused = unmet(state, leader, use, missed)
    assert isinstance(refused, Illegal)
    return Idle(refused.reason, refused.clause)
