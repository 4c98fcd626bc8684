"""Chapter 3: seats, options and the board at the start. placement.py asks for the first cubes."""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from engine.belle_epoque.automated_setup import AutomatedPlacement
from engine.belle_epoque.choices import Power
from engine.belle_epoque.events import put_away
from engine.belle_epoque.journal import PhaseBegan
from engine.belle_epoque.placement import InitialPlacement
from engine.belle_epoque.prestige import intrigue_cards
from engine.belle_epoque.printed import MINOR_UNITS, NATIONAL, POWERS, SHEETS, TERRITORIES, powers, tracks
from engine.belle_epoque.printed.figures import FREE
from engine.belle_epoque.printed.kinds import Territory
from engine.belle_epoque.state import Automaton, BelleEpoque, MinorUnit, Sheet
from engine.core.agenda import then
from engine.core.chance import shuffled
from engine.core.game import Opening, Seats
from engine.core.journal import tell
from engine.core.state import Side

RULES = "1"

if TYPE_CHECKING:
    Pair = str
else:
    Pair = Literal[tuple("_and_".join(pair) for pair in combinations(POWERS, 2))]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    promo: bool = False
    """2.0c: whether the promotional cards are used."""
    alternative_setup: bool = False
    """3.1b: two Portuguese cubes in Tanganyika and one in Namibia."""
    others: Literal["shared", "automated"] = "shared"
    """3.2c, 3.2e: with two or three people, whether they share all four Powers or the Powers without a player are
    automated."""
    alone: Power = "uk"
    """13.1d: the Power of a single player."""
    pair: Pair = "uk_and_central_powers"
    """13.1d: the Powers of two people beside automated ones."""
    without: Power = "russia"
    """13.1d: the automated Power in a game of three people."""


OPTIONS_FOR = {
    "others": frozenset({2, 3}),
    "alone": frozenset({1}),
    "pair": frozenset({2}),
    "without": frozenset({3}),
}


def seating(players: int, options: Options) -> Seats:
    """3.2c to 3.2e: give each player a Power, or several where people share all four."""
    if players == 1:
        return ((options.alone,),)
    if players < len(POWERS) and options.others == "automated":
        first, second = options.pair.split("_and_")
        three = tuple((power,) for power in POWERS if power != options.without)
        return ((first,), (second,)) if players == 2 else three
    return powers.shared_seats[players]


def setup(opening: Opening) -> BelleEpoque:
    state = pieces(opening)
    tell(state, PhaseBegan(state.turn, "setup"))
    lay_out_cubes(state, opening.options)
    state.events = put_away(state, 1)
    state.intrigue_deck = shuffled(state, "intrigue", [*intrigue_cards(state.promo)])
    then(state, AutomatedPlacement(), InitialPlacement())
    return state


def pieces(opening: Opening) -> BelleEpoque:
    """3.0e to 3.0g: set up the Powers with their sheets, and an empty map."""
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
    """3.0e to 3.0g: set up a sheet. Automated Powers have no money (13.3c) and leave their own National card in the box
    (13.1b)."""
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
    """3.1a: place the cubes of minor nations on the lowest spaces."""
    for territory in TERRITORIES.values():
        cubes = [*chain(*([nation] * count for nation, count in cubes_in(territory, options).items()))]
        state.spaces[territory.id] = (*cubes, *(FREE,) * (territory.spaces - len(cubes)))


def cubes_in(territory: Territory, options: Options) -> dict[str, int]:
    """3.1a: return the cubes printed for a territory, or those of 3.1b where they differ."""
    other = territory.alternative_minor_cubes
    return other if options.alternative_setup and other is not None else territory.minor_cubes
