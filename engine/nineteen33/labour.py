"""2.3, 5.10, 6.3, 6.4: where UL work, how many fit, how many can move."""

from __future__ import annotations

from engine.core.journal import tell
from engine.core.state import Side
from engine.nineteen33.action_journal import LabourMoved
from engine.nineteen33.choices import LabourMove
from engine.nineteen33.printed import SECTOR_OF, SHEETS, tables
from engine.nineteen33.printed.kinds import Track
from engine.nineteen33.state import Leader, Nineteen33


def capacity(state: Nineteen33, leader: Side, track: Track) -> int:
    """6.3, 6.4"""
    grown = state.leaders[leader].development[SECTOR_OF[track]]
    more = grown.steps * tables.development.occupational_ul if grown.branch == "occupational" else 0
    return SHEETS[leader].capacity.of(track) + more


def movable(state: Nineteen33, leader: Side, track: Track) -> int:
    """2.3: the fixed UL never leave their sector."""
    return state.leaders[leader].labour[track] - SHEETS[leader].fixed.of(track)


def after_moves(held: Leader, moves: tuple[LabourMove, ...]) -> dict[str, int]:
    """How the UL would stand."""
    stand: dict[str, int] = dict(held.labour)  # type: ignore[arg-type]
    stand["unemployed"] = held.unemployed
    for move in moves:
        stand[move.origin] -= 1
        stand[move.goal] += 1
    return stand


def fit(state: Nineteen33, leader: Side, moves: tuple[LabourMove, ...]) -> bool:
    """5.10: each UL comes from where it may leave, and all find room."""
    held, fixed = state.leaders[leader], SHEETS[leader].fixed
    stand = after_moves(held, moves)
    stays = all(fixed.of(track) <= stand[track] <= capacity(state, leader, track) for track in held.labour)
    return stays and stand["unemployed"] >= 0 and all(move.origin != move.goal for move in moves)


def move(state: Nineteen33, leader: Side, moves: tuple[LabourMove, ...]) -> None:
    held = state.leaders[leader]
    stand = after_moves(held, moves)
    held.unemployed = stand["unemployed"]
    held.labour = {track: stand[track] for track in held.labour}
    tell(state, LabourMoved(leader, tuple((move.origin, move.goal) for move in moves)))
