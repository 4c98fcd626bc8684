"""5.13 to 5.15: blocks, obstruction and disturbance."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.journal import tell
from engine.core.state import Side
from engine.nineteen33.action_journal import Blocked, Disturbed, Obstructed
from engine.nineteen33.opinion import weaken
from engine.nineteen33.printed import tables
from engine.nineteen33.printed.kinds import Sector
from engine.nineteen33.state import Block, Nineteen33


def block(state: Nineteen33, leader: Side, on: str, points: int) -> None:
    """5.13: until the leader's next action turn."""
    held = state.leaders[leader]
    held.blocks = (*held.blocks, Block(on, points))
    tell(state, Blocked(leader, on, points))


def blocked(state: Nineteen33, leader: Side, on: str) -> int:
    return sum(one.points for one in state.leaders[leader].blocks if one.on == on)


def is_at_work(state: Nineteen33, leader: Side, sector: Sector) -> bool:
    one = state.leaders[leader].development[sector]
    return bool(one.works) or one.path is not None


def obstruct(state: Nineteen33, rival: Side, sector: Sector, points: int) -> None:
    """5.14: the path loses points, or the works last longer."""
    one = state.leaders[rival].development[sector]
    effect = max(0, points - blocked(state, rival, sector))
    if one.path is not None:
        state.develop(rival, sector, path=max(0, one.path - effect))
    elif effect:
        state.develop(rival, sector, works=max(one.works, min(one.works + effect, tables.works_most)))
    after = state.leaders[rival].development[sector]
    tell(state, Obstructed(rival, sector, effect, after.path or 0, after.works))


def disturb(state: Nineteen33, leader: Side, place: str, points: int) -> None:
    """5.15: the path remembers who disturbed it first."""
    path = state.places[place].path
    assert path is not None
    effect = max(0, points - blocked(state, path.owner, place))
    state.change(place, path=replace(path, disturber=leader))
    left = weaken(state, place, effect)
    tell(state, Disturbed(leader, place, left))
