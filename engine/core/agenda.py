"""The agenda of a position: what is still to happen, the next step last.

Rules call `then` to queue what follows in reading order; the doors call `proceed` to run the steps that need no
decision.
"""

from __future__ import annotations

from typing import Any, cast

from engine.core.state import AnyState
from engine.core.step import Step, Waiting

LONGEST_RUN = 10_000
"""More automatic steps than this after one choice mean that the rules run in circles."""


class RunawayRules(RuntimeError):
    """The rules loop without asking any side. The room freezes itself; the record shows where."""


def then(state: AnyState, *steps: Step[Any]) -> None:
    """Queue steps in the order written, before anything that was already queued."""
    state.agenda.extend(steps[::-1])


def pending(state: AnyState) -> Waiting[Any, Any] | None:
    """The step that waits for an answer; None when the game is over."""
    return cast(Waiting[Any, Any], state.agenda[-1]) if state.agenda else None


def proceed(state: AnyState) -> None:
    """Run automatic steps until a side has to decide or the game is over."""
    agenda: list[Any] = state.agenda
    for _ in range(LONGEST_RUN):
        if not agenda or not agenda[-1].automatic:
            return
        agenda.pop().run(state)
    if agenda and agenda[-1].automatic:
        raise RunawayRules(f"{LONGEST_RUN} steps without a question; next would be {agenda[-1]!r}")
