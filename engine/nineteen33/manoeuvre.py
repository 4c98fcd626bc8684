"""Chapter 15: the five slips of a year, what turns them up, and what an unreached one binds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeVar

from msgspec.structs import replace

from engine.core.journal import tell
from engine.core.state import Side, reveal
from engine.nineteen33.board import is_barred
from engine.nineteen33.calendar import year_of
from engine.nineteen33.journal import FieldFreed, PointsLost, SlipTurnedUp, SlipUnreached
from engine.nineteen33.printed import MANOEUVRES, STATES, tables
from engine.nineteen33.printed.kinds import Kind, Sector
from engine.nineteen33.printed.vocabulary import (
    AnyAim,
    BondsAim,
    DefenceAim,
    DevelopmentAim,
    InfluenceAim,
    TaxesAim,
)
from engine.nineteen33.slips import (
    BOUNDS,
    AnySlip,
    BondsSlip,
    DefenceSlip,
    DevelopmentSlip,
    InfluenceSlip,
    LabourSlip,
    TaxesSlip,
)
from engine.nineteen33.state import Leader, Nineteen33

RULES = tables.manoeuvre
OneT = TypeVar("OneT")


def gain(state: Nineteen33, leader: Side, reason: str, points: int) -> None:
    """Note points, or lost ones, by what they were for and by year (15.9: also below zero)."""
    if not points or not state.is_played(leader):
        return
    held = state.leaders[leader]
    held.points[reason] = held.points.get(reason, 0) + points
    year = year_of(state.month) - year_of(1)
    earlier = held.by_year + (0,) * (year + 1 - len(held.by_year))
    held.by_year = (*earlier[:year], earlier[year] + points)


def lose(
    state: Nineteen33, leader: Side, reason: Literal["tax_rise", "loan", "shared", "war_between"], points: int
) -> None:
    gain(state, leader, reason, -points)
    if state.is_played(leader):
        tell(state, PointsLost(leader, points, reason))


def without(held: tuple[OneT, ...], gone: OneT) -> tuple[OneT, ...]:
    """All of these but one, which may lie there several times."""
    number = held.index(gone)
    return held[:number] + held[number + 1 :]


def kind_of(slip: AnySlip) -> str:
    return str(slip.__struct_config__.tag)


def turn_up(state: Nineteen33, leader: Side, number: int, points: int) -> None:
    """15.6"""
    held = state.leaders[leader]
    slip = held.slips[number].slip
    held.slips[number] = replace(held.slips[number], up=True, points=points)
    gain(state, leader, kind_of(slip), points)
    reveal(state)
    tell(state, SlipTurnedUp(leader, slip, points))


def reach(state: Nineteen33, leader: Side, fits: Callable[[AnySlip], bool], points: int, deed: str) -> bool:
    """15.6: score the earliest slip that fits; without one the deed is noted as unclaimed. If another player caused it,
    either outcome reveals whether there was such a slip, so it cannot be undone."""
    held = state.leaders[leader]
    mark_aims(state, leader, fits)
    hidden = [number for number, one in enumerate(held.slips) if not one.up]
    if hidden and (state.turn is None or state.turn.active != leader):
        reveal(state)
    for number in hidden:
        if fits(held.slips[number].slip):
            turn_up(state, leader, number, points)
            return True
    held.unclaimed = (*held.unclaimed, deed)
    return False


def mark_aims(state: Nineteen33, leader: Side, fits: Callable[[AnySlip], bool]) -> None:
    """18.9: the first point of its manoeuvre card that a leader nobody plays has reached by it."""
    guided = state.guided.get(leader)
    if guided is None:
        return
    for number, aim in enumerate(MANOEUVRES[guided.card].points):
        if not guided.reached[number] and fits(as_slip(aim, guided.targets[number])):
            reached = (*guided.reached[:number], True, *guided.reached[number + 1 :])
            state.guided[leader] = replace(guided, reached=reached)
            return


def as_slip(aim: AnyAim, target: str) -> AnySlip:
    """18.5: the slip that a point of a manoeuvre card amounts to."""
    match aim:
        case DevelopmentAim(sector):
            return DevelopmentSlip(sector)
        case InfluenceAim():
            return InfluenceSlip(target)
        case BondsAim(amount):
            return BondsSlip(amount)
        case TaxesAim(ul):
            return TaxesSlip(ul)
        case DefenceAim(unit):
            return DefenceSlip(unit)
    return LabourSlip()


def step_completed(state: Nineteen33, leader: Side, sector: Sector, months: int) -> None:
    """15.4, 15.5"""
    in_time = months <= tables.development.in_time_months
    points = RULES.full if in_time else RULES.part
    release(state, leader, sector)
    reach(state, leader, lambda slip: slip == DevelopmentSlip(sector), points, sector)


def unit_completed(state: Nineteen33, leader: Side, kind: Kind) -> None:
    """15.4"""
    release(state, leader, kind)
    reach(state, leader, lambda slip: slip == DefenceSlip(kind), RULES.part, kind)


def alliance_made(state: Nineteen33, leader: Side, place: str, shared: bool) -> None:
    """15.4: an alliance, also out of a coup or a war."""
    release(state, leader, place)
    points = RULES.part if shared else RULES.full
    scored = reach(state, leader, lambda slip: slip == InfluenceSlip(place), points, place)
    if scored and not shared:
        held = state.leaders[leader]
        held.full_alliances = (*held.full_alliances, place)


def alliance_shared(state: Nineteen33, leader: Side, place: str) -> None:
    """9.8: a first ally that had scored all points gives some back."""
    held = state.leaders[leader]
    if place in held.full_alliances:
        held.full_alliances = without(held.full_alliances, place)
        lose(state, leader, "shared", RULES.full - RULES.part)


def box_won(state: Nineteen33, leader: Side, place: str) -> None:
    """15.6: it waits for the alliance until December, but frees what was bound."""
    held = state.leaders[leader]
    held.boxes_won = (*held.boxes_won, place)
    mark_aims(state, leader, lambda slip: slip == InfluenceSlip(place))
    release(state, leader, place)


def bond_placed(state: Nineteen33, leader: Side, amount: int, at_once: bool) -> None:
    points = RULES.full if at_once else RULES.part
    reach(state, leader, lambda slip: slip == BondsSlip(amount), points, "bonds")


def taxes_cut(state: Nineteen33, leader: Side, ul: int) -> None:
    points = RULES.full if ul == tables.taxes.change_most else RULES.part
    reach(state, leader, lambda slip: slip == TaxesSlip(ul), points, "taxes")


def reckon(state: Nineteen33, leader: Side) -> None:
    """15.7, 4.8 c: what is still face down in December."""
    held = state.leaders[leader]
    reveal(state)
    for number, one in enumerate(held.slips):
        if one.up:
            continue
        if points := points_in_december(state, leader, one.slip):
            turn_up(state, leader, number, points)
        else:
            fail(state, leader, number)


def points_in_december(state: Nineteen33, leader: Side, slip: AnySlip) -> int:
    """15.4, 15.6: for employment, and for a box won; each box serves one slip."""
    held = state.leaders[leader]
    if isinstance(slip, LabourSlip):
        return RULES.labour.get(str(held.unemployed), 0)
    if isinstance(slip, InfluenceSlip) and slip.place in held.boxes_won:
        held.boxes_won = without(held.boxes_won, slip.place)
        return RULES.part
    return 0


def fail(state: Nineteen33, leader: Side, number: int) -> None:
    """15.7: it costs points; development, influence and defence bind."""
    held = state.leaders[leader]
    one = held.slips[number]
    held.slips[number] = replace(one, up=True, points=RULES.unreached)
    gain(state, leader, "unreached", RULES.unreached)
    binds = one.aim in BOUNDS
    if binds:
        held.bound = (*held.bound, one.aim)
    tell(state, SlipUnreached(leader, one.slip, RULES.unreached, binds))


def release(state: Nineteen33, leader: Side, what: str) -> None:
    """15.8: done late."""
    held = state.leaders[leader]
    if what in held.bound:
        held.bound = without(held.bound, what)
        tell(state, FieldFreed(leader, what))


def release_barred(state: Nineteen33) -> None:
    """15.8: the bond ends where nothing can be won any more."""
    for leader, held in state.leaders.items():
        for place in bound_in(held, "influence"):
            if is_barred(state.places[place], leader):
                release(state, leader, place)


def bound_in(held: Leader, field: str) -> list[str]:
    return [what for what in held.bound if BOUNDS[what].field == field] if held.bound else []


def binding(state: Nineteen33, leader: Side, field: str) -> list[str]:
    """15.7: the only things that may be begun in this field; an empty list sets no limit."""
    found = bound_in(state.leaders[leader], field)
    if found and field == "influence":
        return [place for place in found if not is_barred(state.places[place], leader)]
    return found


def is_possible(state: Nineteen33, leader: Side, slips: tuple[AnySlip, ...], number: int) -> bool:
    """15.3: the slip of this number, with those of its kind before it."""
    slip, held = slips[number], state.leaders[leader]
    same = slips[: number + 1].count(slip)
    match slip:
        case DevelopmentSlip(sector):
            return held.development[sector].steps + same <= tables.development.steps
        case DefenceSlip(unit):
            from engine.nineteen33.defence import left

            return left(state, leader, unit) >= same
        case InfluenceSlip(place):
            return same == 1 and can_be_won(state, leader, place)
    return True


def can_be_won(state: Nineteen33, leader: Side, place: str) -> bool:
    """15.3: a free box, or an alliance that is open."""
    if not is_barred(state.places[place], leader):
        return True
    here = state.places[place]
    return place in STATES and not here.war and not here.allies
