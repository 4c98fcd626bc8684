"""13.2, 13.3, 13.5 and 13.6: the order in which automated Powers act, and the turn of one. They act before all people;
the only question is to a human whom a change of Alliance brings cards.
"""

from __future__ import annotations

from engine.belle_epoque.action_journal import TerritoryClosed
from engine.belle_epoque.automated import open_objectives, progress_of
from engine.belle_epoque.automated_cards import AutomatedCard
from engine.belle_epoque.automated_journal import (
    AutomatedOrderDrawn,
    AutomatedTurnBegan,
    AutomatedTurnEnded,
    ClosingLost,
    FleetMarked,
)
from engine.belle_epoque.automated_missions import Dispatching
from engine.belle_epoque.board import fleet_track
from engine.belle_epoque.journal import PhaseBegan, RoundBegan
from engine.belle_epoque.prestige import move_prestige
from engine.belle_epoque.printed import POWERS
from engine.belle_epoque.questions import may_close
from engine.belle_epoque.state import BelleEpoque
from engine.core.agenda import then
from engine.core.chance import shuffled
from engine.core.journal import tell
from engine.core.state import Side
from engine.core.step import Automatic


def draw_automated_order(state: BelleEpoque) -> None:
    """13.2a: draw the order by lot; one Power alone needs no lot."""
    automated = [power for power in POWERS if state.is_automated(power)]
    if len(automated) > 1:
        automated = shuffled(state, "automated_order", automated)[::-1]
        tell(state, AutomatedOrderDrawn(tuple(automated)))
    state.automated_order = automated


def next_automated_order(order: list[Side]) -> list[Side]:
    """13.2a: move the Power that was first to the end."""
    return order[1:] + order[:1]


class AutomatedActions(Automatic[BelleEpoque], frozen=True):
    """13.2a, 13.3b: carry out the prepared closings; then each automated Power plays its whole Actions phase."""

    clause = "13.2a"

    def run(self, state: BelleEpoque) -> None:
        closing = [side for side in state.automated_order if state.automata[side].closing]
        if closing:
            tell(state, PhaseBegan(state.turn, "actions"))
        for side in closing:
            close(state, side)
        then(state, *map(AutomatedTurn, state.automated_order))


def close(state: BelleEpoque, side: Side) -> None:
    """13.4.7b: close the first objective territory where the Power has a cube and that it does not hold."""
    state.automata[side].closing = False
    found = next((one for one in open_objectives(state, side) if may_close(state, side, one)), None)
    if found is None:
        tell(state, ClosingLost(side))
        return
    state.closed[found] = (*state.closed.get(found, ()), side)
    tell(state, TerritoryClosed(side, found))


class AutomatedTurn(Automatic[BelleEpoque], frozen=True):
    """13.3f: card, Fleet, Prestige, missions, armaments."""

    clause = "13.3f"
    side: Side

    def run(self, state: BelleEpoque) -> None:
        tell(state, RoundBegan(state.turn, self.side))
        tell(state, AutomatedTurnBegan(self.side))
        steps = (AutomatedCard, AutomatedFleet, AutomatedPrestige, Dispatching, AutomatedTurnDone)
        then(state, *(step(self.side) for step in steps))


class AutomatedFleet(Automatic[BelleEpoque], frozen=True):
    """13.5a"""

    clause = "13.5a"
    side: Side

    def run(self, state: BelleEpoque) -> None:
        if progress_of(state, self.side).fleet:
            state.automata[self.side].fleet_marks += 1
            tell(state, FleetMarked(self.side, fleet_track(state, self.side)))


class AutomatedPrestige(Automatic[BelleEpoque], frozen=True):
    """13.6"""

    clause = "13.6"
    side: Side

    def run(self, state: BelleEpoque) -> None:
        move_prestige(state, self.side, progress_of(state, self.side).prestige)


class AutomatedTurnDone(Automatic[BelleEpoque], frozen=True):
    clause = "13.3b"
    side: Side

    def run(self, state: BelleEpoque) -> None:
        tell(state, AutomatedTurnEnded(self.side))
