"""10.5 to 10.10: where armies and divisions are, how far they move, and whom they press."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from random import Random

from msgspec.structs import replace

from engine.core.journal import tell
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.nineteen33.action_journal import ArmyCameHome, UnitMoved
from engine.nineteen33.board import allied_states, have_pact
from engine.nineteen33.choices import MoveUnit
from engine.nineteen33.printed import COLONIES, LANDS, LEADERS, PROTECTORATES, SEAS, SHEETS, STATES, partner_of, tables
from engine.nineteen33.printed.kinds import Kind
from engine.nineteen33.state import HOME, Nineteen33, Unit, UnitPlace

KINDS: tuple[Kind, ...] = ("army", "division")
TRIED = 3
"""Moves that are drawn for each unit before all of them are listed."""
REMEMBERED = 4_096
"""Lands that an army reaches, by where it stands and what is open to its leader."""


def all_units(state: Nineteen33, leader: Side) -> Iterator[tuple[Kind, int, Unit]]:
    """Each unit with its number, counted from 1."""
    for kind in KINDS:
        for number, unit in enumerate(state.leaders[leader].units(kind), 1):
            yield kind, number, unit


@cache
def own_land(leader: Side) -> tuple[str, ...]:
    """Home, colony and protectorate."""
    outside = (one.id for group in (COLONIES, PROTECTORATES) for one in group.values() if one.owner == leader)
    return (leader, *outside)


def open_land(state: Nineteen33, leader: Side) -> tuple[str, ...]:
    """10.6: own, colonial and allied land; 9.13: also that of the other leader of the ideology, in alliance."""
    partner = partner_of(leader)
    foreign = own_land(partner) if partner and have_pact(state, leader) else ()
    return (*own_land(leader), *allied_states(state, leader), *foreign)


def lands_at(leader: Side, unit: Unit) -> str:
    """The land that an army stands on."""
    return leader if unit.at == HOME else unit.at


def seas_of(leader: Side, kind: Kind, unit: Unit) -> tuple[str, ...]:
    """The sea areas at which a unit begins: where a division lies, or the coasts of an army's land."""
    if kind == "army":
        return LANDS[lands_at(leader, unit)].seas
    return SHEETS[leader].home_waters if unit.at == HOME else (unit.at,)


@cache
def within(start: tuple[str, ...], steps: int) -> frozenset[str]:
    """The sea areas at most so many steps away."""
    reached = set(start)
    edge = set(reached)
    for _ in range(steps):
        edge = {other for sea in edge for other in SEAS[sea].adjacent} - reached
        reached |= edge
    return frozenset(reached)


@lru_cache(REMEMBERED)
def on_foot(land: str, passable: tuple[str, ...]) -> frozenset[str]:
    """10.6: all that an army reaches from here on foot, through land that is open to it."""
    here = {land}
    reached: set[str] = set()
    for _ in range(tables.units.army_moves):
        near = {other for land in here for other in LANDS[land].borders}
        reached |= near
        here = near.intersection(passable)
    return frozenset(reached)


@cache
def by_sea(coast: tuple[str, ...]) -> frozenset[str]:
    """10.6: all lands that an army reaches through at most four sea areas, the first and the last counted."""
    crossed = within(coast, tables.units.sea_moves - 1)
    return frozenset(name for name, land in LANDS.items() if crossed.intersection(land.seas))


def goals_in_reach(leader: Side, unit: Unit, land: tuple[str, ...], goals: Iterable[str]) -> set[str]:
    """10.6: those of these lands that an army reaches, on foot or by sea, if so much land is open to it."""
    marched = on_foot(lands_at(leader, unit), land)
    shipped = by_sea(seas_of(leader, "army", unit))
    return {goal for goal in goals if goal in marched or goal in shipped}


def reachable(state: Nineteen33, leader: Side, kind: Kind, unit: Unit) -> tuple[str, ...]:
    """10.6, 10.7: where a unit may go or stay, in the order of their names."""
    return in_reach(leader, kind, unit.at, open_land(state, leader) if kind == "army" else ())


@lru_cache(REMEMBERED)
def in_reach(leader: Side, kind: Kind, at: UnitPlace, land: tuple[str, ...]) -> tuple[str, ...]:
    """The same from here, if so much land is open to its army."""
    unit = Unit(at)
    if kind == "division":
        return tuple(sorted(within(seas_of(leader, kind, unit), tables.units.sea_moves) | {HOME, at}))
    goals = (one for one in land if one != leader)
    return tuple(sorted(goals_in_reach(leader, unit, land, goals) | {HOME, at}))


@cache
def beside(leader: Side, kind: Kind, at: str) -> tuple[str, ...]:
    """10.8: the states that a unit there could face."""
    if kind == "army":
        land = leader if at == HOME else at
        return tuple(name for name in STATES if name in LANDS[land].borders)
    seas = set(SHEETS[leader].home_waters if at == HOME else (at,))
    return tuple(name for name, card in STATES.items() if seas & set(card.seas))


