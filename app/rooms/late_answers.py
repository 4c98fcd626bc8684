"""The answers that a table had to wait long for. It offers to make orders of them, so that it need not wait again. They
are found when a room is loaded, too.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from app.model.senders import NOT_CHOSEN
from engine.core.choice import Choice
from engine.core.game import AnyGame
from engine.core.sealed import Sealed
from engine.core.state import AnyState, Side
from engine.core.step import Step

LONG = timedelta(hours=1)


class Late(NamedTuple):
    """An answer, and the position that it was given in."""

    before: AnyState
    choice: Choice


class LateAnswers:
    """For each side its last answer, if it took long and orders may answer such a question. The next answer of the same
    side counts too, however quick it is. Anything else that the side does, such as leaving an order, ends that."""

    def __init__(self, game: AnyGame, last: datetime | None) -> None:
        self.game = game
        self.last = self.since = last
        """The time of the last choice, and the time since which the question is asked; None if they are not known."""
        self.question: Step[Any] | None = None
        self.by_side: dict[Side, Late] = {}

    def remember(self, before: AnyState, side: Side, choice: Choice, at: datetime, by: str) -> None:
        """Look at a choice that is carried out at this position; `by` is its sender."""
        question = question_of(before)
        if question != self.question:
            self.question, self.since = question, self.last
        late = self.by_side.pop(side, None) or (self.since and at - self.since >= LONG)
        if type(choice) not in self.game.out_of_turn.choices:
            self.question = question if isinstance(question, Sealed) else None
            chosen = by not in NOT_CHOSEN and type(choice) in self.game.choices
            if late and chosen and type(question) in self.game.out_of_turn.standing:
                self.by_side[side] = Late(self.game.clone(before), choice)
        self.last = at


def question_of(position: AnyState) -> Step[Any] | None:
    """Return the question without what was answered in secret."""
    step: Step[Any] | None = position.agenda[-1] if position.agenda else None
    return step.known_to(None) if isinstance(step, Sealed) else step
