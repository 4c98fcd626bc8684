"""Chapter 2: set-up, in all lengths."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.core.agenda import then
from engine.core.chance import Deck, Dice, Source, roll, shuffled
from engine.core.game import ImpossibleOpening, Opening
from engine.core.journal import tell
from engine.core.state import Side
from engine.versailles.cards.board import (
    CUBES,
    EVENTS_WAITING,
    HAPPINESS_START,
    ISSUES_DISCARDED,
    ISSUES_ON_TABLE,
    ISSUES_WAITING,
    ISSUES_WAITING_SOLITAIRE,
    LENGTHS,
    NATIONS,
    REGIONS,
    SOLITAIRE_GOAL,
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
SHARED = "usa"
"""13.1: the faction that two players share."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    length: Literal["standard", "intense", "long", "longest"] = "standard"
    deals: bool = True
    """Whether the table plays with chapter 15; alone nobody does."""
    faction: Literal["last", "random", "uk", "france", "usa"] = "last"
    """14.1: as whom one begins alone. `last`: turns are taken in the order of the sides; otherwise in one drawn at
    random, in which this faction comes last."""
    goal: Annotated[int, Meta(ge=1, le=99)] = SOLITAIRE_GOAL
    """14.3: the points that win alone."""


TOGETHER = frozenset({2, 3, 4})
OPTIONS_FOR = {"length": TOGETHER, "deals": TOGETHER, "faction": frozenset({1}), "goal": frozenset({1})}


def setup(opening: Opening) -> Versailles:
    refuse_nonsense(opening)
    state = pieces(opening)
    lay_out_issues(state)
    lay_out_events(state)
    if state.goal:
        take_seats(state, opening.options.faction)
    else:
        deal_strategies(state)
        state.active = state.player = state.sides[roll(state, "first_side", len(state.sides)) - 1]
    tell(state, GameOpened(state.active, tuple(state.table), tuple(state.waiting_room), state.event))
    then(state, Turn())
    return state


def refuse_nonsense(opening: Opening) -> None:
    """Options of a game alone (14.1) and of a game with others don't mix."""
    options = opening.options
    if opening.players == 1 and options.length != "standard":
        problem = f"alone one plays the standard length: leave out length {options.length!r}"
        raise ImpossibleOpening(problem, "length_alone", length=options.length)
    if opening.players != 1 and (options.faction != "last" or options.goal != SOLITAIRE_GOAL):
        problem = "a faction and a goal are chosen only when one plays alone: leave them out"
        raise ImpossibleOpening(problem, "only_alone")


def deal_strategies(state: Versailles) -> None:
    """2.6"""
    strategies = shuffled(state, "strategies", list(STRATEGIES))
    state.offered = [strategies.pop() for _ in range(len(state.sides) + SPARE_STRATEGIES)]


def take_seats(state: Versailles, faction: Side) -> None:
    """14.1: the player begins as the last faction in turn order."""
    if faction != "last":
        order = shuffled(state, "turn_order", list(state.sides))[::-1]
        if faction != "random":
            order.remove(faction)
            order.append(faction)
        state.sides = state.factions = tuple(order)
    state.active, *_, state.player = state.factions


def pieces(opening: Opening) -> Versailles:
    """2.1, 2.3, 2.5; 1.2: Italy and Japan keep a happiness marker where nobody plays them."""
    sides = opening.sides
    factions = (*sides, SHARED) if len(sides) == 2 else sides
    length = opening.options.length
    alone = opening.players == 1
    return Versailles(
        rules=RULES,
        sides=sides,
        seed=opening.seed,
        rigged={source: list(outcomes) for source, outcomes in opening.rigged.items()},
        length=length,
        dealing=opening.options.deals and not alone,
        factions=factions,
        goal=opening.options.goal if alone else 0,
        scored=dict.fromkeys(factions, 0) if alone else {},
        available=dict.fromkeys(factions, CUBES),
        exhausted=dict.fromkeys(factions, 0),
        units_available=dict.fromkeys(sides, UNITS),
        units_exhausted=dict.fromkeys(sides, 0),
        deployed={side: {} for side in sides},
        demobilised=dict.fromkeys(sides, 0),
        happiness=happiness_at_start(sides, () if alone else unplayed(factions), LENGTHS[length].happiness),
        kegs=dict.fromkeys(REGIONS, 0),
        unrest=dict.fromkeys(REGIONS, UNREST_START),
    )


def unplayed(factions: tuple[Side, ...]) -> tuple[str, ...]:
    """1.2: the nations that keep a happiness marker though nobody plays them; the shared USA has none (13.1)."""
    return tuple(nation for nation in NATIONS if nation not in factions)


def happiness_at_start(sides: tuple[Side, ...], others: tuple[str, ...], start: int) -> dict[str, int]:
    """2.3: players start higher in long games, the nations nobody plays never."""
    return {nation: start if nation in sides else HAPPINESS_START for nation in NATIONS if nation in (*sides, *others)}


def lay_out_issues(state: Versailles) -> None:
    """2.2, 2.3"""
    state.home = [""] * len(home_track(state))
    deck = shuffled(state, "issues", [issue for issue in ISSUES if issue != END])
    state.table = [deck.pop() for _ in range(ISSUES_ON_TABLE)]
    state.waiting_room = [deck.pop() for _ in range(ISSUES_WAITING_SOLITAIRE if state.goal else ISSUES_WAITING)]
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


OPEN_SOURCES = frozenset({"uprising", "suffering", "region", "first_side", "turn_order"})
"""What everybody sees as it falls; decks, and where the end card lies, stay hidden."""


def sources(opening: Opening) -> dict[str, Source]:
    """What a record may rig."""
    return {
        "issues": Deck(tuple(issue for issue in ISSUES if issue != END)),
        "events": Deck(tuple(EVENTS), reshuffled=True),
        "strategies": Deck(tuple(STRATEGIES)),
        "end_card": Dice(LENGTHS["longest"].below + 1),
        "turn_order": Deck(opening.sides),
        "first_side": Dice(len(opening.sides)),
        "uprising": Dice(6),
        "suffering": Dice(6),
        "region": Dice(6),
    }
