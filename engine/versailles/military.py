"""Chapter 8: deploying and demobilising units."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.refusal import illegal
from engine.core.state import Side
from engine.versailles.cards.board import COLUMNS, REGIONS
from engine.versailles.choices import Demobilise, Deploy
from engine.versailles.journal import Deployed
from engine.versailles.pieces import demobilise, lift, recover, units_of
from engine.versailles.state import Versailles
from engine.versailles.tracks import cap_unrest, change_happiness


def military_menus(state: Versailles, side: Side) -> list[Menu]:
    """8.1 and 8.3; both are empty when every unit has gone home."""
    return [deploy_menu(state, side), demobilise_menu(state, side)]


def military_action(state: Versailles, side: Side, choice: Deploy | Demobilise) -> None:
    if isinstance(choice, Deploy):
        deploy(state, side, choice)
    else:
        demobilise_action(state, side, choice)


def deploy_menu(state: Versailles, side: Side) -> Menu:
    return OneOf(
        *deployments(state, side),
        clause="8.1",
        otherwise={Deploy: illegal("versailles.deploy_not_possible", "8.1")},
    )


def demobilise_menu(state: Versailles, side: Side) -> Menu:
    return OneOf(
        *map(Demobilise, units_of(state, side)),
        clause="8.3",
        otherwise={Demobilise: illegal("versailles.no_unit_there", "8.3")},
    )


def deployments(state: Versailles, side: Side) -> Iterator[Deploy]:
    """8.1: an available unit, or a deployed one, to a free space where the side has no other unit. Units in one pool
    are alike."""
    own = state.deployed[side]
    units = [*(("available",) if state.units_available[side] else ()), *own]
    for region in REGIONS:
        free = free_columns(state, region)
        movable = [unit for unit in units if unit == region] if region in own else units
        for column, unit in product(free, movable):
            yield Deploy(region, column, unit)


def free_columns(state: Versailles, region: str) -> list[int]:
    """8.1: spaces are exclusive."""
    taken = [units[region] for units in state.deployed.values() if region in units]
    return [column for column in COLUMNS if COLUMNS[column].deploy and column not in taken]


def deploy(state: Versailles, side: Side, choice: Deploy) -> None:
    """8.1, 8.2, 7.3"""
    lift(state, side, choice.unit)
    state.deployed[side][choice.region] = choice.column
    came_from = None if choice.unit == "available" else choice.unit
    tell(state, Deployed(side, choice.region, choice.column, came_from))
    cap_unrest(state, choice.region, choice.column)
    column = COLUMNS[choice.column]
    recover(state, side, column.influence)
    change_happiness(state, side, -column.happiness)


def demobilise_action(state: Versailles, side: Side, choice: Demobilise) -> None:
    """8.3"""
    change_happiness(state, side, demobilise(state, side, choice.unit))
