"""Foresees what a choice would lead to, as far as that is certain: up to the first draw, the first reveal or the next
question. Pages show it before a choice is sent, from a position dealt again as the side may know it; nothing of it is
recorded. For a sealed answer it is what would follow from that answer alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.core.agenda import LONGEST_RUN, RunawayRules
from engine.core.choice import Choice
from engine.core.game import AnyGame
from engine.core.journal import Entry, seen
from engine.core.sealed import Sealed, WithdrawAnswer, sealed_step
from engine.core.state import AnyState, Side


class Foresight(NamedTuple):
    """The news of a choice, the position it leads to, and whether that is all: not `certain` if chance or hidden
    information decides what follows. `barred`: undo would not take the choice back. `alone`: the answers of others,
    which are sealed or still to come, are left out."""

    news: list[Entry]
    after: AnyState
    certain: bool
    barred: bool
    alone: bool = False


def foresee(game: AnyGame, state: AnyState, side: Side, choice: Choice) -> Foresight:
    """Return what a legal choice would lead to for this side. `state` stays as it is."""
    after = game.clone(state)
    step = sealed_step(after)
    if step and type(choice) not in (*game.out_of_turn.choices, WithdrawAnswer):
        return foresee_alone(game, state, side, choice, step)
    if type(choice) in game.out_of_turn.choices:
        game.out_of_turn.step.choose(after, side, choice)
    else:
        after.agenda.pop().choose(after, side, choice)
    if after.barriers != state.barriers:
        return Foresight([], state, certain=False, barred=True)
    last, certain = run_on(game, after)
    return Foresight(seen(last.news, side), last, certain, not certain or looks_up_orders(game, last))


def foresee_alone(game: AnyGame, state: AnyState, side: Side, choice: Choice, step: Sealed[Any, Any]) -> Foresight:
    """Return what would follow from a sealed answer if no other side did anything, with the step still waiting for
    them. The last answer cannot be taken back."""
    after, last_one = game.clone(state), step.waiting(state).keys() == {side}
    after.agenda[-1] = replace(step, answers=((side, choice),))
    step.known_to(None).alone(after, side, choice)
    if after.barriers != state.barriers:
        return Foresight([], state, certain=False, barred=last_one, alone=True)
    last, certain = run_on(game, after)
    return Foresight(seen(last.news, side), last, certain and not last_one, barred=last_one, alone=True)


def looks_up_orders(game: AnyGame, state: AnyState) -> bool:
    """Tell whether orders left in advance may answer the present question, which is a barrier."""
    step: Any = state.agenda[-1] if state.agenda else None
    counted = game.out_of_turn.standing.get(type(step))
    return counted is not None and counted(game.clone(state), step) is not None


def run_on(game: AnyGame, state: AnyState) -> tuple[AnyState, bool]:
    """Run what needs no decision; stop before a draw or a reveal. Return the position, and whether it got to the
    end."""
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
