"""Questions on which a side can try out its orders: those it is asked now, otherwise ones that it could be asked.
engine.core.rehearsal plays them.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.state import Side
from engine.core.step import Step
from engine.versailles.bidding import Bidding
from engine.versailles.clauses import Orders
from engine.versailles.meaning import Context
from engine.versailles.settle import Holding
from engine.versailles.state import Versailles, card
from engine.versailles.uprising import Announcing, Modifying, UprisingCheck, announcers

NONE = Orders()


def rehearsals(state: Versailles, side: Side) -> Iterator[Step[Versailles]]:
    """Yield a question for each order and secret maximum of the side, where there can be one."""
    orders, ceilings = state.orders.get(side, NONE), state.ceilings.get(side, {})
    running = {step.issue: step for step in state.agenda if isinstance(step, Bidding)}
    wanted = [*ceilings]
    if orders.pass_without_stake:
        others = [issue for issue in (*running, *reversed(state.settled)) if issue not in ceilings]
        wanted += others[:1]
    yield from (bidding(state, side, issue, running.get(issue)) for issue in wanted)
    if orders.never_modify:
        yield from modifying(state, side)
    yield from (Holding(side, event) for event in orders.decline)


def bidding(state: Versailles, side: Side, issue: str, running: Bidding | None) -> Bidding:
    """Return the bidding that goes on, at the moment this side is asked; otherwise one after an uprising, in which it
    is asked first."""
    if running and side in running.still_in and side != running.holder:
        return Bidding(
            issue, running.region, first(side, running.still_in), running.held_by, running.standing, running.holder
        )
    region = card(issue).group if card(issue).group in state.unrest else ""
    held_by = state.settled[issue].side if issue in state.settled else side
    return Bidding(issue, region, first(side, state.sides), held_by)


def first(side: Side, sides: tuple[Side, ...]) -> tuple[Side, ...]:
    return (side, *(other for other in sides if other != side))


def modifying(state: Versailles, side: Side) -> Iterator[Modifying]:
    """Yield the question for the first region where the side has a unit that modifies."""
    for region in state.deployed.get(side, {}):
        if side in announcers(state, region):
            check = UprisingCheck((region,), 0, (), (), Context(side))
            yield Modifying(side, Announcing(region, (), 0, check))
            return
