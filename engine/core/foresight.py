"""What a choice would lead to, as far as that is certain: up to the first draw, the first reveal or the next question.

Pages show it before a choice is sent, from a position dealt anew as the side may know it. Nothing that is recorded
comes through here.
"""

from __future__ import annotations

from typing import Any

from engine.core.agenda import LONGEST_RUN, RunawayRules
from engine.core.choice import Choice
from engine.core.game import AnyGame
from engine.core.journal import Entry, seen
from engine.core.state import AnyState, Side


def foresee(game: AnyGame, state: AnyState, side: Side, choice: Choice) -> tuple[list[Entry], bool]:
    """What a legal choice would tell this side, and whether that is all: False if chance or something hidden decides
    what follows. `state` stays as it is."""
    after = game.clone(state)
    if type(choice) in game.aside_choices:
        game.aside.choose(after, side, choice)
    else:
        after.agenda.pop().choose(after, side, choice)
    if after.barriers != state.barriers:
        return [], False
    certain, told = run_on(game, after)
    return seen(told, side), certain


def run_on(game: AnyGame, state: AnyState) -> tuple[bool, list[Entry]]:
    """Run what nobody decides; stop before what draws or reveals."""
    barriers, told = state.barriers, [*state.news]
    for _ in range(LONGEST_RUN):
        step: Any = state.agenda[-1] if state.agenda else None
        if step is None or not step.automatic:
            return True, told
        state.agenda.pop().run(state)
        if state.barriers != barriers:
            return False, told
        told = [*state.news]
    raise RunawayRules(f"{LONGEST_RUN} steps without a question")
