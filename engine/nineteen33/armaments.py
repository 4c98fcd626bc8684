"""7.8 to 7.10: armaments for allied states, out of the army track."""

from __future__ import annotations

from engine.core.journal import tell
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.nineteen33.journal import Supplied
from engine.nineteen33.printed import STATES, tables
from engine.nineteen33.state import Nineteen33


def refusal(state: Nineteen33, leader: Side, place: str) -> Refusal | None:
    """7.8: why this leader may not supply this state now."""
    here, requests = state.places[place], STATES[place].armaments
    if leader not in here.allies:
        return illegal("nineteen33.not_allied", "7.8", place=place)
    if here.supplier not in (None, leader):
        return illegal("nineteen33.supplied_by_other", "7.8", place=place)
    if len(here.supplies) >= len(requests):
        return illegal("nineteen33.supplied_twice", "7.8", place=place)
    if here.supplies and state.month - here.supplies[-1] < tables.armaments.months:
        return illegal("nineteen33.supplied_lately", "7.8", months=tables.armaments.months)
    wanted = requests[len(here.supplies)]
    if len(state.leaders[leader].brigades) < wanted:
        return illegal("nineteen33.too_few_brigades", "7.8", wanted=wanted, has=len(state.leaders[leader].brigades))
    return None


def supply(state: Nineteen33, leader: Side, place: str) -> None:
    """7.10: the treasury gets back what it paid, oldest first."""
    here, held = state.places[place], state.leaders[leader]
    wanted = STATES[place].armaments[len(here.supplies)]
    um = sum(held.brigades[:wanted])
    held.brigades = held.brigades[wanted:]
    held.treasury += um
    held.sold += wanted
    state.change(place, supplier=leader, supplies=(*here.supplies, state.month))
    tell(state, Supplied(leader, place, wanted, um))
