"""Chapter 11 and 5.11: tension and shields."""

from __future__ import annotations

from engine.core.journal import tell
from engine.core.refusal import Illegal, illegal
from engine.core.state import Side
from engine.nineteen33.action_journal import ExclusiveLost, Shielded, TensionBegan, TensionShortened
from engine.nineteen33.board import is_tense
from engine.nineteen33.state import Nineteen33


def is_open(state: Nineteen33, place: str) -> bool:
    """11.4: no shield keeps it out."""
    return not state.places[place].shield


def can_have(state: Nineteen33, place: str) -> bool:
    """11.4, 11.5"""
    return is_open(state, place) and not state.places[place].war


def begin(state: Nineteen33, place: str, months: int) -> None:
    """11.4: the longer one stands."""
    here = state.places[place]
    state.change(place, tension=max(here.tension, months))
    tell(state, TensionBegan(place, max(here.tension, months)))


def shorten(state: Nineteen33, place: str, months: int) -> None:
    left = max(0, state.places[place].tension - months)
    state.change(place, tension=left)
    tell(state, TensionShortened(place, left))


def shield(state: Nineteen33, place: str, months: int) -> None:
    """5.11: the longer one stands."""
    stands = max(months, state.places[place].shield)
    state.change(place, shield=stands)
    tell(state, Shielded(place, stands))


def barred(state: Nineteen33, leader: Side, place: str, after_coup: str) -> Illegal | None:
    """11.1, 11.2, 12.5: why this leader can neither deal nor ally there now. `after_coup` is the clause that a coup of
    this month stands in the way by."""
    here = state.places[place]
    if here.war:
        return illegal("nineteen33.at_war", "12.10" if here.war == "endless" else "12.5", place=place)
    if here.tension:
        return illegal("nineteen33.tension_there", "11.1", place=place)
    if here.closed:
        return illegal("nineteen33.coup_there", after_coup, place=place)
    return illegal("nineteen33.own_tension", "11.2") if is_tense(state, leader) else None


def upset_exclusive(state: Nineteen33, leader: Side, place: str) -> None:
    """5.9: it ends at once when another player uses tension or destabilisation there, or allies there."""
    held = state.places[place].exclusive
    if held and held.holder != leader:
        state.change(place, exclusive=None)
        tell(state, ExclusiveLost(held.holder, place))
