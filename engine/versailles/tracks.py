"""Chapters 6 and 7: happiness and mutiny, unrest and powder kegs."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.agenda import then
from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.state import Side
from engine.core.step import Automatic, Waiting
from engine.versailles.cards.board import HAPPINESS_MOST, KEG_MOST, UNREST_MOST, units_allowed
from engine.versailles.choices import Demobilise
from engine.versailles.journal import HappinessChanged, KegMoved, UnrestChanged
from engine.versailles.pieces import demobilise, units_of
from engine.versailles.state import Versailles


def change_happiness(state: Versailles, nation: str, by: int) -> None:
    """6.1: change a nation's happiness. A mutiny (6.2) follows at once, so queue later steps before this call. Nations
    without a marker (13.1) are not affected."""
    before = state.happiness.get(nation, 0)
    if not before or not by:
        return
    now = min(HAPPINESS_MOST, max(0, before + by))
    state.happiness[nation] = now
    tell(state, HappinessChanged(nation, now - before, now))
    if now < before and too_many_units(state, nation):
        then(state, MutinyCheck(nation))


def too_many_units(state: Versailles, nation: str) -> bool:
    return nation in state.demobilised and state.in_play(nation) > units_allowed(state.happiness[nation])


class MutinyCheck(Automatic[Versailles], frozen=True):
    """6.2: as long as the zone allows fewer units than are in play, send one home."""

    clause = "6.2"
    side: Side

    def run(self, state: Versailles) -> None:
        if too_many_units(state, self.side):
            then(state, self)
            if len(units := units_of(state, self.side)) == 1:
                mutiny(state, self.side, units[0])
            else:
                then(state, Mutiny(self.side))


class Mutiny(Waiting[Versailles, Demobilise], frozen=True):
    """6.2: ask the side which of its units goes home."""

    clause = "6.2"
    side: Side

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        units = units_of(state, self.side)
        return {state.answers_for(self.side): OneOf(*map(Demobilise, units), clause="6.2")}

    def choose(self, state: Versailles, side: Side, choice: Demobilise) -> None:
        mutiny(state, self.side, choice.unit)


def mutiny(state: Versailles, side: Side, unit: str) -> None:
    change_happiness(state, side, demobilise(state, side, unit, mutiny=True))


def unrest_bounds(state: Versailles, region: str) -> tuple[int, int]:
    """7.1: return the bounds of the unrest: right of the powder keg, left of every unit, on the track."""
    most = UNREST_MOST
    for units in state.deployed.values():
        most = min(most, units.get(region, UNREST_MOST + 1) - 1)
    return state.kegs[region] + 1, most


def change_unrest(state: Versailles, region: str, by: int) -> None:
    """7.1: move the unrest marker; any part of the move beyond its bounds is lost."""
    before = state.unrest[region]
    least, most = unrest_bounds(state, region)
    now = max(least, min(most, before + by))
    state.unrest[region] = now
    if by:
        tell(state, UnrestChanged(region, now - before, now, by - (now - before)))


def move_keg(state: Versailles, region: str, by: int) -> None:
    """7.2: move the powder keg within its columns. It pushes unrest to the right, and leaves it there when it goes
    back, also from column 1 off the track [R]."""
    before = state.kegs[region]
    now = max(0, min(KEG_MOST, before + by))
    if now == before:
        return
    state.kegs[region] = now
    tell(state, KegMoved(region, now - before, now))
    if state.unrest[region] <= now:
        change_unrest(state, region, now + 1 - state.unrest[region])


def cap_unrest(state: Versailles, region: str, column: int) -> None:
    """7.3: let a unit at or left of the marker push it to the column just left of itself."""
    if state.unrest[region] >= column:
        change_unrest(state, region, column - 1 - state.unrest[region])


def reset_region(state: Versailles, region: str) -> None:
    """9.5"""
    move_keg(state, region, 1)
    change_unrest(state, region, state.kegs[region] + 1 - state.unrest[region])
