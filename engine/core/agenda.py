"""The agenda of a position: what is still to happen, the next step last.

Rules call `then` to queue what follows in reading order; the doors call `proceed` to run what nobody decides.
"""

from __future__ import annotations

from typing import Any, cast

from engine.core.state import AnyState
from engine.core.step import Step, Waiting

LONGEST_RUN = 10_000
"""More automatic steps than this after one choice means that the rules go round in circles."""


class RunawayRules(RuntimeError):
    """The rules loop without asking anybody. The room freezes itself; the record shows where."""


def then(state: AnyState, *steps: Step[Any]) -> None:
    """These steps happen next, in the order written, before anything that was already queued."""
    state.agenda.extend(steps[::-1])


def pending(state: AnyState) -> Waiting[Any, Any] | None:
    """The step that waits for an answer; None when the game is over."""
    return cast(Waiting[Any, Any], state.agenda[-1]) if state.agenda else None


def proceed(state: AnyState) -> None:
    """Run automatic steps until somebody is waited for or the game is over."""
    agenda: list[Any] = state.agenda
    for _ in range(LONGEST_RUN):
        if not agenda or not agenda[-1].automatic:
            return
        agenda.pop().run(state)
    if agenda and agenda[-1].automatic:
        raise RunawayRules(f"{LONGEST_RUN} steps without a question; next would be {agenda[-1]!r}")
