"""Estimates what things are worth to a Power, in VP at the end of the game. The bots decide by it, and it reads only
what everyone sees.

Each territory is appraised alone, as a row of cubes: the worth of holding it or of being on the way there, less a part
of what it is worth to rivals.
"""

from __future__ import annotations

from functools import cache

from engine.belle_epoque.board import COLONIES, needed
from engine.belle_epoque.printed import LAST_TURN, NATIONS, POWERS, SHEETS, TERRITORIES, TURNS
from engine.belle_epoque.printed.figures import FREE
from engine.belle_epoque.state import BelleEpoque
from engine.core.state import Side

POUND = 0.2
CUBE = 0.5
"""The worth of an MD cube in the Embassies."""
STEP = 1.0
"""The worth of a step of Prestige."""
UNIT = 0.1
"""The cost of exhausting a unit in a contest, beyond its price."""
ON_THE_WAY = 0.5
"""The worth of all cubes but the last for a majority, as a share of holding the territory."""
BLOCKED = 0.5
"""The same share where rivals must be driven out first."""
PATIENCE = 0.9
"""The worth of each cube falls by this factor for every further cube that is needed as well."""
SPARE = 0.06
"""The worth of a cube beyond the majority."""
RIVAL = 0.1
"""The weight of a rival's gain against the Power's own, on average."""
AHEAD = 10.0
"""A rival's prospects count to this power: a loss of the leader is worth more than one of a straggler."""
SENT = 4.0
"""The worth of a cube that is still to come, sent to where it serves."""
Row = tuple[str, ...]


@cache
def scorings_left(turn: int) -> int:
    """10.1a, 10.2a: count the scorings left, including that of this turn."""
    return sum(1 for one in TURNS.values() if one.scoring and one.turn >= turn)


def objective_vp(side: Side, territory: str) -> int:
    """Return the VP of an objective for Alliance or Control of this territory."""
    held = ("alliance", "control")
    return sum(one.vp for one in SHEETS[side].objectives if one.type in held and one.territory == territory)


STAKES = {
    (side, territory): printed.vp + objective_vp(side, territory)
    for side in POWERS
    for territory, printed in TERRITORIES.items()
}
"""The VP that one scoring gives to the Power holding a territory."""
THRESHOLDS = {
    (side, territory): [
        (one.threshold, one.vp)
        for one in SHEETS[side].objectives
        if one.type == "min_cubes" and one.territory == territory
    ]
    for side in POWERS
    for territory in TERRITORIES
}
"""Objectives that ask for a number of cubes in a territory."""


def nearing(has: int, wants: int, free: int) -> float:
    """Return how near a number of cubes comes to the number wanted: 1 if it is enough, less than a half on the way,
    little if too few spaces are free."""
    if has >= wants:
        return 1 + SPARE * min(2, has - wants)
    return ON_THE_WAY * (has / wants) ** 2 * (1 if has + free >= wants else BLOCKED)


def worth_to(state: BelleEpoque, power: Side, territory: str, row: Row) -> float:
    """Return what this row is worth to one Power."""
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
    """Return what the row is worth to one Power, less a part of its worth to rivals. Automated rivals never score, so
    they do not count."""
    theirs = {power: worth_to(state, power, territory, row) for power in state.sides if power != side}
    worth = worth_to(state, side, territory, row)
    if not any(theirs.values()):
        return worth
    far: dict[Side, float] = {power: prospects(state, power) ** AHEAD for power in theirs}
    return worth - RIVAL * len(far) * sum(theirs[power] * far[power] for power in far) / sum(far.values())


def prospects(state: BelleEpoque, power: Side) -> float:
    """Return the VP of a Power if it kept its holdings to the end, with those of its Great Work; at least one."""
    sheet, work = state.sheets[power], SHEETS[power].great_work
    scored = sum([STAKES[power, territory] for territory, holder in state.held.items() if holder == power])
    cubes = 0
    if sheet.built:
        scored += work.vp
        cubes = work.bonus.delta * (LAST_TURN - state.turn) if work.bonus.type == "md_income" else 0
    return 1 + sheet.vp + scored * scorings_left(state.turn or 1) + cubes * SENT


def with_cube(row: Row, space: int, cube: str) -> Row:
    return (*row[: space - 1], cube, *row[space:])


def settled(state: BelleEpoque, side: Side, territory: str, cubes: int) -> float:
    """Return the worth of each of these cubes if all of them go to free spaces there; a single one is worth little."""
    row = state.spaces[territory]
    filled = row
    for _ in range(cubes):
        filled = with_cube(filled, filled.index(FREE) + 1, side)
    return (appraise(state, side, territory, filled) - appraise(state, side, territory, row)) / cubes


def settling(state: BelleEpoque, side: Side, territory: str) -> float:
    """Return the worth of a cube on a free space, as one of the number that serves best. Cubes of the next turn come
    too late for a scoring of this one, and rivals may be quicker."""
    row, in_hand = state.spaces[territory], state.sheets[side].embassies
    later = scorings_left(state.turn + 1) / scorings_left(state.turn)
    most = min(row.count(FREE), needed(row), in_hand + SHEETS[side].md_per_turn)
    return max(
        settled(state, side, territory, cubes) * PATIENCE ** (cubes - 1) * (1 if cubes <= in_hand else later)
        for cubes in range(1, most + 1)
    )


def gain(state: BelleEpoque, side: Side, territory: str, space: int, cube: str) -> float:
    """Return what the Power gains if this cube, or none, stands on the space."""
    row = state.spaces[territory]
    return appraise(state, side, territory, with_cube(row, space, cube)) - appraise(state, side, territory, row)
