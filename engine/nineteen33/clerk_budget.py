"""3.7: five slips that the clerk can reach with the cards it holds, one after the other the one that is worth most with
the cards that the earlier ones have left; and a bond, if the year would cost more than it brings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple

from engine.core.state import Side
from engine.nineteen33 import bonds, coups, defence, manoeuvre, suggestions, taxes
from engine.nineteen33.board import has_free_box, is_tense
from engine.nineteen33.calendar import MONTHS
from engine.nineteen33.choices import SetBudget
from engine.nineteen33.food import need
from engine.nineteen33.printed import CARDS, PLACES, SECTORS, STATES, ideology_of, tables
from engine.nineteen33.printed.kinds import Kind, Sector
from engine.nineteen33.printed.vocabulary import FunctionName
from engine.nineteen33.production import output
from engine.nineteen33.slips import (
    AnySlip,
    BondsSlip,
    DefenceSlip,
    DevelopmentSlip,
    InfluenceSlip,
    LabourSlip,
    TaxesSlip,
)
from engine.nineteen33.state import Nineteen33
from engine.nineteen33.units import beside
from engine.nineteen33.wants import (
    POINTS,
    cards_for,
    is_akin,
    is_ripe,
    missing_points,
    room,
    strike_homes,
)
from engine.nineteen33.works import LENGTH

BOND = 100
CUT = tables.taxes.change_most
AT_ONCE = 1 / 6
"""14.3: the chance that two dice place a bond at the first auction."""
STEP, BOX, ALLIANCE, SIGNING = 1.8, 0.8, 1.7, 1.95
"""The worth of slips with the cards for them in hand: a step, a box, a box with an alliance, an alliance alone."""
COUPS = {1: 0.4, 2: 1.0, 3: 1.35}
"""12.2: the same of a state where a coup is possible, by how many cards there are for it."""
UNIT = 0.7
UNREST = 0.5
"""9.9: the second box in a rival's home lets strikes be called."""
NEAR = 0.1
"""10.8: a unit at home could press the state."""
UNCERTAIN = 0.3
"""Luck that spreads leaders who think alike over the states."""
MEAN_QUOTE = 3
RESERVE = 150
"""UM for what a year brings besides its slips."""

Supply = Mapping[FunctionName, int]


class Candidate(NamedTuple):
    worth: float
    um: int
    slip: AnySlip
    takes: Supply
    """How many cards with each function."""


def budget(state: Nineteen33, leader: Side, rng: Random) -> SetBudget:
    slips = reachable(state, leader, rng)
    if slips is None:
        return suggestions.budget(state, leader)
    change = -sum(slip.ul for slip in slips if isinstance(slip, TaxesSlip))
    bond = sum(slip.amount for slip in slips if isinstance(slip, BondsSlip))
    return SetBudget(tuple(slips), change, bond, "short")


def reachable(state: Nineteen33, leader: Side, rng: Random) -> list[AnySlip] | None:
    """Five slips; None where so many are not possible."""
    luck = {place: rng.random() * UNCERTAIN for place in PLACES}
    supply = Counter(name for card in state.leaders[leader].hand for name in CARDS[card].functions)
    left = funds(state, leader)
    slips: list[AnySlip] = []
    while len(slips) < POINTS.slips:
        fitting = [
            one
            for one in candidates(state, leader, slips, supply, luck)
            if manoeuvre.is_possible(state, leader, (*slips, one.slip), len(slips))
        ]
        if not fitting:
            return None
        best = max(fitting, key=lambda one: one.worth - (1 if one.um > left else 0))
        slips.append(best.slip)
        supply = supply - Counter(best.takes)
        left -= best.um
    return slips


