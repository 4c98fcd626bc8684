"""What a choice would lead to, as far as that is certain: up to the first draw, the first reveal or the next question.

Pages show it before a choice is sent, from a position dealt anew as the side may know it. Nothing that is recorded
comes through here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.core.agenda import LONGEST_RUN, RunawayRules
from engine.core.choice import Choice
from engine.core.game import AnyGame
from engine.core.journal import Entry, seen
from engine.core.state import AnyState, Side


class Foresight(NamedTuple):
    """What is told, the position it leads to, and whether that is all: False if chance or something hidden decides what
    follows."""

    news: list[Entry]
    after: AnyState
    certain: bool


def foresee(game: AnyGame, state: AnyState, side: Side, choice: Choice) -> Foresight:
    """What a legal choice would lead to for this side. `state` stays as it is."""
    after = game.clone(state)
    if type(choice) in game.aside_choices:
        game.aside.choose(after, side, choice)
    else:
        after.agenda.pop().choose(after, side, choice)
    if after.barriers != state.barriers:
        return Foresight([], state, certain=False)
    last, certain = run_on(game, after)
    return Foresight(seen(last.news, side), last, certain)


def run_on(game: AnyGame, state: AnyState) -> tuple[AnyState, bool]:
    """Run what nobody decides; stop before what draws or reveals."""
    for _ in range(LONGEST_RUN):
        step: Any = state.agenda[-1] if state.agenda else None
        if step is None or not step.automatic:
            return state, True
        ahead = game.clone(state)
        ahead.agenda.pop().run(ahead)
        if ahead.barriers != state.barriers:
            return state, False
        state = ahead
    raise RunawayRules(f"{LONGEST_RUN} steps without a question")
