"""Chapters 3 and 5: a round, from the plans to the crown's turn."""

from __future__ import annotations

from engine.core.agenda import then
from engine.core.chance import shuffled
from engine.core.journal import tell
from engine.core.state import Side
from engine.core.step import Automatic
from tests.games.compass.choices import March, Muster, Plan
from tests.games.compass.journal import (
    CameToNothing,
    CrownMustered,
    CrownRested,
    Held,
    Mustered,
    RoundBegan,
    WindsShuffled,
    WindTurned,
)
from tests.games.compass.marches import march
from tests.games.compass.state import CROWN, RING, WINDS, Compass, Place, neighbours


class Beginning(Automatic[Compass], frozen=True):
    """3.1 to 3.3: queue the parts of a round."""

    clause = "3.2"

    def run(self, state: Compass) -> None:
        from tests.games.compass.plans import Planning

        tell(state, RoundBegan(state.round, state.order[0]))
        then(state, Planning(), CrownsTurn(), Passing())


class CarryOut(Automatic[Compass], frozen=True):
    """3.2, 3.2.1: carry the plans out."""

    clause = "3.2.1"
    power: Side
    plan: Plan

    def run(self, state: Compass) -> None:
        match self.plan:
            case March(origin, goal) if origin in state.armies[self.power]:
                march(state, self.power, origin, goal)
            case Muster(place) if state.holder(place) in (None, self.power):
                state.put(self.power, place)
                tell(state, Mustered(self.power, place))
            case March() | Muster():
                tell(state, CameToNothing(self.power))
            case _:
                tell(state, Held(self.power))


class CrownsTurn(Automatic[Compass], frozen=True):
    """5.1: play the crown's turn, several entries that make one story."""

    clause = "5.1"

    def run(self, state: Compass) -> None:
        goal = turn_wind(state)
        if state.reserve(CROWN) and state.holder(CROWN) in (None, CROWN):
            state.put(CROWN, CROWN)
            tell(state, CrownMustered())
        if origin := marching_from(state, goal):
            march(state, CROWN, origin, goal)
        else:
            tell(state, CrownRested())


def turn_wind(state: Compass) -> Place:
    """5.1.1"""
    if not state.deck:
        state.deck, state.turned = shuffled(state, "winds", state.turned), []
        tell(state, WindsShuffled())
    wind = state.deck.pop()
    state.turned.append(wind)
    tell(state, WindTurned(wind, WINDS[wind]))
    return WINDS[wind]


def marching_from(state: Compass, goal: Place) -> Place | None:
    """5.1.3a: return the province that the crown marches from; None by 5.1.3b."""
    if goal in state.armies[CROWN]:
        return None
    near = neighbours(goal)
    return next((place for place in (CROWN, *RING) if place in near and place in state.armies[CROWN]), None)


class Passing(Automatic[Compass], frozen=True):
    """3.3"""

    clause = "3.3"

    def run(self, state: Compass) -> None:
        state.round += 1
        if state.round <= state.rounds:
            then(state, Beginning())
