"""Finds what a leader cannot do now, and why. 5.3: functions of tactic cards of which no use with a single point is
possible, whichever card they stand on; the hand greys them. Also the acts that are closed in each place: deals,
influence, a coup.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

from engine.core.choice import Choice
from engine.core.refusal import Illegal
from engine.core.state import Side
from engine.nineteen33 import trade
from engine.nineteen33.choices import Destabilise, Influence
from engine.nineteen33.conditions import Condition
from engine.nineteen33.functions import ASKED, EFFECTS, candidates, unmet
from engine.nineteen33.printed import FUNCTIONS, PLACES, STATES, tables
from engine.nineteen33.printed.vocabulary import FunctionName, Use
from engine.nineteen33.state import Nineteen33


class Idle(Struct, frozen=True):
    """The reason of a refusal, its clause, and what its sentence speaks of."""

    reason: str
    clause: str
    place: str = ""
    most: int = 0


class Tried(NamedTuple):
    """The conditions of a use, in order, and all of its targets, with a single point each."""

    asked: tuple[Condition, ...]
    targets: tuple[Choice, ...]


def tried(use: Use) -> Tried:
    return Tried(ASKED[EFFECTS[use.do].kind], candidates(use, 1))


TRIED = {name: tuple(map(tried, function.uses)) for name, function in FUNCTIONS.items()}


def idle_functions(state: Nineteen33, leader: Side) -> dict[FunctionName, Idle]:
    """Of each idle function the reason that stands before the last target: what is missing for the likeliest one."""
    found = ((name, why_idle(state, leader, uses)) for name, uses in TRIED.items())
    return {name: why for name, why in found if why}


def why_idle(state: Nineteen33, leader: Side, uses: tuple[Tried, ...]) -> Idle | None:
    """None if any use is possible; else what the first one lacks."""
    lacking = list[Condition]()
    for use in uses:
        missing = nearest(state, leader, use)
        if missing is None:
            return None
        lacking.append(missing)
    return told(lacking[0].refusal)


def nearest(state: Nineteen33, leader: Side, use: Tried) -> Condition | None:
    """None if something is possible; else the condition at which the target fails that meets most of what is asked for.
    A target that fails there like the best one so far is no better, so most targets are asked a single question."""
    asked, best = use.asked, -1
    for choice in use.targets:
        if best >= 0 and not asked[best].holds(state, leader, choice):
            continue
        met = next((n for n, condition in enumerate(asked) if not condition.holds(state, leader, choice)), None)
        if met is None:
            return None
        best = max(best, met)
    return asked[best]


Act = Literal["deal", "influence", "coup"]
INFLUENCES = {place: Influence(place, 1) for place in PLACES}
COUPS = {place: Destabilise(place, 1) for place in STATES}


def closed(state: Nineteen33, leader: Side) -> dict[str, dict[Act, Idle]]:
    """7.1, 9.2, 12.1: what this leader can't begin in each place, with the reason; places in which all is open are
    left out."""
    dealt = trade.partners(state, leader)
    found = dict[str, dict[Act, Idle]]()
    for place in PLACES:
        acts = dict[Act, Idle]()
        if refused := unmet(state, leader, INFLUENCES[place]):
            acts["influence"] = told(refused, place)
        if place in STATES:
            if refused := trade.shut(state, leader, place) or trade.too_many(state, place, dealt):
                acts["deal"] = told(refused, place)
            if refused := unmet(state, leader, COUPS[place]):
                acts["coup"] = told(refused, place)
        if acts:
            found[place] = acts
    return found


def told(refused: Illegal, place: str = "") -> Idle:
    return Idle(refused.reason, refused.clause, place, tables.trade.states_per_month if place else 0)
