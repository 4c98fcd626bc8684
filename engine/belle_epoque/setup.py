"""Chapter 3: seats, options and the board as it is laid out. placement.py asks where the first cubes go."""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from engine.belle_epoque.choices import Power
from engine.belle_epoque.printed import (
    DECKS,
    EVENTS,
    INTRIGUE,
    MINOR_UNITS,
    NATIONAL,
    POWERS,
    SHEETS,
    TERRITORIES,
    TURNS,
    powers,
    tracks,
)
from engine.belle_epoque.printed.figures import DIE, FREE
from engine.belle_epoque.printed.kinds import Territory
from engine.belle_epoque.state import Automaton, BelleEpoque, MinorUnit, Sheet
from engine.core.agenda import then
from engine.core.chance import Deck, Dice, Draw, Source, shuffled
from engine.core.game import Opening, Seats
from engine.core.state import Side

RULES = "1"

if TYPE_CHECKING:
    Pair = str
else:
    Pair = Literal[tuple("_and_".join(pair) for pair in combinations(POWERS, 2))]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    promo: bool = False
    """2.0c: whether the promotional cards are among the others."""
    alternative_setup: bool = False
    """3.1b: two Portuguese cubes in Tanganyika and one in Namibia."""
    others: Literal["shared", "automated"] = "shared"
    """3.2c, 3.2e: whether two or three people play all four Powers, or the Powers without a player are automated."""
    alone: Power = "uk"
    """13.1d: the Power of one alone."""
    pair: Pair = "uk_and_central_powers"
    """13.1d: the Powers of two people beside automated ones."""
    without: Power = "russia"
    """13.1d: the automated Power of three people."""


OPTIONS_FOR = {
    "others": frozenset({2, 3}),
    "alone": frozenset({1}),
    "pair": frozenset({2}),
    "without": frozenset({3}),
}


def seating(players: int, options: Options) -> Seats:
    """3.2c to 3.2e: a Power for each, or two where people share all four."""
    if players == 1:
        return ((options.alone,),)
    if players < len(POWERS) and options.others == "automated":
        first, second = options.pair.split("_and_")
        three = tuple((power,) for power in POWERS if power != options.without)
        return ((first,), (second,)) if players == 2 else three
    return powers.shared_seats[players]


def setup(opening: Opening) -> BelleEpoque:
    from engine.belle_epoque.automated_setup import AutomatedPlacement
    from engine.belle_epoque.placement import InitialPlacement

    state = pieces(opening)
    lay_out_cubes(state, opening.options)
    state.events = put_away(state, 1)
    cards = [card.id for card in INTRIGUE.values() if state.promo or not card.promo]
    state.intrigue_deck = shuffled(state, "intrigue", cards)
    then(state, AutomatedPlacement(), InitialPlacement())
    return state


def pieces(opening: Opening) -> BelleEpoque:
    """3.0e to 3.0g: the Powers with their sheets, nothing on the map."""
    return BelleEpoque(
        rules=RULES,
        sides=opening.sides,
        seed=opening.seed,
        rigged={source: list(outcomes) for source, outcomes in opening.rigged.items()},
        promo=opening.options.promo,
        sheets={power: sheet_of(power, power in opening.sides) for power in POWERS},
        automata={power: Automaton() for power in POWERS if power not in opening.sides},
        spaces={one.id: (FREE,) * one.spaces for one in TERRITORIES.values()},
        minor_units={unit: MinorUnit() for unit in MINOR_UNITS},
    )


def sheet_of(power: Side, is_played: bool) -> Sheet:
    """3.0e to 3.0g; automated Powers have no money (13.3c) and leave their own National card in the box (13.1b)."""
    printed, start = SHEETS[power], tracks.prestige_start[power]
    return Sheet(
        money=printed.starts_with.treasury if is_played else 0,
        reserve_armies=printed.armies.max,
        reserve_fleets=printed.fleets.max,
        armaments=printed.armament_cubes,
        prestige=start,
        reached=start,
        national=[
            card.id for card in NATIONAL.values() if card.power == power and (is_played or card.kind == "common")
        ],
    )


def lay_out_cubes(state: BelleEpoque, options: Options) -> None:
    """3.1a: on the lowest spaces."""
    for territory in TERRITORIES.values():
        cubes = [*chain(*([nation] * count for nation, count in cubes_in(territory, options).items()))]
        state.spaces[territory.id] = (*cubes, *(FREE,) * (territory.spaces - len(cubes)))


def cubes_in(territory: Territory, options: Options) -> dict[str, int]:
    """3.1a, or 3.1b where it differs."""
    other = territory.alternative_minor_cubes
    return other if options.alternative_setup and other is not None else territory.minor_cubes


def put_away(state: BelleEpoque, era: int) -> list[str]:
    """3.0c, 6.1b: the events of an era in a new order, less those that are put away unseen."""
    cards, removed = [*cards_of_era(era, state.promo)], removed_from(era, state.promo)
    if not removed:
        return cards
    order = shuffled(state, f"era_{era}", cards)
    state.events_away += order[-removed:]
    return order[:-removed]


OPEN_SOURCES = frozenset(
    {"first_power", "automated_order", "event", "attacker", "defender", "tie", "row", "cell", "either"}
)
"""The dice and draws that everybody sees as they fall."""


def sources(opening: Opening) -> dict[str, Source]:
    """List the dice and decks that a record may rig. The first cards of an era's order are those put away."""
    promo = opening.options.promo
    intrigue = tuple(card.id for card in INTRIGUE.values() if promo or not card.promo)
    era = {number: cards_of_era(number, promo) for number in DECKS}
    shuffled_eras: dict[str, Source] = {f"era_{n}": Deck(era[n]) for n in DECKS if removed_from(n, promo)}
    dice: dict[str, Source] = dict.fromkeys(
        ("event", "attacker", "defender", "tie", "row", "cell", "either"), Dice(DIE)
    )
    return {
        **shuffled_eras,
        "events": Deck(tuple(chain(*era.values())), reshuffled=True, first=first_pile(promo)),
        "intrigue": Deck(intrigue, reshuffled=True),
        "first_power": Dice(len(opening.sides)),
        "automated_order": Deck(tuple(power for power in POWERS if power not in opening.sides)),
        "card": Draw((*intrigue, *NATIONAL)),
        **dice,
    }


def cards_of_era(era: int, promo: bool) -> tuple[str, ...]:
    return tuple(card.id for card in EVENTS.values() if card.era == era and (promo or not card.promo))


def removed_from(era: int, promo: bool) -> int:
    return DECKS[era].removed_with_promo if promo else DECKS[era].removed


def first_pile(promo: bool) -> int:
    """6.1c: how many events are shuffled together for the first time, when Era II begins."""
    first, second, *_ = DECKS.values()
    put_in = sum(len(cards_of_era(deck.era, promo)) - removed_from(deck.era, promo) for deck in (first, second))
    return put_in - sum(turn.events for turn in TURNS.values() if turn.turn < second.enters_turn)
