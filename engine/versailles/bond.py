"""15.3-15.5: what the meaning of a clause consists of, and which decisions of a side are still to come in the turn."""

from __future__ import annotations

from typing import Any

from engine.core.choice import Choice
from engine.core.journal import Entry
from engine.core.state import Side
from engine.core.step import Step
from engine.versailles.bidding import Bidding, bid_for
from engine.versailles.state import Versailles
from engine.versailles.turn import Acting, Afterwards
from engine.versailles.two_players import ActingForShared, ReclaimingAlong, SharedActing


class Bond:
    """The meaning of one kind of clause: of free words, unless a method says more."""

    def possible(self, state: Versailles, clause: Any) -> bool:
        """Whether it may still be kept: otherwise it is void (15.5)."""
        return True

    def concerns(self, clause: Any, step: Step[Any]) -> bool:
        """Whether this question, put to the side that is bound, is one the clause is about."""
        return False

    def breaks(self, clause: Any, choice: Choice) -> bool:
        """Whether this answer to such a question is another than was agreed."""
        return False

    def agreed(self, clause: Any) -> Choice | None:
        """An answer that keeps it, if it names one: found without going through a whole menu."""
        return None

    def verdict(self, clause: Any, entry: Entry) -> bool | None:
        """Whether what was told keeps it, breaks it, or doesn't concern it."""
        return None

    def abstains(self, clause: Any) -> bool:
        """Whether it is kept when nothing happens."""
        return False

    def takes_a_word(self, clause: Any) -> bool:
        """15.4: whether the parties say if it was broken, because nothing that is told can."""
        return True


class Judged(Bond):
    """What the engine sees both kept and broken needs nobody's word."""

    def takes_a_word(self, clause: Any) -> bool:
        return False


class Doing(Bond):
    """Of something to be done: kept once it is. A promise for later can't be seen broken."""

    def done(self, clause: Any, entry: Entry) -> bool:
        raise TypeError(f"{type(self).__name__} must say what has to be done")

    def verdict(self, clause: Any, entry: Entry) -> bool | None:
        return self.done(clause, entry) or None


# Which decisions are still to come


def decider(state: Versailles, step: Step[Any]) -> Side:
    """Whose decision a question is: for the shared USA its player is asked, and decides for it (13.3)."""
    if isinstance(step, Bidding):
        return step.still_in[0]
    if isinstance(step, ReclaimingAlong):
        return state.player
    side: Side = getattr(step, "side", "")
    return side or state.active


def acting(step: Step[Any]) -> bool:
    """4: the question of the political action."""
    return isinstance(step, SharedActing) or (isinstance(step, Acting) and not step.political)


def acts_yet(state: Versailles, side: Side) -> bool:
    """Whether its political action of this turn is still to come."""
    if state.is_shared(side):
        return ahead(state, ActingForShared, SharedActing)
    return state.active == side and any(isinstance(step, Acting) and not step.political for step in state.agenda)


def arms_yet(state: Versailles, side: Side) -> bool:
    """3.1: whether its military action of this turn is still to come."""
    if state.active != side or not state.in_play(side):
        return False
    asked = any(isinstance(step, Acting) and not step.military for step in state.agenda)
    return asked or ahead(state, Afterwards)


def reaches(state: Versailles, side: Side, *steps: type[Step[Any]]) -> bool:
    """Whether it may yet come to one of these steps of a settlement in this turn (chapter 5)."""
    return acts_yet(state, side) or (state.active == side and ahead(state, *steps))


def ahead(state: Versailles, *steps: type[Step[Any]]) -> bool:
    return any(isinstance(step, steps) for step in state.agenda)


def within_reach(state: Versailles, issue: str) -> bool:
    """Whether it may yet be settled or bid for in this turn."""
    return issue in state.table or issue in state.settled or issue in bid_for(state)
