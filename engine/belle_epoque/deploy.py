"""8.8: moves Fleets from the Arsenal to the boxes of the continents, and from box to box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

from engine.belle_epoque.action_journal import FleetsDeployed
from engine.belle_epoque.board import IN_CONTINENT, allied_fleets
from engine.belle_epoque.choices import DeployFleets
from engine.belle_epoque.holdings import ARSENAL
from engine.belle_epoque.printed import MINOR_UNITS
from engine.belle_epoque.state import BelleEpoque, MinorUnit
from engine.belle_epoque.units import shift
from engine.core.journal import tell
from engine.core.menu import Menu
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side

OWN = "own"
PLACES = frozenset((ARSENAL, *IN_CONTINENT))
Fleet = tuple[str, str]
"""The owner of a Fleet, and the place where it stands."""


def movable(state: BelleEpoque, side: Side) -> dict[Fleet, int]:
    """8.8a: count the Power's ready Fleets, own and allied, by where they stand."""
    sheet = state.sheets[side]
    fleets = {(OWN, continent): count for continent, count in sheet.ready.items()}
    if sheet.fleets:
        fleets[OWN, ARSENAL] = sheet.fleets
    for unit in allied_fleets(state, side):
        now = state.minor_units[unit]
        if now.ready and now.at in PLACES:
            fleets[unit, now.at] = 1
    return fleets


@cache
def goals(fleet: str, origin: str) -> tuple[str, ...]:
    """8.7.3: return the boxes to which a Fleet may go from here."""
    usable = IN_CONTINENT if fleet == OWN else MINOR_UNITS[fleet].usable_in
    return tuple(continent for continent in usable if continent != origin)


class Deployments(Menu[DeployFleets]):
    """8.8: any number of ready Fleets, at least one, each moved once. Moves of one Fleet alone are listed first."""

    __slots__ = ("found", "side", "state")
    types = frozenset({DeployFleets})

    def __init__(self, state: BelleEpoque, side: Side) -> None:
        self.state, self.side = state, side
        self.found: dict[Fleet, int] | None = None

    @property
    def fleets(self) -> dict[Fleet, int]:
        """Count the movable Fleets on first use, since most looks at the menu need none."""
        if self.found is None:
            self.found = movable(self.state, self.side)
        return self.found

    def __bool__(self) -> bool:
        sheet = self.state.sheets[self.side]
        if sheet.fleets or sheet.ready:
            return True
        units = ((unit, self.state.minor_units[unit]) for unit in allied_fleets(self.state, self.side))
        return any(now.ready and goals(unit, now.at) for unit, now in units)

    def judge(self, choice: DeployFleets) -> Refusal | None:
        if not choice.moves:
            return illegal("belle_epoque.move_a_fleet", "8.8a")
        for fleet, origin, to in choice.moves:
            if to not in goals(fleet, origin):
                clause = "8.8b" if to == origin else "8.7.3"
                return illegal("belle_epoque.no_such_move", clause, continent=to)
        moved = Counter((fleet, origin) for fleet, origin, _ in choice.moves)
        if missing := [one for one, count in moved.items() if count > self.fleets.get(one, 0)]:
            fleet, origin = missing[0]
            return illegal("belle_epoque.no_ready_fleet", "8.8c", fleet=fleet, place=origin)
        return None

    def options(self) -> list[list[tuple[str, str, str] | None]]:
        """Return for each Fleet its options: to stay, or each of its moves."""
        return [[None, *((*fleet, to) for to in goals(*fleet))] for fleet in self.each()]

    def each(self) -> list[Fleet]:
        return [fleet for fleet, count in self.fleets.items() for _ in range(count)]

    def __iter__(self) -> Iterator[DeployFleets]:
        """Yield each combination once: it does not matter which of the Fleets in one place moves."""
        listed = set()
        for moves in product(*self.options()):
            choice = DeployFleets(tuple(move for move in moves if move))
            if choice.moves and choice not in listed:
                listed.add(choice)
                yield choice

    def sample(self, rng: Random) -> DeployFleets:
        """Let every Fleet stay or go to any box, until at least one goes."""
        each = [(fleet, goals(*fleet)) for fleet in self.each()]
        while True:
            drawn = [(fleet, boxes, int(rng.random() * (len(boxes) + 1))) for fleet, boxes in each]
            moves = tuple([(*fleet, boxes[number - 1]) for fleet, boxes, number in drawn if number])
            if moves:
                return DeployFleets(moves)

    def describe(self) -> object:
        fleets = [
            {"fleet": fleet, "origin": origin, "count": count, "to": goals(fleet, origin)}
            for (fleet, origin), count in self.fleets.items()
        ]
        return {"do": "deploy_fleets", "fleets": fleets}


def deploy(state: BelleEpoque, side: Side, choice: DeployFleets) -> None:
    """8.8b: a Fleet from the Arsenal stays ready, one from another box arrives exhausted."""
    for fleet, origin, to in choice.moves:
        if fleet == OWN:
            move_own(state, side, origin, to)
        else:
            state.minor_units[fleet] = MinorUnit(to, ready=origin == ARSENAL)
    tell(state, FleetsDeployed(side, choice.moves))


def move_own(state: BelleEpoque, side: Side, origin: str, to: str) -> None:
    sheet = state.sheets[side]
    if origin == ARSENAL:
        sheet.fleets -= 1
        shift(sheet.ready, to, 1)
    else:
        shift(sheet.ready, origin, -1)
        shift(sheet.exhausted, to, 1)
