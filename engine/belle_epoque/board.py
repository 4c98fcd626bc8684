"""Reads the board: majorities (2.6e), free spaces, contests, the general reserve, Fleets."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from engine.belle_epoque.printed import MINOR_UNITS, NATIONS, POWERS, SHEETS, TERRITORIES
from engine.belle_epoque.printed.figures import ARMS, FREE
from engine.belle_epoque.state import BelleEpoque, Contest
from engine.core.state import Side

IN_CONTINENT: dict[str, tuple[str, ...]] = {
    continent: tuple(one.id for one in TERRITORIES.values() if one.continent == continent)
    for continent in dict.fromkeys(one.continent for one in TERRITORIES.values())
}
COLONIES = frozenset(one.id for one in TERRITORIES.values() if one.is_colony)
PARTLY_NUMBERED = frozenset(one.id for one in TERRITORIES.values() if None in one.die_faces)
"""The territories with some spaces that carry no number (Italy, China)."""
FLEETS_OF_NATIONS = {unit: kind.nation for unit, kind in MINOR_UNITS.items() if kind.is_fleet}
ARMIES_OF_NATIONS = {unit: kind.nation for unit, kind in MINOR_UNITS.items() if not kind.is_fleet}


def cube_at(state: BelleEpoque, territory: str, space: int) -> str:
    """Return the cube on the space itself: in a contest, the lower one."""
    return state.spaces[territory][space - 1]


def contest_at(state: BelleEpoque, territory: str, space: int) -> Contest | None:
    for contest in state.contests:
        if contest.territory == territory and contest.space == space:
            return contest
    return None


def contested(state: BelleEpoque, territory: str) -> set[int]:
    """Return the spaces there on which a contest waits."""
    return {contest.space for contest in state.contests if contest.territory == territory}


def needed(row: tuple[str, ...]) -> int:
    """2.6e: return the majority: more than half of the spaces without an armament cube."""
    return (len(row) - row.count(ARMS)) // 2 + 1


def allies_among(state: BelleEpoque, row: tuple[str, ...]) -> list[Side]:
    """8.2.3c: return the ally of each cube in the row whose nation has one."""
    held = state.held
    return [held[cube] for cube in row if cube in held and cube in NATIONS]


def counting(state: BelleEpoque, territory: str, power: Side) -> int:
    """Count the cubes for a Power there: its own, in Colonies also those of its allies (8.2.3c)."""
    row = state.spaces[territory]
    own = row.count(power)
    if territory not in COLONIES:
        return own
    return own + allies_among(state, row).count(power)


def counts(state: BelleEpoque, territory: str) -> dict[Side, int]:
    """Return `counting` for each Power that has any."""
    row = state.spaces[territory]
    allies = allies_among(state, row) if territory in COLONIES else []
    return {power: count for power in POWERS if (count := row.count(power) + allies.count(power))}


def majority(state: BelleEpoque, territory: str) -> Side | None:
    """2.6e: return the Power that holds the territory by the cubes that stand there now; mostly none has enough."""
    row = state.spaces[territory]
    size = len(row)
    least = (size - row.count(ARMS)) // 2 + 1
    if size - row.count(FREE) < least:
        return None
    for power in POWERS:
        if row.count(power) >= least:
            return power
    if territory in COLONIES and (allies := allies_among(state, row)):
        return next((power for power in POWERS if row.count(power) + allies.count(power) >= least), None)
    return None


def free_spaces(state: BelleEpoque, territory: str) -> list[int]:
    return [space for space, cube in enumerate(state.spaces[territory], start=1) if cube == FREE]


def lowest_free(state: BelleEpoque, territory: str) -> int | None:
    """6.2a: return the lowest free space; those without a number come last."""
    row = state.spaces[territory]
    if territory not in PARTLY_NUMBERED:
        return row.index(FREE) + 1 if FREE in row else None
    free, here = free_spaces(state, territory), TERRITORIES[territory]
    return min(free, key=lambda space: (not here.is_numbered(space), space), default=None)


def free_for_choice(state: BelleEpoque, territory: str) -> list[int]:
    """8.2.1c: return the lowest free numbered space, and the lowest free one without a number, which may be taken
    instead."""
    row = state.spaces[territory]
    if FREE not in row:
        return []
    if territory not in PARTLY_NUMBERED:
        return [row.index(FREE) + 1]
    free, here = free_spaces(state, territory), TERRITORIES[territory]
    numbered = [space for space in free if here.is_numbered(space)]
    return numbered[:1] + [space for space in free if not here.is_numbered(space)][:1]


def spaces_of(state: BelleEpoque, territory: str, cube: str) -> list[int]:
    """Return the spaces on which such cubes stand themselves, the lowest first."""
    return [space for space, one in enumerate(state.spaces[territory], start=1) if one == cube]


def on_map(state: BelleEpoque, cube: str) -> int:
    lower = sum([row.count(cube) for row in state.spaces.values() if cube in row])
    return lower + sum([contest.side == cube for contest in state.contests]) if state.contests else lower


def general_reserve(state: BelleEpoque, cube: str, there: int | None = None) -> int:
    """2.6c: count the cubes that are neither on the map nor in the Embassies; `there` are on the map, if that is
    known."""
    there = on_map(state, cube) if there is None else there
    if cube in NATIONS:
        return NATIONS[cube].cubes - there
    return SHEETS[cube].md_cubes - there - state.sheets[cube].embassies


def all_on_map(state: BelleEpoque) -> Counter[str]:
    """Return `on_map` for all cubes in one pass, which is quicker than three of them."""
    there = Counter(chain.from_iterable(state.spaces.values()))
    if state.contests:
        there.update([contest.side for contest in state.contests])
    return there


def general_reserves(state: BelleEpoque) -> dict[str, int]:
    """Return `general_reserve` for every Power and minor nation."""
    there = all_on_map(state)
    return {cube: general_reserve(state, cube, there[cube]) for cube in (*NATIONS, *POWERS)}


def is_closed_to(state: BelleEpoque, territory: str, power: Side) -> bool:
    """8.6.3: tell whether a rival has closed the territory."""
    closing = state.closed.get(territory)
    return closing is not None and any(other != power for other in closing)


def allied_fleets(state: BelleEpoque, power: Side) -> list[str]:
    """Return the Fleets of the Power's allies, wherever they are."""
    held = state.held
    return [unit for unit, nation in FLEETS_OF_NATIONS.items() if held.get(nation) == power]


def allied_armies(state: BelleEpoque, power: Side) -> list[str]:
    held = state.held
    return [unit for unit, nation in ARMIES_OF_NATIONS.items() if held.get(nation) == power]


def has_fleet(state: BelleEpoque, power: Side, continent: str) -> bool:
    """8.8d: tell whether the Power has a Fleet there, own or allied, ready or exhausted."""
    sheet = state.sheets[power]
    if sheet.ready.get(continent) or sheet.exhausted.get(continent):
        return True
    held, units = state.held, state.minor_units
    return continent in [units[unit].at for unit, nation in FLEETS_OF_NATIONS.items() if held.get(nation) == power]


def fleet_track(state: BelleEpoque, power: Side) -> int:
    """8.1c: count its own Fleets in the game, those of allies, and the spaces of a Great Work; for an automated Power
    its marks (13.5) replace its own Fleets."""
    sheet, work = state.sheets[power], SHEETS[power].great_work.bonus
    own = state.automata[power].fleet_marks if power in state.automata else sheet.fleets_built
    built = work.delta if sheet.built and work.type == "fleet_track" else 0
    return own + built + [*map(state.held.get, FLEETS_OF_NATIONS.values())].count(power)
