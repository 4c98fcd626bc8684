"""A step that asks several sides at once and in secret. Each answer stays sealed until the last one is in; until then
its side may take it back (`WithdrawAnswer`), which leaves the answers of all others where they are.

Everyone knows which sides have answered, since the table waits for the others; the answers themselves are secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Generic, Self

from msgspec.structs import replace
from typing_extensions import TypeVar

from engine.core.agenda import then
from engine.core.choice import Choice
from engine.core.journal import Confided, tell
from engine.core.menu import Menu, OneOf
from engine.core.state import AnyState, Side, reveal
from engine.core.step import Waiting

StateT = TypeVar("StateT", default=AnyState)
ChoiceT = TypeVar("ChoiceT", default=Choice)


class WithdrawAnswer(Choice, frozen=True):
    """A side takes its sealed answer back, to give another. No game lists it: it comes with every sealed step."""


class AnswerWithdrawn(Confided, frozen=True):
    """A side took back its sealed answer. Others are told nothing: an answer that they are filling in stays valid."""


class Sealed(Waiting[StateT, ChoiceT], Generic[StateT, ChoiceT], frozen=True, kw_only=True):
    """The step stays on the agenda, with the answers so far, until every side that it asks has answered."""

    answers: tuple[tuple[Side, ChoiceT], ...] = ()
    """The sealed answers, in the order of `asked`: that order does not tell which side was first."""

    def asked(self, state: StateT) -> Mapping[Side, Menu]:
        """Return every side that has to answer, and what it may answer, whether or not it has answered."""
        raise TypeError(f"{type(self).__name__} must say whom it asks")

    def opened(self, state: StateT, answers: Mapping[Side, ChoiceT]) -> None:
        """Carry the answers out, once the last one is in."""
        raise TypeError(f"{type(self).__name__} must carry the answers out")

    def alone(self, state: StateT, side: Side, choice: ChoiceT) -> None:
        """Carry out what would follow from this answer if no other side did anything: a forecast, made on a clone
        without the answers of others. By default there is no forecast."""

    @property
    def given(self) -> dict[Side, ChoiceT]:
        """The answers so far, by side."""
        return dict(self.answers)

    def waiting(self, state: StateT) -> Mapping[Side, Menu]:
        given = self.given
        return {side: menu for side, menu in self.asked(state).items() if side not in given}

    def choose(self, state: StateT, side: Side, choice: ChoiceT | WithdrawAnswer) -> None:
        now: Any = state
        if isinstance(choice, WithdrawAnswer):
            tell(now, AnswerWithdrawn(side))
            then(now, self.without(side))
            return
        given = self.given | {side: choice}
        asked = self.asked(state)
        answers = {one: given[one] for one in asked if one in given}
        if len(answers) < len(asked):
            then(now, replace(self, answers=tuple(answers.items())))
        else:
            reveal(now)
            self.opened(state, answers)

    def without(self, side: Side) -> Self:
        """Return the same step without the answer of this side."""
        return replace(self, answers=tuple(answer for answer in self.answers if answer[0] != side))

    def known_to(self, side: Side | None) -> Self:
        """Return the same step with only the answer of this side, as its pages may know it."""
        return replace(self, answers=tuple(answer for answer in self.answers if answer[0] == side))

    def resealed(self, state: StateT, viewer: Side | None, rng: Random) -> Self:
        """Return the same step as it could be for all that this viewer knows: the answers of others are drawn from what
        they may answer in this position, which is redealt already."""
        asked = self.asked(state)
        drawn = ((side, choice if side == viewer else asked[side].sample(rng)) for side, choice in self.answers)
        return replace(self, answers=tuple(drawn))


def sealed_step(state: AnyState) -> Sealed[Any, Any] | None:
    """Return the sealed step at which the table waits, None if it waits at none."""
    step = state.agenda[-1] if state.agenda else None
    return step if isinstance(step, Sealed) else None


WITHDRAWAL = OneOf(WithdrawAnswer())


def withdrawals(state: AnyState) -> dict[Side, Menu]:
    """Return the sides that may take back their sealed answers."""
    step = sealed_step(state)
    return dict.fromkeys(step.given, WITHDRAWAL) if step else {}
