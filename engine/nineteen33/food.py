"""6.11 to 6.13: food is eaten; shortage and strikes."""

from __future__ import annotations

from engine.core.chance import roll
from engine.core.journal import tell
from engine.core.state import Side
from engine.nineteen33.journal import FoodShort, StrikeCalled
from engine.nineteen33.printed import ideology_of, tables
from engine.nineteen33.state import Nineteen33


def need(state: Nineteen33, leader: Side) -> int:
    """6.11: of a month."""
    return state.leaders[leader].ul * tables.production.eaten_per_ul


def eat(state: Nineteen33, leader: Side) -> None:
    """6.11, 6.12"""
    held = state.leaders[leader]
    held.food -= need(state, leader)
    if held.food >= 0:
        return
    missing, held.food = -held.food, 0
    die = 0 if held.strike else roll(state, "hunger", tables.strike.hunger_die)
    tell(state, FoodShort(leader, missing, die))
    if die and die <= min(missing, tables.strike.hunger_most):
        strike(state, leader)


def strike(state: Nineteen33, leader: Side) -> None:
    """6.13: it comes next month; a month's direct taxes are lost now. Two causes make one strike."""
    held = state.leaders[leader]
    if held.strike_next:
        return
    held.strike_next = True
    month = ideology_of(leader).um_year_per_ul // tables.calendar.months
    lost = min(held.treasury, month * held.employed)
    held.treasury -= lost
    tell(state, StrikeCalled(leader, lost))
