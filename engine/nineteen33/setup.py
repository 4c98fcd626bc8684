"""Chapter 2: seats, options, and the boards as they are laid out."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.core.agenda import then
from engine.core.game import Opening, Seats
from engine.core.state import Side
from engine.nineteen33.industry import unit_price
from engine.nineteen33.month import BeginMonth
from engine.nineteen33.printed import LEADERS, PLACES, PRECOLOURED, SECTORS, SHEETS, TRACKS, board, tables
from engine.nineteen33.state import FREE, HOME, Development, Leader, Nineteen33, Place, Unit, row_of

RULES = "1"


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    years: Annotated[int, Meta(ge=1, le=6)] = 6
    """17.3"""
    liberal: Literal["france", "united_kingdom"] = "france"
    """2.1: which liberal leader is played by three."""
    nationalist: Literal["germany", "italy"] = "germany"
    """2.1: which nationalist leader is played by three."""


OPTIONS_FOR = {"liberal": frozenset({3}), "nationalist": frozenset({3})}
TRIAL = Options(years=2)
"""Two years: slips bind and bonds fall due in the second (14.4, 15.7), and a home can lose both boxes (9.9)."""


def seating(players: int, options: Options) -> Seats:
    """2.1"""
    if players == 3:
        played: tuple[Side, ...] = (options.liberal, options.nationalist, "soviet_union")
    elif players == 4:
        played = tuple(leader for leader in LEADERS if leader != "soviet_union")
    else:
        played = LEADERS
    return tuple((leader,) for leader in played)


def setup(opening: Opening) -> Nineteen33:
    state = laid_out(opening)
    then(state, BeginMonth())
    return state


def laid_out(opening: Opening) -> Nineteen33:
    """2.3 to 2.7: the boards before the game."""
    return Nineteen33(
        rules=RULES,
        sides=opening.sides,
        seed=opening.seed,
        rigged={source: list(outcomes) for source, outcomes in opening.rigged.items()},
        years=opening.options.years,
        leaders={leader: board_of(leader) for leader in LEADERS},
        places={place: Place(track(place)) for place in PLACES},
    )


def board_of(leader: Side) -> Leader:
    """2.3, 2.5, 2.6; 7.12: the unit price with own raw materials."""
    sheet = SHEETS[leader]
    held = Leader(
        labour={one: sheet.fixed.of(one) for one in TRACKS},
        unemployed=sheet.unemployed,
        development={sector: Development() for sector in SECTORS},
        armies=[Unit(HOME)] * sheet.armies,
        divisions=[Unit(HOME)] * sheet.divisions,
        raw_average=tables.price.start_average,
    )
    held.price = unit_price(leader, held, held.raw_average, 0)
    return held


def track(place: str) -> str:
    """2.4"""
    coloured = PRECOLOURED[place]
    return row_of((*coloured, *(FREE,) * (board.boxes - len(coloured))))