def faces(state: Nineteen33, leader: Side, place: str) -> bool:
    """10.8: whether a unit of this leader names the state from where it would press it."""
    return any(
        unit.faces == place and place in beside(leader, kind, unit.at) for kind, _, unit in all_units(state, leader)
    )


def faced(state: Nineteen33) -> dict[str, list[Side]]:
    """10.8: the leaders whose units name each state from where they would press it. A view asks for all states at once,
    in a fifth of its time."""
    found = dict[str, list[Side]]()
    for leader in LEADERS:
        names = {one.faces for kind, _, one in all_units(state, leader) if one.faces in beside(leader, kind, one.at)}
        for place in names:
            found.setdefault(str(place), []).append(leader)
    return found


def pressure(state: Nineteen33, leader: Side, place: str) -> int:
    """10.8 to 10.10: the points that units add to a path; units of any other leader facing the state cancel them."""
    if place not in STATES or not faces(state, leader, place):
        return 0
    cancelled = any(faces(state, other, place) for other in LEADERS if other != leader)
    return 0 if cancelled else tables.units.pressure


def refusal(state: Nineteen33, leader: Side, choice: MoveUnit) -> Refusal | None:
    """Why a unit may not move so."""
    held = state.leaders[leader].units(choice.unit)
    if choice.number > len(held):
        return illegal("nineteen33.no_such_unit", "16.3", has=len(held))
    unit = held[choice.number - 1]
    if unit.moved and choice.to != HOME:
        return illegal("nineteen33.moved_already", "10.7")
    if choice.to not in reachable(state, leader, choice.unit, unit):
        return illegal("nineteen33.out_of_reach", "10.6" if choice.unit == "army" else "10.7", to=choice.to)
    if choice.faces and choice.faces not in beside(leader, choice.unit, choice.to):
        return illegal("nineteen33.not_beside", "10.8", place=choice.faces)
    if (choice.to, choice.faces) == (unit.at, unit.faces):
        return illegal("nineteen33.stays_there", "10.7")
    if unit.moved and choice.faces:
        return illegal("nineteen33.moved_already", "10.7")
    return None


def moves(state: Nineteen33, leader: Side) -> Iterator[MoveUnit]:
    """All moves within the reach of its units; one that has moved can only go home."""
    for kind, number, unit in all_units(state, leader):
        for to in (HOME,) if unit.moved else reachable(state, leader, kind, unit):
            for facing in ("", *beside(leader, kind, to)):
                yield MoveUnit(kind, number, to, facing)


def some_moves(state: Nineteen33, leader: Side, rng: Random) -> Iterator[MoveUnit]:
    """For each of its units, in any order, some moves within its reach."""
    found = [(kind, number, unit) for kind, number, unit in all_units(state, leader) if not unit.moved]
    rng.shuffle(found)
    for kind, number, unit in found:
        goals = reachable(state, leader, kind, unit)
        for _ in range(TRIED):
            to = goals[int(rng.random() * len(goals))]
            facing = ("", *beside(leader, kind, to))
            yield MoveUnit(kind, number, to, facing[int(rng.random() * len(facing))])


def move(state: Nineteen33, leader: Side, choice: MoveUnit) -> None:
    """10.6 to 10.8; a path that gains pressure or loses a counterweight may be complete."""
    from engine.nineteen33.opinion import settle

    units = state.leaders[leader].units(choice.unit)
    unit = units[choice.number - 1]
    leave_war(state, leader, choice.number, unit)
    moved = unit.moved or choice.to != HOME or unit.at == HOME
    units[choice.number - 1] = Unit(choice.to, choice.faces, moved)
    tell(state, UnitMoved(leader, choice.unit, choice.number, choice.to, choice.faces))
    for place in dict.fromkeys((unit.faces, choice.faces)):
        if place:
            settle(state, place)


def leave_war(state: Nineteen33, leader: Side, number: int, unit: Unit) -> None:
    """12.8: an army that leaves a civil war no longer ends it."""
    here = state.places.get(unit.at)
    if here and here.army and (here.army.leader, here.army.number) == (leader, number):
        state.change(unit.at, army=None)


def send_home(state: Nineteen33, leader: Side, number: int) -> None:
    """An army is back; a path that it kept from pressure may be complete."""
    from engine.nineteen33.opinion import settle

    units = state.leaders[leader].armies
    faced = units[number - 1].faces
    units[number - 1] = replace(units[number - 1], at=HOME, faces="")
    tell(state, ArmyCameHome(leader, number))
    if faced:
        settle(state, faced)


def clear_land(state: Nineteen33) -> None:
    """10.6: an army on land that is not open to it any more goes home."""
    for leader in LEADERS:
        allowed = {HOME, *open_land(state, leader)}
        for number, unit in enumerate(state.leaders[leader].armies, 1):
            here = state.places.get(unit.at)
            fights = here is not None and here.army is not None and here.army.leader == leader
            if unit.at not in allowed and not fights:
                send_home(state, leader, number)
