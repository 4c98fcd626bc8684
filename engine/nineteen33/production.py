"""6.1, 6.2 and 4.3: the output of UL, and primary production."""

from __future__ import annotations

from engine.core.journal import tell
from engine.core.state import Side
from engine.core.step import Automatic
from engine.nineteen33.calendar import is_even
from engine.nineteen33.colonies import yields
from engine.nineteen33.journal import Produced, StruckInstead
from engine.nineteen33.printed import SECTOR_OF, tables
from engine.nineteen33.printed.kinds import Track
from engine.nineteen33.state import Nineteen33

TABLE = tables.production
HALVES = 2
"""6.2: a productive step adds half a UP."""


def output(state: Nineteen33, leader: Side, track: Track) -> int:
    """6.1, 6.2: an odd half unit is produced in even months only."""
    held = state.leaders[leader]
    grown = held.development[SECTOR_OF[track]]
    steps = grown.steps * TABLE.halves_per_step if grown.branch == "productive" else 0
    halves = held.labour[track] * (HALVES * TABLE.per_ul.of(track) + steps)
    return (halves + 1) // HALVES if is_even(state.month) else halves // HALVES


class PrimaryProduction(Automatic[Nineteen33], frozen=True):
    """4.3: food and raw materials of all leaders but those on strike."""

    clause = "4.3"

    def run(self, state: Nineteen33) -> None:
        for leader in state.line:
            produce(state, leader)


def produce(state: Nineteen33, leader: Side) -> None:
    held = state.leaders[leader]
    if held.strike:
        tell(state, StruckInstead(leader))
        return
    food, raw = output(state, leader, "food"), yields(state, leader, output(state, leader, "extraction"))
    held.food += food
    held.own_raw += raw
    tell(state, Produced(leader, food, raw))
