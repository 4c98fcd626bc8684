"""13.7: the missions of an automated Power. A die gives the row of the mission table. The cubes go to its columns from
the first to the last; cubes gained since the last dispatch go to column 3, each by a row of its own.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.belle_epoque.automated import Pick, open_objectives, pick_most, rivals, sheet_of, uncontested
from engine.belle_epoque.automated_arms import Arming
from engine.belle_epoque.automated_journal import (
    CellRolled,
    CubeDispatched,
    CubeKept,
    DispatchBegan,
    RowRolled,
    TerritoryPassedOver,
)
from engine.belle_epoque.board import is_closed_to, lowest_free
from engine.belle_epoque.holdings import recheck
from engine.belle_epoque.pieces import add_upper_cube, set_space
from engine.belle_epoque.prestige import take_cubes
from engine.belle_epoque.printed import NATIONS, TURNS
from engine.belle_epoque.printed.figures import DIE, MOST_REROLLS
from engine.belle_epoque.printed.kinds import Cell, Goal, MissionRow
from engine.belle_epoque.state import BelleEpoque
from engine.core.agenda import then
from engine.core.chance import roll
from engine.core.journal import tell
from engine.core.state import Side
from engine.core.step import Automatic

EXTRA_COLUMN = 3
"""13.7.1: the column for cubes gained since the last dispatch."""


class Dispatching(Automatic[BelleEpoque], frozen=True):
    """13.7a to 13.7c: count the cubes, assign them to columns, and roll the first row."""

    clause = "13.7a"
    side: Side

    def run(self, state: BelleEpoque) -> None:
        side, automaton, sheet = self.side, state.automata[self.side], state.sheets[self.side]
        usual = cubes_a_turn(state, side)
        gained, owed = sheet.embassies, min(automaton.owed, usual + sheet.embassies)
        automaton.owed -= owed
        sheet.embassies = max(0, gained - owed)
        take_cubes(state, side, usual - max(0, owed - gained))
        tell(state, DispatchBegan(side, sheet.embassies, owed))
        columns = columns_for(sheet.embassies, usual)
        if columns:
            row, armaments = roll_row(state, side, columns[0], 0)
            then(state, Sending(side, columns, row, armaments))


def cubes_a_turn(state: BelleEpoque, side: Side) -> int:
    return next(dispatch.md for dispatch in sheet_of(side).md_per_turn if state.turn in dispatch.turns)


def columns_for(cubes: int, usual: int) -> tuple[int, ...]:
    """13.7b, 13.7.1, 13.7.2: return a column for each cube: those of the sheet first, then column 3."""
    columns = (*range(1, usual + 1), *(EXTRA_COLUMN for _ in range(cubes - usual)))
    return columns[:cubes]


def roll_row(state: BelleEpoque, side: Side, column: int, taken: int) -> tuple[int, int]:
    """13.7c: roll a row; return it with the number of armament cubes taken so far."""
    row = roll(state, "row", DIE)
    takes = row_of(side, row).armament_cube and TURNS[state.turn].armaments and state.sheets[side].armaments > taken
    tell(state, RowRolled(side, column, row, armaments=takes))
    return row, taken + takes


def row_of(side: Side, die: int) -> MissionRow:
    return next(row for row in sheet_of(side).missions if row.die == die)


class Sending(Automatic[BelleEpoque], frozen=True):
    """13.7d to 13.7g: send a cube for the first of these columns; then the next one. At the end armaments follow
    (13.8)."""

    clause = "13.7d"
    side: Side
    columns: tuple[int, ...]
    row: int
    """The row for the columns of the sheet; further cubes have rows of their own (13.7.1)."""
    armaments: int = 0

    def run(self, state: BelleEpoque) -> None:
        column, *rest = self.columns
        left = replace(self, columns=tuple(rest))
        territory = aim(state, self.side, column, self.row)
        then(state, self.next_one(left, column))
        send(state, self.side, column, territory)

    def next_one(self, left: Sending, column: int) -> Sending | Rerowing | Arming:
        if not left.columns:
            return Arming(self.side, self.armaments)
        return left if left.columns[0] > column else Rerowing(left)


class Rerowing(Automatic[BelleEpoque], frozen=True):
    """13.7.1: roll a row for a further cube of column 3."""

    clause = "13.7.1"
    sending: Sending

    def run(self, state: BelleEpoque) -> None:
        sending = self.sending
        row, armaments = roll_row(state, sending.side, EXTRA_COLUMN, sending.armaments)
        then(state, replace(sending, row=row, armaments=armaments))


# Where to


def aim(state: BelleEpoque, side: Side, column: int, row: int) -> str | None:
    """13.7d, 13.7e: find the territory for a cube; None after too many rerolls (13.7f). If the die within a cell gives
    a territory that the Power holds, it is rolled again where the cell has another; else the row is, for this cube
    alone."""
    rerolls = 0
    while (found := look(state, side, column, row)) is None and rerolls < MOST_REROLLS:
        rerolls += 1
        if all(passed_over(state, side, one) for one in targets_of(side, column, row)):
            row = roll(state, "row", DIE)
            tell(state, RowRolled(side, column, row, again=True))
    return found


def entry_of(side: Side, column: int, row: int) -> Goal | tuple[Cell, ...]:
    """Return what the mission table shows at this column and row."""
    printed = row_of(side, row)
    return (printed.col1, printed.col2, printed.col3plus, printed.col4)[column - 1]


def targets_of(side: Side, column: int, row: int) -> list[str]:
    entry = entry_of(side, column, row)
    return [entry.target, entry.alternate] if isinstance(entry, Goal) else [cell.target for cell in entry]


def look(state: BelleEpoque, side: Side, column: int, row: int) -> str | None:
    """Return the territory that this row gives: the first one, else the one in brackets, or one of a cell by die."""
    entry, targets = entry_of(side, column, row), targets_of(side, column, row)
    if not isinstance(entry, Goal) and not all(passed_over(state, side, one) for one in targets):
        die = roll(state, "cell", DIE)
        targets = [cell.target for cell in entry if die in cell.die]
        tell(state, CellRolled(side, column, die, targets[0]))
    for territory in targets:
        if not (why := passed_over(state, side, territory)):
            return territory
        tell(state, TerritoryPassedOver(side, territory, why))
    return None


def passed_over(state: BelleEpoque, side: Side, territory: str) -> str:
    """13.7d, 13.3g, 13.7g: return why no cube goes there; empty if one may."""
    if state.holds(side, territory):
        return "held"
    if is_closed_to(state, territory, side):
        return "closed"
    is_full = lowest_free(state, territory) is None and not attackable(state, side, territory)
    return "full" if is_full else ""


def attackable(state: BelleEpoque, side: Side, territory: str) -> list[str]:
    """13.7g: list the rival Powers with a cube there without a contest; if there are none, the nations that are no
    allies."""
    powers = [power for power in rivals(side) if uncontested(state, territory, power)]
    return powers or [one for one in NATIONS if state.ally_of(one) != side and uncontested(state, territory, one)]


# The cube


def send(state: BelleEpoque, side: Side, column: int, territory: str | None) -> None:
    """13.7g, 13.7f"""
    by_priority = territory is None
    territory = territory or first_objective(state, side)
    if territory is None:
        tell(state, CubeKept(side))
        return
    state.sheets[side].embassies -= 1
    space = lowest_free(state, territory)
    if space is None:
        attack(state, side, column, territory, by_priority)
        return
    set_space(state, territory, space, side)
    tell(state, CubeDispatched(side, column, territory, space, by_priority=by_priority))
    recheck(state, territory)


def first_objective(state: BelleEpoque, side: Side) -> str | None:
    return next((one for one in open_objectives(state, side) if not passed_over(state, side, one)), None)


def attack(state: BelleEpoque, side: Side, column: int, territory: str, by_priority: bool) -> None:
    """13.7g: a contest on the lowest cube of the rival Power with most cubes, or of a minor nation."""
    pick, space = victim(state, side, territory)
    told = CubeDispatched(side, column, territory, space, pick.side, pick.tied, pick.die, by_priority)
    add_upper_cube(state, side, territory, space)
    tell(state, told)


def victim(state: BelleEpoque, side: Side, territory: str) -> tuple[Pick, int]:
    """Return the owner of the cube to attack, and its space."""
    cubes = attackable(state, side, territory)
    if cubes[0] in NATIONS:
        space, nation = min((uncontested(state, territory, one)[0], one) for one in cubes)
        return Pick(nation, 1), space
    pick = pick_most(state, cubes, state.spaces[territory].count)
    return pick, uncontested(state, territory, pick.side)[0]
