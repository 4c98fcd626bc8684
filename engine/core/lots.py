"""Draws seats when a game begins: by lot, or by a die that decides in which order the players choose. It follows from
the game's seed, is told before anything else and is in the game's record. A table asks for it with `Opening.lots`;
`Game.open` carries it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from engine.core.chance import Deck, Dice, Draw, Source, picked, roll, shuffled
from engine.core.journal import Entry
from engine.core.sides import Side
from engine.core.state import AnyState

SEATS, DIE = "seats", "seats_die"
"""The sources of these draws, in every game."""
SOURCES = frozenset({SEATS, DIE})


class Lots(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How players get their seats. Their places are counted from 1, in the order of the seats."""

    by: Literal["lot", "die"] = "lot"
    wishes: tuple[tuple[Side, ...], ...] = ()
    """By die: what each place would like, best first; a side stands for the seat that holds it. A place for which all
    of these are taken draws a lot among the remaining seats."""


class SeatsDrawn(Entry, frozen=True):
    """The seats were drawn; any game may begin with this."""

    seats: tuple[tuple[Side, ...], ...]
    """The sides that each place plays."""
    lots: Lots
    throws: tuple[tuple[int, ...], ...] = ()
    """By die: what each place threw, and again after a tie."""
    order: tuple[int, ...] = ()
    """By die: the places in the order in which they chose."""


def draw_seats(state: AnyState, lots: Lots, seats: Sequence[tuple[Side, ...]], die: int) -> None:
    """Give each place one of the seats, and tell it before the news of the set-up."""
    places = range(1, len(seats) + 1)
    throws: dict[int, list[int]] = {place: [] for place in places}
    if lots.by == "lot":
        order: list[int] = []
        given = dict(zip(places, reversed(shuffled(state, SEATS, [*places])), strict=True))
    else:
        order = ranked(state, [*places], die, throws)
        given = chosen(state, order, lots.wishes, seats)
    thrown = tuple(tuple(throws[place]) for place in places) if order else ()
    told = SeatsDrawn(tuple(seats[given[place] - 1] for place in places), lots, thrown, tuple(order))
    state.news.insert(0, told)


def ranked(state: AnyState, places: list[int], die: int, throws: Mapping[int, list[int]]) -> list[int]:
    """Return the places from the highest throw down; ties throw again among themselves."""
    if len(places) < 2:
        return places
    fell = {place: roll(state, DIE, die) for place in places}
    for place, number in fell.items():
        throws[place].append(number)
    tied = [[place for place in places if fell[place] == number] for number in sorted({*fell.values()}, reverse=True)]
    return [place for level in tied for place in ranked(state, level, die, throws)]


def chosen(
    state: AnyState, order: Iterable[int], wishes: Sequence[tuple[Side, ...]], seats: Sequence[tuple[Side, ...]]
) -> dict[int, int]:
    """Return the seat of each place, counted from 1, if they choose in this order."""
    free, given = [*range(1, len(seats) + 1)], {}
    for place in order:
        wished = wishes[place - 1] if place <= len(wishes) else ()
        wanted = (seat for side in wished for seat in free if side in seats[seat - 1])
        seat = next(wanted, None) or (free[0] if len(free) == 1 else picked(state, SEATS, free))
        free.remove(seat)
        given[place] = seat
    return given


def sources_of(lots: Lots | None, places: int, die: int) -> dict[str, Source]:
    """Return the draws that a record may rig."""
    if lots is None:
        return {}
    numbers = tuple(range(1, places + 1))
    return {SEATS: Deck(numbers)} if lots.by == "lot" else {SEATS: Draw(numbers), DIE: Dice(die)}


def problem_of(lots: Lots, seats: Sequence[tuple[Side, ...]], die: int) -> str | None:
    """Return why seats cannot be drawn like this, in plain English; None if they can."""
    if lots.by == "die" and not die:
        return "this game's rules have no die for seats"
    if lots.by == "lot" and lots.wishes:
        return "a lot knows no wishes"
    if len(lots.wishes) > len(seats):
        return f"there are {len(seats)} seats, and wishes for {len(lots.wishes)}"
    sides = {side for seat in seats for side in seat}
    strange = next((side for wished in lots.wishes for side in wished if side not in sides), None)
    return strange and f"nobody can sit on {strange!r}"
