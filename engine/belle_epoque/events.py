"""Chapter 6: the pile of events, and drawing one."""

from __future__ import annotations

from engine.belle_epoque.context import Context
from engine.belle_epoque.effects import Effecting
from engine.belle_epoque.journal import EventDrawn, EventsShuffled
from engine.belle_epoque.printed import DECKS
from engine.belle_epoque.setup import put_away
from engine.belle_epoque.state import BelleEpoque
from engine.core.agenda import then
from engine.core.chance import shuffled
from engine.core.journal import tell
from engine.core.state import reveal
from engine.core.step import Automatic


def shuffle_in(state: BelleEpoque) -> None:
    """6.1b: the events of an era that begins with this turn join the draw pile; those of the first lie there."""
    for era, deck in DECKS.items():
        if deck.enters_turn == state.turn > 1:
            state.events = shuffled(state, "events", state.events + put_away(state, era))
            tell(state, EventsShuffled(era, len(state.events)))


class DrawEvent(Automatic[BelleEpoque], frozen=True):
    """6.0a"""

    clause = "6.0a"

    def run(self, state: BelleEpoque) -> None:
        event = state.events.pop()
        reveal(state)
        state.events_drawn.append(event)
        tell(state, EventDrawn(event))
        then(state, Effecting(Context(event)))
