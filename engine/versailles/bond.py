"""15.3-15.5: the methods that define what a kind of clause means, and tests of which decisions of a side are still to
come in the turn.
"""

from __future__ import annotations

from typing import Any, Generic

from typing_extensions import TypeVar

from engine.core.choice import Choice
from engine.core.journal import Entry
from engine.core.state import Side
from engine.core.step import Step
from engine.versailles.bidding import Bidding, bid_for
from engine.versailles.clauses import Clause
from engine.versailles.state import Versailles
from engine.versailles.turn import Acting, Afterwards
from engine.versailles.two_players import ActingForShared, ReclaimingAlong, SharedActing

C = TypeVar("C", bound=Clause, default=Any)
"""The kind of clause."""


class Bond(Generic[C]):
    """The meaning of one kind of clause. The defaults are those of free words."""

    def possible(self, state: Versailles, clause: C) -> bool:
        """Tell whether the clause can still be kept: otherwise it is void (15.5)."""
        return True

    def concerns(self, clause: C, step: Step[Any]) -> bool:
        """Tell whether the clause is about this question to the side it binds."""
        return False

    def breaks(self, clause: C, choice: Choice) -> bool:
        """Tell whether this answer to such a question differs from what was agreed."""
        return False

    def agreed(self, clause: C) -> Choice | None:
        """Return an answer that keeps the clause, if it names one: this saves a search through the whole menu."""
        return None

    def verdict(self, clause: C, entry: Entry) -> bool | None:
        """Return True if this entry keeps the clause, False if it breaks it, None if it does not concern it."""
        return None

    def abstains(self, clause: C) -> bool:
        """Tell whether the clause is kept if nothing happens."""
        return False

    def takes_a_word(self, clause: C) -> bool:
        """15.4: tell whether the parties say if the clause was broken, because no entry of the log can."""
        return True


class Judged(Bond[C]):
    """A clause that the engine sees both kept and broken: it needs no word of the parties."""

    def takes_a_word(self, clause: C) -> bool:
        return False


class Doing(Bond[C]):
    """A clause about something to be done: it is kept once that is done. The engine cannot see a promise for later
    broken."""

    def done(self, clause: C, entry: Entry) -> bool:
        raise TypeError(f"{type(self).__name__} must say what has to be done")

    def verdict(self, clause: C, entry: Entry) -> bool | None:
        return self.done(clause, entry) or None


# Decisions still to come


def decider(state: Versailles, step: Step[Any]) -> Side:
    """Return the side that decides a question: for the shared USA its player is asked, and decides for it (13.3)."""
    if isinstance(step, Bidding):
        return step.still_in[0]
    if isinstance(step, ReclaimingAlong):
        return state.player
    side: Side = getattr(step, "side", "")
    return side or state.active


def acting(step: Step[Any]) -> bool:
    """4: tell whether a step asks for the political action."""
    return isinstance(step, SharedActing) or (isinstance(step, Acting) and not step.political)


def acts_yet(state: Versailles, side: Side) -> bool:
    """Tell whether the side's political action of this turn is still to come."""
    if state.is_shared(side):
        return ahead(state, ActingForShared, SharedActing)
    return state.active == side and any(isinstance(step, Acting) and not step.political for step in state.agenda)


def arms_yet(state: Versailles, side: Side) -> bool:
    """3.1: tell whether the side's military action of this turn is still to come."""
    if state.active != side or not state.in_play(side):
        return False
    asked = any(isinstance(step, Acting) and not step.military for step in state.agenda)
    return asked or ahead(state, Afterwards)


def reaches(state: Versailles, side: Side, *steps: type[Step[Any]]) -> bool:
    """Tell whether the side may still come to one of these steps of a settlement in this turn (chapter 5)."""
    return acts_yet(state, side) or (state.active == side and ahead(state, *steps))


def ahead(state: Versailles, *steps: type[Step[Any]]) -> bool:
    return any(isinstance(step, steps) for step in state.agenda)


def within_reach(state: Versailles, issue: str) -> bool:
    """Tell whether the issue may still be settled or bid for in this turn."""
    return issue in state.table or issue in state.settled or issue in bid_for(state)
