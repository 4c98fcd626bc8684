"""The aims that a leader has not reached this year: its slips face down or, for a leader that nobody plays, the points
of its manoeuvre card; and how near it is to them. The clerk works towards these, standing plans look at them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.core.state import Side
from engine.nineteen33 import attacks, guided, manoeuvre
from engine.nineteen33.board import count, has_free_box, missing_for_strike
from engine.nineteen33.calendar import MONTHS, month_of_year
from engine.nineteen33.labour import capacity
from engine.nineteen33.opinion import LENGTH
from engine.nineteen33.printed import LEADERS, SHEETS, STATES, TRACKS, tables
from engine.nineteen33.printed.kinds import Kind, Sector
from engine.nineteen33.slips import AnySlip, DefenceSlip, DevelopmentSlip, InfluenceSlip, LabourSlip
from engine.nineteen33.state import Nineteen33
from engine.nineteen33.units import pressure
from engine.nineteen33.works import has_steps_left, may_begin

POINTS = tables.manoeuvre
MOST_POINTS = 3
"""5.7, 5.8: of development or influence on one card."""


class Wants(NamedTuple):
    sectors: tuple[Sector, ...]
    """One for each step."""
    places: tuple[str, ...]
    kinds: tuple[Kind, ...]
    labour: bool


def slips(state: Nineteen33, leader: Side) -> Iterator[AnySlip]:
    if state.is_played(leader):
        yield from (one.slip for one in state.leaders[leader].slips if not one.up)
    elif leader in state.guided:
        yield from (manoeuvre.as_slip(aim, target) for aim, target in guided.aims(state, leader))


def wants(state: Nineteen33, leader: Side) -> Wants:
    found = [*slips(state, leader)]
    return Wants(
        tuple(one.sector for one in found if isinstance(one, DevelopmentSlip)),
        tuple(one.place for one in found if isinstance(one, InfluenceSlip)),
        tuple(one.unit for one in found if isinstance(one, DefenceSlip)),
        any(isinstance(one, LabourSlip) for one in found),
    )


def prize(state: Nineteen33, leader: Side, place: str) -> int:
    """15.4: the points that the next box there would bring, if a slip names the place."""
    here = state.places[place]
    if can_be_signed(state, place) and count(here, leader) + 1 == tables.alliance.count:
        return POINTS.full
    return 0 if place in state.leaders[leader].boxes_won else POINTS.part


def can_be_signed(state: Nineteen33, place: str) -> bool:
    """9.7: nobody is allied there yet."""
    return place in STATES and not state.places[place].allies


def is_ripe(state: Nineteen33, leader: Side, place: str) -> bool:
    """9.7: the boxes for an alliance are there."""
    return can_be_signed(state, place) and count(state.places[place], leader) >= tables.alliance.count


def is_akin(state: Nineteen33, leader: Side, place: str) -> bool:
    """One more box makes an alliance."""
    here = state.places[place]
    return has_free_box(here) and can_be_signed(state, place) and count(here, leader) == tables.alliance.count - 1


def strike_homes(state: Nineteen33, leader: Side, missing: int) -> Iterator[Side]:
    """9.9: homes of other ideologies where it lacks so many boxes for a strike."""
    for home in LEADERS:
        if SHEETS[home].ideology != SHEETS[leader].ideology and missing_for_strike(state, leader, home) == missing:
            yield home


def missing_points(state: Nineteen33, leader: Side, place: str) -> int:
    """9.3: to the next box, with the pressure there is."""
    path = state.places[place].path
    mine = path.points if path and path.owner == leader else 0
    return max(1, LENGTH - mine - pressure(state, leader, place))


def cards_for(points: int) -> int:
    """So many cards with influence, or development, bring these points."""
    return -(-points // MOST_POINTS)


def turns_left(state: Nineteen33) -> int:
    """Of this year, after this one."""
    return MONTHS - month_of_year(state.month)


def is_last_year(state: Nineteen33) -> bool:
    return state.last_month - state.month < MONTHS


def room(state: Nineteen33, leader: Side) -> int:
    """6.4: how many UL could find work."""
    held = state.leaders[leader]
    return sum(capacity(state, leader, track) - held.labour[track] for track in TRACKS)


def waiting_sector(state: Nineteen33, leader: Side) -> Sector | None:
    """A sector that a slip names, with neither works nor path."""
    development = state.leaders[leader].development
    for sector in wants(state, leader).sectors:
        idle = not attacks.is_at_work(state, leader, sector)
        if idle and has_steps_left(development[sector]) and may_begin(state, leader, sector):
            return sector
    return None
