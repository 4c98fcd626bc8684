"""9.1 to 9.4: influence paths and the boxes they win."""

from __future__ import annotations

from engine.core.journal import tell
from engine.core.state import Side
from engine.nineteen33.action_journal import BoxWon, PathAdvanced, PathEnded
from engine.nineteen33.board import has_free_box, ideology_in
from engine.nineteen33.manoeuvre import box_won
from engine.nineteen33.printed import SHEETS, tables
from engine.nineteen33.state import OPEN, Nineteen33, Path, row_of
from engine.nineteen33.units import pressure

LENGTH = tables.influence.path


def advance(state: Nineteen33, leader: Side, place: str, points: int) -> int:
    """5.8, 9.1: add points to its own path or open one; what is left when the path is complete."""
    path = state.places[place].path
    before = path.points if path else 0
    reached = before + points + pressure(state, leader, place)
    disturber = path.disturber if path else None
    state.change(place, path=Path(leader, min(before + points, LENGTH), disturber))
    tell(state, PathAdvanced(leader, place, min(before + points, LENGTH)))
    settle(state, place)
    return max(0, min(points, reached - LENGTH))


def settle(state: Nineteen33, place: str) -> None:
    """9.3: a path is complete as soon as points and pressure reach its length."""
    path = state.places[place].path
    if path and path.points + pressure(state, path.owner, place) >= LENGTH:
        state.change(place, path=None)
        win_box(state, path.owner, place)


def win_box(state: Nineteen33, leader: Side, place: str) -> None:
    """9.1: its cube goes into the first free box."""
    put_cube(state, leader, place, state.places[place].row.index(OPEN))


def put_cube(state: Nineteen33, leader: Side, place: str, box: int) -> None:
    boxes = [*state.places[place].boxes]
    boxes[box] = leader
    state.change(place, row=row_of(boxes))
    tell(state, BoxWon(leader, place, box + 1))
    box_won(state, leader, place)
    path = state.places[place].path
    if path and not has_free_box(state.places[place]):
        end_path(state, place)


def force_cube(state: Nineteen33, leader: Side, place: str) -> None:
    """12.4: into the first free box or, if none is free, over the highest-numbered box not of its ideology."""
    here = state.places[place]
    if has_free_box(here):
        win_box(state, leader, place)
        return
    mine = SHEETS[leader].ideology
    foreign = [number for number, box in enumerate(here.boxes) if ideology_in(box) != mine]
    if foreign:
        put_cube(state, leader, place, foreign[-1])


def weaken(state: Nineteen33, place: str, points: int) -> int:
    """5.15, 8.4: take points from the path there, which ends at 0; return the points that are left."""
    path = state.places[place].path
    assert path is not None
    left = max(0, path.points - points)
    if left:
        state.change(place, path=Path(path.owner, left, path.disturber))
    else:
        end_path(state, place)
    return left


def end_path(state: Nineteen33, place: str) -> None:
    path = state.places[place].path
    if path:
        state.change(place, path=None)
        tell(state, PathEnded(path.owner, place))
