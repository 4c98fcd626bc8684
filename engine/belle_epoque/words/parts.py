"""Parts of sentences: units, Fleets on the move, dice, cubes, what cards do, and turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from engine.belle_epoque.printed import TURNS
from engine.belle_epoque.printed.vocabulary import Build, Md, Prestige
from engine.belle_epoque.questions import OWN
from engine.belle_epoque.state import Beside, Contest, MinorUnit
from engine.core.phrase import Phrase
from engine.core.sides import facts_of

Parts = tuple[Phrase | str, ...]
"""The members of a list in a sentence; a string is the unit of a nation, by its name."""


def said(kind: str, thing: Struct, variant: str = "", **facts: object) -> Phrase:
    """Return the sentence under a thing's own name, or a variant of it, with its fields and these facts. A plural goes
    by the first number, so given facts come first."""
    name = ".".join(filter(None, (str(thing.__struct_config__.tag), variant)))
    return Phrase(f"{kind}.belle_epoque.{name}", facts | facts_of(thing) | facts)


def part(name: str, **facts: object) -> Phrase:
    return Phrase(f"phrase.belle_epoque.{name}", facts)


def turn_name(turn: int) -> Phrase:
    """Return the turn with its years; before the first one the Powers place their starting cubes."""
    if turn not in TURNS:
        return part("setting_up")
    return part("turn", turn=turn, **years(turn))


def phase_name(turn: int, phase: str) -> Phrase:
    """Return the name of a phase; the setting up before the first turn has none beside its own."""
    return part(f"phase.{phase}") if turn else turn_name(turn)


def years(turn: int) -> dict[str, Any]:
    first, last = TURNS[turn].years.split("-")
    return {"first": int(first), "last": int(last)}


# Units


def armies_and_fleets(armies: int, fleets: int, allied: Iterable[str] = ()) -> Parts:
    """2 Armies, 1 Fleet, Spanish Fleet"""
    some = (part("armies", armies=armies),) if armies else ()
    more = (part("fleets", fleets=fleets),) if fleets else ()
    return *some, *more, *allied


def fleets_moved(moves: tuple[tuple[str, str, str], ...]) -> Parts:
    """8.8: 2 Fleets from the Arsenal to Asia, Spanish Fleet from Europe to Africa"""
    return tuple(fleet_moved(number, *move) for move, number in Counter(moves).items())


def fleet_moved(number: int, fleet: str, origin: str, goal: str) -> Phrase:
    if fleet == OWN:
        return part("move", fleets=number, origin=origin, goal=goal)
    return part("move.allied", fleet=fleet, origin=origin, goal=goal)


def fleets_at(fleets: tuple[tuple[str, str], ...]) -> Parts:
    """2 Fleets in Asia, Spanish Fleet in Africa"""
    return tuple(fleet_at(number, *fleet) for fleet, number in Counter(fleets).items())


def fleet_at(number: int, fleet: str, place: str) -> Phrase:
    if fleet == OWN:
        return part("fleets_there", fleets=number, place=place)
    return part("fleet_there", fleet=fleet, place=place)


def built(option: Build) -> Phrase:
    """Name an option of a card that builds units, with its price."""
    units = armies_and_fleets(option.armies, option.fleets)
    return part("build.paid" if option.cost else "build", units=units, cost=option.cost)


# Cubes, money and Prestige


def spot(territory: str, space: int) -> Phrase:
    """China, space 3"""
    return part("spot", territory=territory, space=space)


def income(money: int, cubes: int) -> Parts:
    """Tell what a Power receives at the start of a turn (5.0a, 5.0b)."""
    taken = (part("mission_cubes", cubes=cubes),) if cubes else ()
    return part("money", money=money), *taken


def die(face: int, bonus: int) -> Phrase:
    """8.7i"""
    return part("die.bonus" if bonus else "die", face=face, bonus=bonus, total=face + bonus)


def change(effect: Prestige | Md) -> Phrase:
    """Name an option of a card: up or down, and the figure itself without a sign."""
    variant = "more" if effect.delta > 0 else "less"
    kind = "mission_cubes" if isinstance(effect, Md) else "prestige"
    return part(f"{kind}.{variant}", by=abs(effect.delta))


# Parts of a view


def minor_unit(unit: MinorUnit) -> Phrase:
    return part("minor_unit" if unit.ready else "minor_unit.exhausted", place=unit.at)


def beside(card: Beside) -> Phrase:
    return part("beside.marked" if card.marked else "beside", **facts_of(card))


PHRASES: dict[type[Struct], Callable[[Any], Phrase]] = {
    Contest: lambda contest: part("contest", **facts_of(contest)),
    MinorUnit: minor_unit,
    Beside: beside,
}
