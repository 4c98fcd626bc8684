"""Moves cubes between the board and the general reserve, which is not stored. The caller checks the holders of
territories (holdings.recheck) once all simultaneous changes are made.
"""

from __future__ import annotations

from engine.belle_epoque.board import contest_at, cube_at
from engine.belle_epoque.journal import CubePlaced, CubeRemoved
from engine.belle_epoque.printed.figures import FREE
from engine.belle_epoque.state import BelleEpoque, Contest
from engine.core.journal import tell
from engine.core.state import Side


def set_space(state: BelleEpoque, territory: str, space: int, cube: str) -> None:
    row = state.spaces[territory]
    state.spaces[territory] = (*row[: space - 1], cube, *row[space:])


def put_cube(state: BelleEpoque, cube: str, territory: str, space: int) -> None:
    """Place a cube on a space; the cube that stood there returns to the general reserve (6.2b, 8.6.2a). A contest goes
    on against the new cube (8.2.5b)."""
    replaced = cube_at(state, territory, space) or None
    set_space(state, territory, space, cube)
    tell(state, CubePlaced(cube, territory, space, replaced))


def remove_cube(state: BelleEpoque, territory: str, space: int) -> None:
    """Return the cube on a space to the general reserve; the upper cube of a contest drops into the space (8.2.5b)."""
    cube, contest = cube_at(state, territory, space), contest_at(state, territory, space)
    set_space(state, territory, space, contest.side if contest else FREE)
    if contest:
        state.contests.remove(contest)
    tell(state, CubeRemoved(cube, territory, space, contest.side if contest else None))


def add_upper_cube(state: BelleEpoque, side: Side, territory: str, space: int) -> None:
    """8.2a: prepare a contest."""
    state.contests.append(Contest(territory, space, side))
