"""10.1 to 10.4: raw materials from the colony, and what rivals and garrisons make of them."""

from __future__ import annotations

from functools import cache

from engine.core.state import Side
from engine.nineteen33.board import cubes, rivals
from engine.nineteen33.printed import COLONIES, COLONY_OF, PROTECTORATES, SHEETS, tables
from engine.nineteen33.state import Nineteen33


def yields(state: Nineteen33, leader: Side, output: int) -> int:
    """10.1 to 10.3: the part of an output of raw materials that arrives."""
    colony = COLONY_OF.get(leader)
    if colony is None:
        return output
    threat = strongest_rival(state, leader, colony)
    army, division = has_army(state, leader), has_division(state, leader, colony)
    if threat >= tables.colony.halved_at and not army and not division:
        return 0 if threat >= tables.colony.stopped_at else output // 2
    costs = army or (division and threat >= tables.colony.halved_at)
    return max(0, output - tables.units.garrison_cost) if costs else output


def strongest_rival(state: Nineteen33, leader: Side, colony: str) -> int:
    """10.2: the most boxes of one rival of another ideology."""
    mine = SHEETS[leader].ideology
    here = state.places[colony]
    return max(cubes(here, other) for other in rivals(leader) if SHEETS[other].ideology != mine)


def has_army(state: Nineteen33, leader: Side) -> bool:
    """10.3: on own colonial land; 10.4: a protectorate is part of it."""
    return any(unit.at in colonial_land(leader) for unit in state.leaders[leader].armies)


@cache
def colonial_land(leader: Side) -> frozenset[str]:
    return frozenset(one.id for group in (COLONIES, PROTECTORATES) for one in group.values() if one.owner == leader)


def has_division(state: Nineteen33, leader: Side, colony: str) -> bool:
    """10.3: in a sea area of the colony's coast, where it faces no state."""
    seas = COLONIES[colony].seas
    return any(unit.at in seas and not unit.faces for unit in state.leaders[leader].divisions)
