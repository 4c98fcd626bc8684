"""Chapter 8: deploying and demobilising units."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from engine.core.choice import Choice
from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.versailles.cards.board import COLUMNS, REGIONS
from engine.versailles.choices import Demobilise, Deploy
from engine.versailles.journal import Deployed
from engine.versailles.pieces import demobilise, lift, recover, units_of
from engine.versailles.state import Versailles
from engine.versailles.tracks import cap_unrest, change_happiness


def military_menus(state: Versailles, side: Side) -> list[Menu]:
    """8.1 and 8.3: return the menus of the military actions; both are empty when every unit has gone home."""
    return [Deployments(state, side), demobilise_menu(state, side)]


def military_action(state: Versailles, side: Side, choice: Deploy | Demobilise) -> None:
    if isinstance(choice, Deploy):
        deploy(state, side, choice)
    else:
        demobilise_action(state, side, choice)


class Deployments(Menu[Deploy]):
    """8.1: move an available unit, or a deployed one, to a free space where the side has no other unit. Units in one
    pool are alike. Choices are computed only when listed, because most turns deploy nothing."""

    __slots__ = ("side", "state")

    def __init__(self, state: Versailles, side: Side) -> None:
        self.state = state
        self.side = side

    @property
    def types(self) -> frozenset[type[Choice]]:
        return DEPLOY

    def units(self) -> list[str]:
        return [*(("available",) if self.state.units_available[self.side] else ()), *self.state.deployed[self.side]]

    def __bool__(self) -> bool:
        """A side with a unit can always move it: no side fills five regions, nor do the others fill all spaces of
        one."""
        return bool(self.state.units_available[self.side] or self.state.deployed[self.side])

    def judge(self, choice: Deploy) -> Refusal | None:
        if choice.unit not in self.units():
            return illegal("versailles.unit_not_deployable", "8.1", unit=choice.unit)
        if choice.unit != choice.region and choice.region in self.state.deployed[self.side]:
            return illegal("versailles.unit_in_region_already", "8.1", region=choice.region)
        if choice.column not in free_columns(self.state, choice.region):
            return illegal("versailles.space_taken", "8.1", region=choice.region, column=choice.column)
        return None

    def specimens(self) -> Iterator[Deploy]:
        """Yield every space with the first unit; where that one may not go, another may."""
        for region, column in product(REGIONS, DEPLOY_COLUMNS) if self else ():
            yield Deploy(region, column, self.movable(region)[0])

    def movable(self, region: str) -> list[str]:
        """Return the units that may enter a region, or move within it."""
        return [region] if region in self.state.deployed[self.side] else self.units()

    def __iter__(self) -> Iterator[Deploy]:
        for region in REGIONS:
            for column, unit in product(free_columns(self.state, region), self.movable(region)):
                yield Deploy(region, column, unit)

    def sample(self, rng: Random) -> Deploy:
        """Draw a region that some unit may enter, one of its spaces, and one of the units."""
        while True:
            region = rng.choice(REGIONS)
            if columns := free_columns(self.state, region):
                return Deploy(region, rng.choice(columns), rng.choice(self.movable(region)))

    def describe(self) -> object:
        spaces = {
            region: {"columns": free_columns(self.state, region), "units": self.movable(region)} for region in REGIONS
        }
        return {"do": "deploy", "regions": spaces}


DEPLOY: frozenset[type[Choice]] = frozenset({Deploy})


def demobilise_menu(state: Versailles, side: Side) -> Menu:
    return OneOf(
        *map(Demobilise, units_of(state, side)),
        clause="8.3",
        otherwise=NO_UNIT,
    )


NO_UNIT: dict[type[Choice], Refusal] = {Demobilise: illegal("versailles.no_unit_there", "8.3")}


def free_columns(state: Versailles, region: str) -> list[int]:
    """8.1: return the free spaces, because spaces are exclusive."""
    taken = [units[region] for units in state.deployed.values() if region in units]
    return [column for column in DEPLOY_COLUMNS if column not in taken]


DEPLOY_COLUMNS = tuple(number for number, column in COLUMNS.items() if column.deploy)


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
