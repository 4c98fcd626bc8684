"""A step: one sentence of the rulebook, frozen, tagged, waiting on the agenda of a position.

An Automatic step runs. A Waiting step says which sides may answer and with what, and carries the answer out. Further
steps are queued in reading order by `agenda.then`. A step holds tuples and scalars only, so copying the agenda clones
it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Generic

from msgspec import Struct
from typing_extensions import TypeVar

from engine.core.choice import Choice
from engine.core.menu import Menu
from engine.core.naming import snake

StateT = TypeVar("StateT", default="object")
ChoiceT = TypeVar("ChoiceT", default=Choice)


class Step(Struct, Generic[StateT], frozen=True, gc=False, tag_field="step", tag=snake, forbid_unknown_fields=True):
    """A step. `clause` names the sentence of the rules; prompts and refusals link to it."""

    clause: ClassVar[str] = ""
    automatic: ClassVar[bool]


class Automatic(Step[StateT], Generic[StateT], frozen=True):
    """A step that runs without a decision."""

    automatic: ClassVar[bool] = True

    def run(self, state: StateT) -> None:
        raise TypeError(f"{type(self).__name__} must say what it does")


class Waiting(Step[StateT], Generic[StateT, ChoiceT], frozen=True):
    """A step that waits for one side or several. It leaves the agenda before `choose` is called; while others still
    have to answer, `choose` queues it again with the answers so far."""

    automatic: ClassVar[bool] = False

    def waiting(self, state: StateT) -> Mapping[str, Menu]:
        """Return each side that has to decide, and what it may answer. Neither the mapping nor any menu in it is ever
        empty."""
        raise TypeError(f"{type(self).__name__} must say who is waited for")

    def choose(self, state: StateT, side: str, choice: ChoiceT) -> None:
        raise TypeError(f"{type(self).__name__} must carry a choice out")
