"""Chapter 16: brigades and squadrons on their tracks, armies and divisions out of them."""

from __future__ import annotations

from engine.core.journal import tell
from engine.core.state import Side
from engine.nineteen33.journal import UnitCompleted
from engine.nineteen33.manoeuvre import unit_completed
from engine.nineteen33.printed import SHEETS, tables
from engine.nineteen33.printed.kinds import Kind
from engine.nineteen33.state import HOME, Nineteen33, Unit

PARTS = tables.units.parts


def left(state: Nineteen33, leader: Side, kind: Kind) -> int:
    """16.2: units still in the supply."""
    return SHEETS[leader].most(kind) - len(state.leaders[leader].units(kind))


def on_track(state: Nineteen33, leader: Side, kind: Kind) -> int:
    held = state.leaders[leader]
    return len(held.brigades) if kind == "army" else held.squadrons


def room(state: Nineteen33, leader: Side, kind: Kind) -> int:
    """16.2: so many brigades or squadrons can still be made."""
    return (left(state, leader, kind) + 1) * PARTS - on_track(state, leader, kind)


def add(state: Nineteen33, leader: Side, kind: Kind, number: int, price: int) -> None:
    """16.1, 16.2: made at this price; the twelfth completes a unit."""
    held = state.leaders[leader]
    if kind == "army":
        held.brigades += (price,) * number
    else:
        held.squadrons += number
    while on_track(state, leader, kind) >= PARTS and left(state, leader, kind):
        complete(state, leader, kind)


def complete(state: Nineteen33, leader: Side, kind: Kind) -> None:
    held = state.leaders[leader]
    if kind == "army":
        held.brigades = held.brigades[PARTS:]
    else:
        held.squadrons -= PARTS
    units = held.units(kind)
    units.append(Unit(HOME))
    held.created += 1
    tell(state, UnitCompleted(leader, kind, len(units)))
    unit_completed(state, leader, kind)


def rate(state: Nineteen33, leader: Side, kind: Kind) -> int:
    """5.12"""
    held = state.leaders[leader]
    return held.brigade_rate if kind == "army" else held.squadron_rate


def set_rate(state: Nineteen33, leader: Side, kind: Kind, to: int) -> None:
    held = state.leaders[leader]
    if kind == "army":
        held.brigade_rate = to
    else:
        held.squadron_rate = to
