"""Chapter 13: the parts that all modules of automated Powers share: the sheet, the rivals, the objectives, the die that
breaks ties. automated_order.py plays the turn; each section from 13.4 to 13.9 has a module of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from msgspec import Struct

from engine.belle_epoque.board import contested, spaces_of
from engine.belle_epoque.printed import POWERS, SHEETS
from engine.belle_epoque.printed.figures import DIE
from engine.belle_epoque.printed.kinds import AutomatedSheet, Progress
from engine.belle_epoque.state import BelleEpoque
from engine.core.chance import roll
from engine.core.state import Side


class Pick(Struct, frozen=True):
    """The Power that was picked, and why: the Powers it tied with, and the die that decided, if one was rolled."""

    side: Side
    amount: int
    tied: tuple[Side, ...] = ()
    die: int | None = None


def sheet_of(side: Side) -> AutomatedSheet:
    return SHEETS[side].automated


def progress_of(state: BelleEpoque, side: Side) -> Progress:
    """13.3: return the column of the sheet for this turn."""
    return next(one for one in sheet_of(side).progress if one.turn == state.turn)


def rivals(side: Side) -> list[Side]:
    return [power for power in POWERS if power != side]


def open_objectives(state: BelleEpoque, side: Side) -> Iterator[str]:
    """13.4.3b: yield the objectives that the Power does not hold, in order of priority."""
    return (territory for territory in sheet_of(side).objective_priority if not state.holds(side, territory))


def pick_most(state: BelleEpoque, powers: Collection[Side], amount: Callable[[Side], int]) -> Pick:
    """13.4.3a, 13.4.4a: pick the Power with the largest amount; a die breaks ties."""
    most = max(map(amount, powers))
    return pick_by_die(state, [power for power in powers if amount(power) == most], most)


def pick_by_die(state: BelleEpoque, tied: list[Side], amount: int = 0) -> Pick:
    """13.4.3a: pick by die: even or odd for two Powers, 1-2, 3-4 and 5-6 for three, no die for one."""
    if len(tied) == 1:
        return Pick(tied[0], amount)
    die = roll(state, "tie", DIE)
    number = die % 2 if len(tied) == 2 else (die - 1) // 2
    return Pick(tied[number], amount, tuple(tied), die)


def highest_space(state: BelleEpoque, territory: str, power: Side) -> int:
    """13.4.4d: return the space of the cube that leaves: the highest one, and one in a contest only if there is no
    other."""
    waits = contested(state, territory)
    return max(spaces_of(state, territory, power), key=lambda space: (space not in waits, space))


def uncontested(state: BelleEpoque, territory: str, cube: str) -> list[int]:
    """Return the spaces on which such cubes stand without a contest, the lowest first."""
    waits = contested(state, territory)
    return [space for space in spaces_of(state, territory, cube) if space not in waits]
