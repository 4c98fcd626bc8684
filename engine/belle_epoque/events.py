"""Chapter 6: the events of an era, the draw pile that they form, and the drawing of one."""

from __future__ import annotations

from engine.belle_epoque.context import Context
from engine.belle_epoque.effects import Effecting
from engine.belle_epoque.journal import EventDrawn, EventsShuffled, PhaseBegan
from engine.belle_epoque.printed import DECKS, EVENTS, TURNS
from engine.belle_epoque.state import BelleEpoque
from engine.core.agenda import then
from engine.core.chance import shuffled
from engine.core.journal import tell
from engine.core.state import reveal
from engine.core.step import Automatic


def cards_of_era(era: int, promo: bool) -> tuple[str, ...]:
    return tuple(card.id for card in EVENTS.values() if card.era == era and (promo or not card.promo))


def removed_from(era: int, promo: bool) -> int:
    return DECKS[era].removed_with_promo if promo else DECKS[era].removed


EVENTS_BEFORE = {turn: sum(one.events for one in TURNS.values() if one.turn < turn) for turn in TURNS}
"""The events drawn before each turn."""


def put_away(state: BelleEpoque, era: int) -> list[str]:
    """3.0c, 6.1b: shuffle the events of an era, without those that are put away unseen."""
    cards, removed = [*cards_of_era(era, state.promo)], removed_from(era, state.promo)
    if not removed:
        return cards
    order = shuffled(state, f"era_{era}", cards)
    state.events_away += order[-removed:]
    return order[:-removed]


def shuffle_in(state: BelleEpoque) -> None:
    """6.1b, 6.1c: shuffle the events of an era that begins with this turn into the draw pile. Those of the first era
    are there from the start."""
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
        if len(state.events_drawn) == EVENTS_BEFORE.get(state.turn):
            tell(state, PhaseBegan(state.turn, "events"))
        state.events_drawn.append(event)
        tell(state, EventDrawn(event))
        then(state, Effecting(Context(event)))
