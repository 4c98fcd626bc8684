"""15.3: a struck deal binds its parties in this turn. `narrow` takes every answer that a deal forbids out of the menus;
orders.py uses it too, because answers given in advance are bound like any others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from engine.core.choice import Choice
from engine.core.menu import Menu, Narrowed
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.core.step import Step
from engine.versailles.bond import decider
from engine.versailles.bonds import binds, bond
from engine.versailles.choices import Demobilise, Deploy
from engine.versailles.clauses import Clauses
from engine.versailles.state import Versailles
from engine.versailles.turn import Acting


class Tie(NamedTuple):
    """A binding clause, and the deal it belongs to."""

    deal: str
    clause: Clauses


def ties(state: Versailles, side: Side) -> Iterator[Tie]:
    """Yield the clauses that bind a side in the current question, in the order in which the deals were struck."""
    step = state.agenda[-1]
    by = decider(state, step)
    for deal in state.deals.values() if state.answers_for(by) == side else ():
        if deal.turn == state.turn and "open" in deal.verdicts:
            for clause, verdict in zip(deal.clauses, deal.verdicts, strict=True):
                alive = verdict == "open" and clause.by == by and binds(clause)
                if alive and bond(clause).concerns(clause, step):
                    yield Tie(deal.id, clause)


class Bound(Narrowed):
    """A menu without the choices that deals forbid."""

    __slots__ = ("ties",)

    def __init__(self, menu: Menu, *ties: Tie) -> None:
        super().__init__(menu)
        self.ties = ties

    @property
    def terms(self) -> tuple[Struct, ...]:
        return tuple(tie.clause for tie in self.ties)

    def forbids(self, choice: Choice) -> Refusal | None:
        tie = next((tie for tie in self.ties if bond(tie.clause).breaks(tie.clause, choice)), None)
        return illegal("versailles.deal_forbids", "15.3", deal=tie.deal, agreed=tie.clause) if tie else None

    def describe(self) -> object:
        return {"bound_by": [msgspec.to_builtins(tie._asdict()) for tie in self.ties], "menu": self.menu.describe()}


def narrow(state: Versailles, asked: Mapping[Side, Menu]) -> Mapping[Side, Menu]:
    """15.3: refuse any other answer while a clause is alive."""
    if not state.deals:
        return asked
    step = state.agenda[-1]
    return {side: bound(menu, ties(state, side), step) for side, menu in asked.items()}


def bound(menu: Menu, ties: Iterator[Tie], step: Step[Any]) -> Menu:
    """15.5: apply clauses one by one; a clause that together with earlier ones would leave no answer is void."""
    held: tuple[Tie, ...] = ()
    for tie in ties:
        if leaves_an_answer(Bound(menu, *held, tie), step):
            held = (*held, tie)
    return Bound(menu, *held) if held else menu


def leaves_an_answer(menu: Bound, step: Step[Any]) -> bool:
    """Tell whether the menu has an answer that counts. 3.1: a military action alone does not, it only puts off the
    political one."""
    named = (bond(tie.clause).agreed(tie.clause) for tie in menu.ties)
    if any(choice is not None and menu.check(choice) is None for choice in named):
        return True
    off = (Deploy, Demobilise) if isinstance(step, Acting) and not step.political else ()
    return any(not isinstance(choice, off) for choice in menu)
