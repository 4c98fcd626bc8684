"""Chapter 2: set-up, in all lengths."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engine.core.agenda import then
from engine.core.chance import Deck, Dice, Source, roll, shuffled
from engine.core.game import Opening
from engine.core.journal import tell
from engine.core.state import Side
from engine.versailles.cards.board import (
    CUBES,
    EVENTS_WAITING,
    HAPPINESS_START,
    ISSUES_DISCARDED,
    ISSUES_ON_TABLE,
    ISSUES_WAITING,
    LENGTHS,
    REGIONS,
    SPARE_STRATEGIES,
    UNITS,
    UNREST_START,
)
from engine.versailles.cards.events import EVENTS
from engine.versailles.cards.issues import END, ISSUES
from engine.versailles.cards.strategies import STRATEGIES
from engine.versailles.journal import GameOpened
from engine.versailles.pieces import home_track
from engine.versailles.state import Versailles
from engine.versailles.turn import Turn

RULES = "1"
SIDES = ("uk", "france", "usa", "italy")
SHARED = "usa"
"""13.1: the faction that two players share."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    length: Literal["standard", "intense", "long", "longest"] = "standard"
    deals: bool = True
    """Whether the table plays with chapter 15."""


def setup(opening: Opening) -> Versailles:
    state = pieces(opening)
    lay_out_issues(state)
    lay_out_events(state)
    strategies = shuffled(state, "strategies", list(STRATEGIES))
    state.offered = [strategies.pop() for _ in range(len(state.sides) + SPARE_STRATEGIES)]
    first = state.sides[roll(state, "first_side", len(state.sides)) - 1]
    state.active = state.player = first
    tell(state, GameOpened(first, tuple(state.table), tuple(state.waiting_room), state.event))
    then(state, Turn())
    return state


def pieces(opening: Opening) -> Versailles:
    """2.1, 2.3, 2.5; 1.2: Italy and Japan keep a happiness marker where nobody plays them."""
    sides = opening.sides
    factions = (*sides, SHARED) if len(sides) == 2 else sides
    length = opening.options.length
    return Versailles(
        rules=RULES,
        sides=sides,
        seed=opening.seed,
        rigged={source: list(outcomes) for source, outcomes in opening.rigged.items()},
        length=length,
        dealing=opening.options.deals,
        factions=factions,
        available=dict.fromkeys(factions, CUBES),
        exhausted=dict.fromkeys(factions, 0),
        units_available=dict.fromkeys(sides, UNITS),
        units_exhausted=dict.fromkeys(sides, 0),
        deployed={side: {} for side in sides},
        demobilised=dict.fromkeys(sides, 0),
        happiness=happiness_at_start(sides, factions, LENGTHS[length].happiness),
        kegs=dict.fromkeys(REGIONS, 0),
        unrest=dict.fromkeys(REGIONS, UNREST_START),
    )


def happiness_at_start(sides: tuple[Side, ...], factions: tuple[Side, ...], start: int) -> dict[str, int]:
    """2.3: players start higher in long games, the nations nobody plays never; the shared USA has none (13.1)."""
    return {
        nation: start if nation in sides else HAPPINESS_START
        for nation in (*SIDES, "japan")
        if nation in sides or nation not in factions
    }


def lay_out_issues(state: Versailles) -> None:
    """2.2, 2.3"""
    state.home = [""] * len(home_track(state))
    deck = shuffled(state, "issues", [issue for issue in ISSUES if issue != END])
    state.table = [deck.pop() for _ in range(ISSUES_ON_TABLE)]
    state.waiting_room = [deck.pop() for _ in range(ISSUES_WAITING)]
    state.issue_discard = [deck.pop() for _ in range(ISSUES_DISCARDED)]
    below = LENGTHS[state.length].below
    if LENGTHS[state.length].shuffled:
        below = roll(state, "end_card", below + 1) - 1
    state.issue_deck = [*deck[:below], END, *deck[below:]]


def lay_out_events(state: Versailles) -> None:
    """2.4"""
    state.event_deck = shuffled(state, "events", list(EVENTS))
    state.event = state.event_deck.pop()
    state.events_waiting = [state.event_deck.pop() for _ in range(EVENTS_WAITING)]


def sources(opening: Opening) -> dict[str, Source]:
    """What a record may rig."""
    return {
        "issues": Deck(tuple(issue for issue in ISSUES if issue != END)),
        "events": Deck(tuple(EVENTS), reshuffled=True),
        "strategies": Deck(tuple(STRATEGIES)),
        "end_card": Dice(LENGTHS["longest"].below + 1),
        "first_side": Dice(len(opening.sides)),
        "uprising": Dice(6),
        "suffering": Dice(6),
        "region": Dice(6),
    }
