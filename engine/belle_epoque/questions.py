"""8.6: the questions of cards other than those for spaces (spots.py): an either-or, units, a territory. A single
possible answer is taken without asking.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from engine.belle_epoque.action_journal import (
    ArmiesReadied,
    ArmiesSentHome,
    FleetExhausted,
    FleetsReadied,
    TerritoryClosed,
    UnitsBuilt,
)
from engine.belle_epoque.board import IN_CONTINENT, allied_armies, allied_fleets
from engine.belle_epoque.choices import PickLoss, PickOption, PickTerritory, ReadyArmies, ReadyFleet
from engine.belle_epoque.context import Context, hit
from engine.belle_epoque.holdings import ARSENAL
from engine.belle_epoque.printed import TERRITORIES
from engine.belle_epoque.printed.vocabulary import Build, BuildUnits, Loss, ReadyUnits, UnitsLoss
from engine.belle_epoque.state import BelleEpoque, MinorUnit
from engine.belle_epoque.units import build, exhaust_fleets, shift
from engine.core.agenda import then
from engine.core.choice import Choice
from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.state import Side
from engine.core.step import Waiting

OWN = "own"


class Asking(Waiting[BelleEpoque, Choice], frozen=True):
    """A question of a card, to `side`. Subclasses list the answers and carry one out."""

    clause = "8.6c"
    side: Side
    context: Context

    def answers(self, state: BelleEpoque) -> list[Choice]:
        raise TypeError(f"{type(self).__name__} must list its answers")

    def waiting(self, state: BelleEpoque) -> Mapping[Side, Menu]:
        return {self.side: OneOf(*self.answers(state), clause=self.clause)}


def put(state: BelleEpoque, question: Asking) -> None:
    """Ask, if there is more than one answer; without any the effect lapses (8.6c)."""
    answers = question.answers(state)
    if len(answers) == 1:
        question.choose(state, question.side, answers[0])
    elif answers:
        then(state, question)


class BuildingUnits(Asking, frozen=True):
    """Ask which units to build out of Reserves, as many of those on the card as there are."""

    effect: BuildUnits

    def answers(self, state: BelleEpoque) -> list[Choice]:
        sheet = state.sheets[self.side]
        return [
            PickOption(number)
            for number, option in enumerate(self.effect.options)
            if (units_built(state, self.side, option) != (0, 0)) and option.cost <= sheet.money
        ]

    def choose(self, state: BelleEpoque, side: Side, choice: Choice) -> None:
        assert isinstance(choice, PickOption)
        option = self.effect.options[choice.option]
        armies, fleets = units_built(state, self.side, option)
        build(state.sheets[self.side], armies, fleets, option.cost)
        tell(state, UnitsBuilt(self.side, armies, fleets, option.cost))


def units_built(state: BelleEpoque, side: Side, option: Build) -> tuple[int, int]:
    """Return the Armies and Fleets of an option, no more than Reserves hold."""
    sheet = state.sheets[side]
    return min(option.armies, sheet.reserve_armies), min(option.fleets, sheet.reserve_fleets)


class LosingUnits(Asking, frozen=True):
    """Ask the player what the target loses: a ready Fleet of its own on the map, or Armies of its Arsenal."""

    effect: UnitsLoss

    def answers(self, state: BelleEpoque) -> list[Choice]:
        return [PickLoss(place) for option in self.effect.options for place in self.places(state, option)]

    def places(self, state: BelleEpoque, option: Loss) -> Iterator[str]:
        sheet = state.sheets[self.context.target]
        if option.exhaust_fleet_on_map:
            yield from (continent for continent in IN_CONTINENT if sheet.ready.get(continent))
        if option.armies_from_arsenal_to_reserves and sheet.armies:
            yield ARSENAL

    def choose(self, state: BelleEpoque, side: Side, choice: Choice) -> None:
        assert isinstance(choice, PickLoss)
        target, sheet = self.context.target, state.sheets[self.context.target]
        if choice.place == ARSENAL:
            armies = min(sheet.armies, max(option.armies_from_arsenal_to_reserves for option in self.effect.options))
            sheet.armies -= armies
            sheet.reserve_armies += armies
            tell(state, ArmiesSentHome(target, armies))
        else:
            exhaust_fleets(sheet, choice.place, 1)
            tell(state, FleetExhausted(target, choice.place))
        hit(state, target, self.context)


class ReadyingUnits(Asking, frozen=True):
    """Ask which exhausted Fleet in a box, or which exhausted Armies, own or allied, become ready again."""

    effect: ReadyUnits

    def answers(self, state: BelleEpoque) -> list[Choice]:
        return [*self.found(state)]

    def found(self, state: BelleEpoque) -> Iterator[Choice]:
        if any(option.fleets for option in self.effect.options):
            yield from (ReadyFleet(*fleet) for fleet in exhausted_fleets(state, self.side))
        yield from self.armies(state)

    def armies(self, state: BelleEpoque) -> Iterator[ReadyArmies]:
        """Yield each number of them, from one up to the most."""
        allied, most = exhausted_armies(state, self.side), max(option.armies for option in self.effect.options)
        for own in range(sum(state.sheets[self.side].armies_out.values()) + 1):
            for count in range(len(allied) + 1):
                if 0 < own + count <= most:
                    yield from (ReadyArmies(own, units) for units in combinations(allied, count))

    def choose(self, state: BelleEpoque, side: Side, choice: Choice) -> None:
        if isinstance(choice, ReadyFleet):
            ready_fleets(state, self.side, [(choice.fleet, choice.continent)])
            return
        assert isinstance(choice, ReadyArmies)
        ready_armies(state, self.side, choice)


def exhausted_fleets(state: BelleEpoque, side: Side) -> list[tuple[str, str]]:
    """List exhausted Fleets by owner and box, own ones first; those of one box are alike."""
    own = [(OWN, continent) for continent in state.sheets[side].exhausted]
    units = ((unit, state.minor_units[unit]) for unit in allied_fleets(state, side))
    return own + [(unit, one.at) for unit, one in units if not one.ready]


def exhausted_armies(state: BelleEpoque, side: Side) -> list[str]:
    return [unit for unit in allied_armies(state, side) if not state.minor_units[unit].ready]


def ready_fleets(state: BelleEpoque, side: Side, fleets: list[tuple[str, str]]) -> None:
    """Turn one exhausted Fleet for each of these ready, where it stands."""
    for fleet, continent in fleets:
        if fleet == OWN:
            shift(state.sheets[side].exhausted, continent, -1)
            shift(state.sheets[side].ready, continent, 1)
        else:
            state.minor_units[fleet] = MinorUnit(continent)
    tell(state, FleetsReadied(side, tuple(fleets)))


def ready_armies(state: BelleEpoque, side: Side, choice: ReadyArmies) -> None:
    """Return Armies from beside territories, those that came first before the others."""
    sheet = state.sheets[side]
    for _ in range(choice.own):
        shift(sheet.armies_out, next(iter(sheet.armies_out)), -1)
    sheet.armies += choice.own
    for unit in choice.allied:
        state.minor_units[unit] = MinorUnit(ARSENAL)
    tell(state, ArmiesReadied(side, choice.own, choice.allied))


class Closing(Asking, frozen=True):
    """8.6.3: ask which territory the Power closes; it needs a cube of its own on a space there."""

    clause = "8.6.3"

    def answers(self, state: BelleEpoque) -> list[Choice]:
        return [*map(PickTerritory, closable(state, self.side))]

    def choose(self, state: BelleEpoque, side: Side, choice: Choice) -> None:
        assert isinstance(choice, PickTerritory)
        state.closed[choice.territory] = (*state.closed.get(choice.territory, ()), self.side)
        tell(state, TerritoryClosed(self.side, choice.territory))


def closable(state: BelleEpoque, side: Side) -> list[str]:
    spaces, closed = state.spaces, state.closed
    return [one for one in TERRITORIES if side in spaces[one] and side not in closed.get(one, ())]


def may_close(state: BelleEpoque, side: Side, territory: str) -> bool:
    return side in state.spaces[territory] and side not in state.closed.get(territory, ())
