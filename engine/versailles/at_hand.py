"""The cards that the game is about at this moment, shown whole to everyone: the issue that is bid for or settled,
issues drawn or on offer among the discards, strategies to be drafted, and the event being carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.core.step import Step
from engine.versailles.bidding import Bidding
from engine.versailles.cards import EVENT, ISSUE, STRATEGY
from engine.versailles.option import Optioning
from engine.versailles.settle import Adjourning, Holding, Keeping, Refilling, Settled, discards_on_offer
from engine.versailles.solitaire_bots import LettingWin
from engine.versailles.state import Versailles
from engine.versailles.strategy import Picking
from engine.versailles.uprising import ChoosingLoss, dearest_issues


def at_hand(state: Versailles) -> list[str]:
    """Return the keys of the cards, those of the current question first."""
    if not state.agenda:
        return []
    step = state.agenda[-1]
    if type(step) is Picking:
        return [STRATEGY.key(strategy) for strategy in state.offered]
    asked_about = ISSUES.get(type(step))
    issues = asked_about(state, step) if asked_about else ()
    return [*map(ISSUE.key, issues), *map(EVENT.key, event_in_course(state))]


def its_issue(state: Versailles, step: Any) -> Iterable[str]:
    return (step.issue,)


ISSUES: dict[type[Step[Any]], Callable[[Versailles, Any], Iterable[str]]] = {
    Bidding: its_issue,
    LettingWin: its_issue,
    Optioning: its_issue,
    Keeping: lambda _, step: step.drawn,
    Refilling: lambda state, _: discards_on_offer(state),
    ChoosingLoss: lambda state, step: dearest_issues(state, step.region, step.side),
}
"""For each type of step, the issues it asks about."""


def event_in_course(state: Versailles) -> Iterable[str]:
    """5.2: a conference event is at hand until it is discarded; 5.5: a crisis until the settlement is over."""
    ahead = set(map(type, state.agenda))
    if Adjourning in ahead or Holding in ahead:
        return (state.event,)
    return state.events_waiting[-1:] if Settled in ahead else ()
