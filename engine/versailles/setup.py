"""Chapter 2: set-up, in all lengths."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from engine.core.agenda import then
from engine.core.chance import Deck, Dice, Source, roll, shuffled
from engine.core.game import ImpossibleOpening, Opening
from engine.core.journal import tell
from engine.core.sides import IS_SIDE
from engine.core.state import Side
from engine.versailles.cards.board import (
    CUBES,
    EVENTS_WAITING,
    FACTIONS,
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

RULES = "2"
"""Raised to 2 for 5.5, 13.2, 14.7, 14.10 and 15.1."""
SHARED = "usa"
"""13.1: the faction that two players share."""


if TYPE_CHECKING:
    Order = str
else:
    Order = Literal[("any", *("_".join(order) for order in permutations(FACTIONS[1])))]
"""`any`: as the option `faction` says."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    length: Literal["standard", "intense", "long", "longest"] = "standard"
    deals: bool = True
    """Whether the table plays with chapter 15; a player alone never does."""
    secret_deals: bool = False
    """15.1: whether deals struck in private stay private."""
    faction: Annotated[Literal["last", "random", "uk", "france", "usa"], IS_SIDE] = "last"
    """14.1: the faction with which a player alone begins. `last`: turns are taken in the order of the sides; otherwise
    in an order drawn at random, in which this faction comes last."""
    order: Order = "any"
    """14.1: the whole order of turns of a game alone, by its sides from first to last; the player begins as the last of
    them."""
    goal: Annotated[int, Meta(ge=1, le=99)] = SOLITAIRE_GOAL
    """14.3: the points that win a game alone."""


TOGETHER = frozenset({2, 3, 4})
ALONE = frozenset({1})
OPTIONS_FOR = {
    "length": TOGETHER,
    "deals": TOGETHER,
    "secret_deals": TOGETHER,
    "faction": ALONE,
    "order": ALONE,
    "goal": ALONE,
}


def setup(opening: Opening) -> Versailles:
    refuse_nonsense(opening)
    state = pieces(opening)
    lay_out_issues(state)
    lay_out_events(state)
    if state.goal:
        take_seats(state, opening.options)
    else:
        deal_strategies(state)
        state.active = state.player = state.sides[roll(state, "first_side", len(state.sides)) - 1]
    tell(state, GameOpened(state.active, tuple(state.table), tuple(state.waiting_room), state.event))
    then(state, Turn())
    return state


def refuse_nonsense(opening: Opening) -> None:
    """Refuse options of a game alone (14.1) in a game with others, and the other way round."""
    options = opening.options
    if opening.players == 1 and options.length != "standard":
        problem = f"alone one plays the standard length: leave out length {options.length!r}"
        raise ImpossibleOpening(problem, "length_alone", length=options.length)
    if options.order != "any" and options.faction not in ("last", options.order.rpartition("_")[2]):
        problem = f"in the order {options.order} the player begins as its last faction: leave out the faction"
        raise ImpossibleOpening(problem, "order_and_faction")
    if options.secret_deals and not options.deals:
        raise ImpossibleOpening("secret deals need deals: leave them out, or play with deals", "secret_without_deals")
    if opening.players != 1 and (options.faction != "last" or options.order != "any" or options.goal != SOLITAIRE_GOAL):
        problem = "a faction, an order and a goal are chosen only when one plays alone: leave them out"
        raise ImpossibleOpening(problem, "only_alone")


def deal_strategies(state: Versailles) -> None:
    """2.6"""
    strategies = shuffled(state, "strategies", list(STRATEGIES))
    state.offered = [strategies.pop() for _ in range(len(state.sides) + SPARE_STRATEGIES)]


def take_seats(state: Versailles, options: Options) -> None:
    """14.1: let the player begin as the last faction in turn order."""
    faction = options.faction
    if options.order != "any":
        state.sides = state.factions = tuple(options.order.split("_"))
    elif faction != "last":
        order = shuffled(state, "turn_order", list(state.sides))[::-1]
        if faction != "random":
            order.remove(faction)
            order.append(faction)
        state.sides = state.factions = tuple(order)
    state.active, *_, state.player = state.factions


def sides_of(opening: Opening) -> tuple[str, ...]:
    """14.1: return the sides in the order before any drawing. If the order of turns is drawn or chosen, the order named
    does not matter, since records name the order that resulted."""
    options = opening.options
    settled = opening.players == 1 and (options.order != "any" or options.faction != "last")
    return FACTIONS[1] if settled else opening.sides


def pieces(opening: Opening) -> Versailles:
    """2.1, 2.3, 2.5; 1.2: Italy and Japan keep a happiness marker in games without them."""
    sides = sides_of(opening)
    factions = (*sides, SHARED) if len(sides) == 2 else sides
    length = opening.options.length
    alone = opening.players == 1
    return Versailles(
        rules=RULES,
        sides=sides,
        seed=opening.seed,
        rigged={source: list(outcomes) for source, outcomes in opening.rigged.items()},
        length=length,
        dealing=dealing(opening),
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


def dealing(opening: Opening) -> bool | Literal["secret"]:
    """15.1: tell how the table deals; alone there is no one to deal with."""
    options = opening.options
    if opening.players == 1 or not options.deals:
        return False
    return "secret" if options.secret_deals else True


def unplayed(factions: tuple[Side, ...]) -> tuple[str, ...]:
    """1.2: return the nations that keep a happiness marker although they have no player; the shared USA has none
    (13.1)."""
    return tuple(nation for nation in NATIONS if nation not in factions)


def happiness_at_start(sides: tuple[Side, ...], others: tuple[str, ...], start: int) -> dict[str, int]:
    """2.3: players start higher in long games, nations without a player never do."""
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
"""Drawn in the open, for everyone to see; the order of decks, and where the end card lies, stay hidden."""


def sources(opening: Opening) -> dict[str, Source]:
    """Return the sources of chance that a record may rig."""
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