def funds(state: Nineteen33, leader: Side) -> int:
    """UM that the year leaves for slips: 13.1, less food, interest and repayment."""
    held = state.leaders[leader]
    food = max(0, need(state, leader) - output(state, leader, "food")) * MONTHS * MEAN_QUOTE
    interest = sum(one.amount * one.rate // bonds.PERCENT for one in held.debts)
    principal = sum(one.amount for one in held.debts if one.due < state.month + MONTHS)
    return held.treasury + taxes.direct(state, leader) - food - interest - principal - RESERVE


def candidates(
    state: Nineteen33, leader: Side, slips: list[AnySlip], supply: Supply, luck: Mapping[str, float]
) -> Iterator[Candidate]:
    """Yield the slips that the clerk could write next."""
    um = ideology_of(leader)
    if not any(isinstance(slip, TaxesSlip) for slip in slips):
        yield Candidate(POINTS.full, CUT * um.um_year_per_ul, TaxesSlip(CUT), {})
    if not any(isinstance(slip, BondsSlip) for slip in slips):
        yield Candidate(POINTS.part + AT_ONCE, BOND // 20, BondsSlip(BOND), {})
    if LabourSlip() not in slips:
        yield labour(state, leader, slips, supply)
    for sector in SECTORS:
        yield development(state, leader, sector, slips.count(DevelopmentSlip(sector)), supply)
    for place in PLACES:
        if InfluenceSlip(place) not in slips:
            found = influence(state, leader, place, supply)
            yield found._replace(worth=found.worth + luck[place])
    for kind in ("army", "division"):
        yield unit(state, leader, kind, slips, supply)


def labour(state: Nineteen33, leader: Side, slips: list[AnySlip], supply: Supply) -> Candidate:
    """15.4: by how many will have no work, with room that declared steps make (6.3)."""
    held = state.leaders[leader]
    made = sum(new_room(state, leader, slip.sector) for slip in slips if isinstance(slip, DevelopmentSlip))
    hired = min(held.unemployed, room(state, leader) + made)
    cards = cards_for(hired)
    idle = held.unemployed - hired
    worth = float(POINTS.labour.get(str(idle), POINTS.unreached))
    if supply.get("mobility", 0) < cards:
        worth = POINTS.unreached
    return Candidate(worth - 0.1, hired * ideology_of(leader).um_per_point, LabourSlip(), {"mobility": cards})


def new_room(state: Nineteen33, leader: Side, sector: Sector) -> int:
    """6.3: for UL, by a step of the occupational branch."""
    branch = state.leaders[leader].development[sector].branch or branch_for(state, leader)
    return (2 if sector == "industry" else 1) if branch == "occupational" else 0


def branch_for(state: Nineteen33, leader: Side) -> str:
    """5.5: jobs as long as there are too few."""
    return "occupational" if state.leaders[leader].unemployed > room(state, leader) else "productive"


def development(state: Nineteen33, leader: Side, sector: Sector, written: int, supply: Supply) -> Candidate:
    """A step: works, then five points of development; what runs from last year needs less."""
    um = ideology_of(leader)
    held = state.leaders[leader].development[sector]
    price = state.leaders[leader].price
    slip = DevelopmentSlip(sector)
    bound = manoeuvre.binding(state, leader, "development")
    fresh = written > 0 or (not held.works and held.path is None)
    cards = cards_for(LENGTH if fresh else LENGTH - (held.path or 0))
    takes: dict[FunctionName, int] = {"development": cards, **({"infrastructure": 1} if fresh else {})}
    hindered = (fresh and bool(bound) and sector not in bound) or written > 1
    worth = STEP + 0.1 * new_room(state, leader, sector) - 0.3 * written
    if not fresh and state.month + cards - 1 - held.started > tables.development.in_time_months:
        worth -= 1
    cost = (LENGTH + 2) * um.um_per_point + 2 * price
    return Candidate(-1 if hindered else afforded(worth, supply, takes), cost, slip, takes)


def afforded(worth: float, supply: Supply, takes: Supply) -> float:
    """Less for each card that is not in hand."""
    return worth - 1.2 * sum(max(0, number - supply.get(name, 0)) for name, number in takes.items())


def influence(state: Nineteen33, leader: Side, place: str, supply: Supply) -> Candidate:
    """An alliance that can be signed, a box, or a coup."""
    here, um = state.places[place], ideology_of(leader).um_per_point
    slip = InfluenceSlip(place)
    if is_ripe(state, leader, place) and not here.war:
        return Candidate(SIGNING, 0, slip, {})
    points = missing_points(state, leader, place)
    takes: dict[FunctionName, int] = {"influence": cards_for(points)}
    worth = -1.0
    if is_open(state, leader, place):
        worth = ALLIANCE if is_akin(state, leader, place) else BOX
        worth += UNREST * (place in strike_homes(state, leader, 1))
        worth = afforded(worth + NEAR * is_near(state, leader, place), supply, takes)
    tries = min(max(COUPS), supply.get("destabilisation", 0))
    if tries and place in STATES and coups.is_shaky(here) and not here.war and COUPS[tries] > worth:
        return Candidate(COUPS[tries], 2 * MOST_COUP * um, slip, {"destabilisation": tries})
    return Candidate(worth, points * um, slip, takes)


MOST_COUP = 3
"""5.17"""


def is_open(state: Nineteen33, leader: Side, place: str) -> bool:
    """9.2, 15.7: whether a path may run there."""
    here = state.places[place]
    bound = manoeuvre.binding(state, leader, "influence")
    rival = here.path is not None and here.path.owner != leader
    return has_free_box(here) and not here.war and not rival and (not bound or place in bound)


def is_near(state: Nineteen33, leader: Side, place: str) -> bool:
    return place in beside(leader, "army", "home")


def unit(state: Nineteen33, leader: Side, kind: Kind, slips: list[AnySlip], supply: Supply) -> Candidate:
    """16.1: as many as war industry makes in a year."""
    slip = DefenceSlip(kind)
    missing = defence.PARTS - defence.on_track(state, leader, kind)
    rate = defence.rate(state, leader, kind)
    monthly = output(state, leader, "war")
    idle = rate < min(monthly, missing)
    takes: dict[FunctionName, int] = {"defence": 1} if idle else {}
    able = monthly * (MONTHS - 2) >= missing and not any(isinstance(one, DefenceSlip) for one in slips)
    bound = manoeuvre.binding(state, leader, "defence")
    worth = UNIT if able and (not bound or kind in bound) and not is_tense(state, leader) else -1
    return Candidate(afforded(worth, supply, takes), missing * state.leaders[leader].price, slip, takes)
