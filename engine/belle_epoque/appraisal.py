"""What things are worth to a Power, in VP at the end of the game: bots.py chooses by it. Everybody sees all of it.

A territory is appraised alone, as a row of cubes: what holding it, or being on the way there, is worth to the Power,
less a part of what it is worth to its rivals.
"""

from __future__ import annotations

from functools import cache

from engine.belle_epoque.board import COLONIES, needed
from engine.belle_epoque.printed import NATIONS, POWERS, SHEETS, TERRITORIES, TURNS
from engine.belle_epoque.printed.figures import FREE
from engine.belle_epoque.state import BelleEpoque
from engine.core.state import Side

POUND = 0.2
CUBE = 0.5
"""An MD cube in the Embassies."""
STEP = 1.0
"""A step of Prestige."""
UNIT = 0.1
"""A unit that is exhausted in a contest, beyond what it costs."""
ON_THE_WAY = 0.5
"""What all cubes but the last for a majority count, against holding the territory."""
BLOCKED = 0.5
"""What the way counts where others have to be driven out."""
PATIENCE = 0.9
"""What another cube that is needed as well leaves of the worth of each."""
SPARE = 0.06
"""A cube beyond the majority."""
RIVAL = 0.08
"""What a rival has counts so much against the Power itself, on average."""
AHEAD = 3.0
"""To this power of what it has: a loss of the leader is worth more than that of a straggler."""
Row = tuple[str, ...]


@cache
def scorings_left(turn: int) -> int:
    """10.1a, 10.2a: this turn's too."""
    return sum(1 for one in TURNS.values() if one.scoring and one.turn >= turn)


def objective_vp(side: Side, territory: str) -> int:
    """What alliance or control there is worth as an objective."""
    held = ("alliance", "control")
    return sum(one.vp for one in SHEETS[side].objectives if one.type in held and one.territory == territory)


STAKES = {
    (side, territory): printed.vp + objective_vp(side, territory)
    for side in POWERS
    for territory, printed in TERRITORIES.items()
}
"""What a scoring brings to the Power that holds a territory."""
THRESHOLDS = {
    (side, territory): [
        (one.threshold, one.vp)
        for one in SHEETS[side].objectives
        if one.type == "min_cubes" and one.territory == territory
    ]
    for side in POWERS
    for territory in TERRITORIES
}
"""Objectives that want so many cubes there."""


def nearing(has: int, wants: int, free: int) -> float:
    """How near so many cubes come: 1 if they are enough, less than a half on the way, little where too few spaces are
    free."""
    if has >= wants:
        return 1 + SPARE * min(2, has - wants)
    return ON_THE_WAY * (has / wants) ** 2 * (1 if has + free >= wants else BLOCKED)


def worth_to(state: BelleEpoque, power: Side, territory: str, row: Row) -> float:
    """What a Power has of this row."""
    own, free = row.count(power), row.count(FREE)
    counting = own
    if territory in COLONIES:
        counting += sum(1 for cube in row if cube in NATIONS and state.held.get(cube) == power)
    if not counting:
        return 0
    worth = STAKES[power, territory] * nearing(counting, needed(row), free)
    worth += sum(vp * nearing(own, cubes, free) for cubes, vp in THRESHOLDS[power, territory])
    step = STEP if territory in COLONIES and counting >= needed(row) else 0
    return worth * scorings_left(state.turn or 1) + step


def appraise(state: BelleEpoque, side: Side, territory: str, row: Row) -> float:
    """What it is worth to one Power, less a part of what it is to its rivals; automated ones never score."""
    theirs = {power: worth_to(state, power, territory, row) for power in state.sides if power != side}
    worth = worth_to(state, side, territory, row)
    if not any(theirs.values()):
        return worth
    far: dict[Side, float] = {power: prospects(state, power) ** AHEAD for power in theirs}
    return worth - RIVAL * len(far) * sum(theirs[power] * far[power] for power in far) / sum(far.values())


def prospects(state: BelleEpoque, power: Side) -> float:
    """Its VP if it kept what it holds to the end; at least one."""
    held = sum([STAKES[power, territory] for territory, holder in state.held.items() if holder == power])
    return 1 + state.sheets[power].vp + held * scorings_left(state.turn or 1)


def with_cube(row: Row, space: int, cube: str) -> Row:
    return (*row[: space - 1], cube, *row[space:])


def settled(state: BelleEpoque, side: Side, territory: str, cubes: int) -> float:
    """What each of so many cubes is worth if all of them go to free spaces there: a single one comes to little."""
    row = state.spaces[territory]
    filled = row
    for _ in range(cubes):
        filled = with_cube(filled, filled.index(FREE) + 1, side)
    return (appraise(state, side, territory, filled) - appraise(state, side, territory, row)) / cubes


def settling(state: BelleEpoque, side: Side, territory: str) -> float:
    """What a cube on a free space is worth as one of as many as serve best. Those of the next turn come too late for a
    scoring of this one, and others may be quicker."""
    row, in_hand = state.spaces[territory], state.sheets[side].embassies
    later = scorings_left(state.turn + 1) / scorings_left(state.turn)
    most = min(row.count(FREE), needed(row), in_hand + SHEETS[side].md_per_turn)
    return max(
        settled(state, side, territory, cubes) * PATIENCE ** (cubes - 1) * (1 if cubes <= in_hand else later)
        for cubes in range(1, most + 1)
    )


def gain(state: BelleEpoque, side: Side, territory: str, space: int, cube: str) -> float:
    """What changes for a Power when this cube, or none, stands on the space."""
    row = state.spaces[territory]
    return appraise(state, side, territory, with_cube(row, space, cube)) - appraise(state, side, territory, row)
