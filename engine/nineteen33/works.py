"""5.5 to 5.7: public works and development paths."""

from __future__ import annotations

from engine.core.journal import tell
from engine.core.state import Side
from engine.nineteen33.action_journal import PathDeveloped, StepCompleted, WorksStarted
from engine.nineteen33.choices import StartWorks
from engine.nineteen33.journal import WorksCompleted
from engine.nineteen33.manoeuvre import binding, step_completed
from engine.nineteen33.printed import SECTORS, WORKS, tables
from engine.nineteen33.printed.kinds import Sector
from engine.nineteen33.state import Development, Nineteen33

LENGTH = tables.development.path
PREFERRED: tuple[Sector, ...] = ("food", "industry", "extraction")
"""8.7: of paths that are equally full."""


def has_steps_left(one: Development) -> bool:
    return one.steps < tables.development.steps


def may_begin(state: Nineteen33, leader: Side, sector: Sector) -> bool:
    """15.7: no works in another sector than a bound one."""
    bound = binding(state, leader, "development")
    return not bound or sector in bound


def goods(state: Nineteen33, leader: Side) -> int:
    """5.5: civil UP that works may take: reserved or in stock."""
    held = state.leaders[leader]
    return held.reserved + held.civil


def cost(state: Nineteen33, leader: Side, points: int) -> int:
    """5.5: the goods, at the unit price."""
    return WORKS[points].goods * state.leaders[leader].price


def start(state: Nineteen33, leader: Side, choice: StartWorks) -> None:
    """5.5: goods leave the reserve, then the stock; the branch is for good."""
    held, row = state.leaders[leader], WORKS[choice.points]
    um = cost(state, leader, choice.points)
    from_reserve = min(held.reserved, row.goods)
    held.reserved -= from_reserve
    held.civil -= row.goods - from_reserve
    held.treasury -= um
    branch = held.development[choice.sector].branch or choice.branch
    assert branch
    state.develop(leader, choice.sector, branch=branch, works=row.months, started=state.month)
    tell(state, WorksStarted(leader, choice.sector, branch, row.months, row.goods, um))


def develop(state: Nineteen33, leader: Side, sector: Sector, points: int) -> None:
    """5.7: at the end of the path the step is complete."""
    one = state.leaders[leader].development[sector]
    assert one.path is not None
    reached = min(one.path + points, LENGTH)
    if reached < LENGTH:
        state.develop(leader, sector, path=reached)
        tell(state, PathDeveloped(leader, sector, reached))
        return
    state.develop(leader, sector, path=None, steps=one.steps + 1)
    tell(state, StepCompleted(leader, sector, one.steps + 1))
    step_completed(state, leader, sector, state.month - one.started)


def fullest_paths(state: Nineteen33, leader: Side) -> list[Sector]:
    """8.7: the sectors with an open path, the fullest first."""
    held = state.leaders[leader].development
    running = [sector for sector in PREFERRED if held[sector].path is not None]
    return sorted(running, key=lambda sector: -(held[sector].path or 0))


def advance(state: Nineteen33, leader: Side) -> None:
    """4.7 d, 5.6: a month of works is over."""
    for sector in SECTORS:
        left = state.leaders[leader].development[sector].works
        if left == 1:
            state.develop(leader, sector, works=0, path=0)
            tell(state, WorksCompleted(leader, sector))
        elif left:
            state.develop(leader, sector, works=left - 1)
