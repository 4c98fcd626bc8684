"""Finds what a leader cannot do now, and why. 5.3: functions of tactic cards of which no use with a single point is
possible, whichever card they stand on; the hand greys them. Also the acts that are closed in each place: deals,
influence, a coup.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from engine.core.refusal import Illegal, Refusal
from engine.core.state import Side
from engine.nineteen33 import trade
from engine.nineteen33.choices import Destabilise, Influence
from engine.nineteen33.conditions import CONDITIONS
from engine.nineteen33.functions import USES, candidates, unmet
from engine.nineteen33.printed import FUNCTIONS, PLACES, STATES, tables
from engine.nineteen33.printed.vocabulary import Function, FunctionName, Use
from engine.nineteen33.state import Nineteen33


class Idle(Struct, frozen=True):
    """The reason of a refusal, its clause, and what its sentence speaks of."""

    reason: str
    clause: str
    place: str = ""
    most: int = 0


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
    return told(unmet(state, leader, use, missed))


def told(refused: Refusal | None, place: str = "") -> Idle | None:
    most = tables.trade.states_per_month if place else 0
    return Idle(refused.reason, refused.clause, place, most) if isinstance(refused, Illegal) else None


Act = Literal["deal", "influence", "coup"]


def closed(state: Nineteen33, leader: Side) -> dict[str, dict[Act, Idle]]:
    """7.1, 9.2, 12.1: what this leader can't begin in each place, with the reason; places in which all is open are
    left out."""
    found = {place: dict(closed_at(state, leader, place)) for place in PLACES}
    return {place: acts for place, acts in found.items() if acts}


def closed_at(state: Nineteen33, leader: Side, place: str) -> Iterator[tuple[Act, Idle]]:
    reasons: dict[Act, Refusal | None] = {"influence": unmet(state, leader, USES[Influence][1], Influence(place, 1))}
    if place in STATES:
        reasons["deal"] = trade.closed(state, leader, place)
        reasons["coup"] = unmet(state, leader, USES[Destabilise][1], Destabilise(place, 1))
    for act, refused in reasons.items():
        if why := told(refused, place):
            yield act, why
