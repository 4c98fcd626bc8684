"""The step for choices out of turn, open beside whatever the game waits for: deals (chapter 15), standing orders and
secret maximums of bids.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial

from engine.core.choice import Choice
from engine.core.menu import Either, Menu, OneOf
from engine.core.state import Side
from engine.core.step import Waiting
from engine.versailles.deals import DEALING, Dealing, subjects
from engine.versailles.ledger import deal_with, review
from engine.versailles.orders import ORDERING, Ordering, decline_offers, drop_dead_ceilings, order
from engine.versailles.state import Versailles

ASIDES = DEALING | ORDERING


class Aside(Waiting[Versailles, Choice], frozen=True):
    clause = "15.1"

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        """Return the menu of each side. A player alone has none: there is no one to deal with, and no one to be away
        from."""
        if state.goal:
            return {}
        about = cache(partial(subjects, state))
        return {side: self.menu(state, side, about) for side in state.sides}

    def menu(self, state: Versailles, side: Side, about: Callable[[], object]) -> Menu:
        ordering = Ordering(state, side)
        return Either(Dealing(state, side, about), ordering) if state.dealing else ordering

    def choose(self, state: Versailles, side: Side, choice: Choice) -> None:
        (deal_with if type(choice) in DEALING else order)(state, side, choice)
        decline_offers(state)


def follow_up(state: Versailles) -> None:
    """After every choice, judge promises, let offers lapse, and drop the maximums of finished biddings."""
    if state.deals:
        review(state)
    if state.ceilings:
        drop_dead_ceilings(state)


def awaited(state: Versailles) -> Mapping[Side, Menu]:
    """Return the possible answers of the sides that have an offer to answer."""
    if not state.deals:
        return {}
    answers = {side: Dealing(state, side).awaited() for side in state.sides}
    return {side: OneOf(*few, clause="15.1") for side, few in answers.items() if few}
