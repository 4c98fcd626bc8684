"""Reads the political board: boxes and counts (9.5, 9.6), representation (7.1), places that are closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple

from engine.core.state import Side
from engine.nineteen33.printed import IDEOLOGIES, LEADERS, SHEETS, STATES, tables
from engine.nineteen33.printed.kinds import Ideology
from engine.nineteen33.state import FREE, LETTERS, OPEN, Nineteen33, Place, boxes_of

Stability = Literal["stable", "leaning", "unstable"]


def ideology_in(box: str) -> Ideology | None:
    """The ideology of a box: precoloured, or that of the leader whose cube lies there."""
    if box == FREE:
        return None
    return SHEETS[box].ideology if box in SHEETS else next(one for one in IDEOLOGIES if one == box)


def cubes(place: Place, leader: Side) -> int:
    return place.row.count(LETTERS[leader])


def missing_for_strike(state: Nineteen33, leader: Side, home: Side) -> int:
    """9.9: how many it lacks of the boxes of a home that were free at the start."""
    here = state.places[home]
    return len(here.boxes) - len(SHEETS[home].boxes) - cubes(here, leader)


def count(place: Place, leader: Side) -> int:
    """9.5: of a leader."""
    return read(place.row).leaders[leader]


class Reading(NamedTuple):
    """All that follows from five boxes."""

    counts: Mapping[Ideology, int]
    """9.5: of each ideology that has a box, in the order of the boxes."""
    government: Ideology
    stability: Stability
    leaders: Mapping[Side, int]
    """9.5: of each leader."""


@cache
def read(row: str) -> Reading:
    """9.5, 9.6. There are few rows of boxes, and each is looked at thousands of times."""
    boxes = boxes_of(row)
    counts = Counter(ideology for ideology in map(ideology_in, boxes) if ideology)
    strongest = max(counts, key=lambda ideology: counts[ideology])
    leaders = {leader: boxes.count(SHEETS[leader].ideology) + boxes.count(leader) for leader in LEADERS}
    return Reading(dict(counts), strongest, stability_of(counts[strongest]), leaders)


def stability_of(most: int) -> Stability:
    """9.6"""
    if most >= tables.alliance.boxes:
        return "stable"
    return "leaning" if most >= tables.alliance.leaning else "unstable"


def ideology_counts(place: Place) -> Mapping[Ideology, int]:
    """9.5"""
    return read(place.row).counts


def government(place: Place) -> Ideology:
    """9.6: the strongest ideology; on a tie the first in the order of the boxes."""
    return read(place.row).government


def stability(place: Place) -> Stability:
    """9.6"""
    return read(place.row).stability


def is_represented(place: Place, leader: Side) -> bool:
    """7.1: by any box of its ideology."""
    return SHEETS[leader].ideology in ideology_counts(place)


def has_free_box(place: Place) -> bool:
    return OPEN in place.row


def other_allies(place: Place, leader: Side) -> tuple[Side, ...]:
    return tuple(ally for ally in place.allies if ally != leader)


def is_closed_to(place: Place, leader: Side) -> bool:
    """5.9, 7.1, 9.10: by an alliance or an exclusive of a rival."""
    if leader in place.allies:
        return False
    return bool(place.allies) or (place.exclusive is not None and place.exclusive.holder != leader)


def is_favoured(place: Place, leader: Side) -> bool:
    """7.3: an ally, or the holder of an exclusive."""
    return leader in place.allies or (place.exclusive is not None and place.exclusive.holder == leader)


def is_open(place: Place, leader: Side) -> bool:
    """7.1: whether a leader that is calm may deal there, as far as the place says; trade.shut has the reasons."""
    if place.war or place.tension or place.closed:
        return False
    if place.allies:
        return leader in place.allies
    if place.exclusive is not None:
        return place.exclusive.holder == leader
    return SHEETS[leader].ideology in read(place.row).counts


def is_tense(state: Nineteen33, leader: Side) -> bool:
    """11.2"""
    return state.places[leader].tension > 0


def allied_states(state: Nineteen33, leader: Side) -> list[str]:
    places = state.places
    return [name for name in STATES if leader in places[name].allies]


def have_pact(state: Nineteen33, leader: Side) -> bool:
    """9.13"""
    return SHEETS[leader].ideology in state.pacts


def rivals(leader: Side) -> list[Side]:
    return [other for other in LEADERS if other != leader]


def is_barred(place: Place, leader: Side) -> bool:
    """15.8: nothing can be won there any more: no free box and no alliance open, an endless war, or an ally of another
    ideology."""
    if place.war == "endless" or not has_free_box(place):
        return True
    mine = SHEETS[leader].ideology
    return any(SHEETS[ally].ideology != mine for ally in place.allies)
