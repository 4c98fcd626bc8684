"""3.3: initial placement, with the look-ahead of 3.3.2b."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations
from random import Random

from engine.belle_epoque.automated_order import draw_automated_order
from engine.belle_epoque.board import IN_CONTINENT, filled, lowest_free, on_map
from engine.belle_epoque.choices import PlaceCubes
from engine.belle_epoque.holdings import recheck
from engine.belle_epoque.journal import CubesSetUp, TurnOrderDrawn
from engine.belle_epoque.pieces import set_space
from engine.belle_epoque.printed import SHEETS, TERRITORIES, powers
from engine.belle_epoque.state import BelleEpoque
from engine.belle_epoque.turn import BeginTurn
from engine.core.agenda import then
from engine.core.chance import roll
from engine.core.choice import Choice
from engine.core.journal import tell
from engine.core.menu import Menu
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.core.step import Automatic, Waiting

TRIES = 8
"""Draws before all that is allowed is listed."""


def cubes_left(state: BelleEpoque, power: Side) -> int:
    """3.3.2a: starting cubes not yet placed."""
    return SHEETS[power].starts_with.md_cubes - on_map(state, power)


def least_numbers(power: Side) -> dict[str, int]:
    """3.3.2a: by continent, where there is one."""
    return {continent: least for continent, least in SHEETS[power].starts_with.minimum.items() if least}


def room(state: BelleEpoque, territory: str) -> int:
    """3.3d: how many more cubes the half limit allows there."""
    row = state.spaces[territory]
    return max(0, len(row) // 2 - filled(row))


class InitialPlacement(Automatic[BelleEpoque], frozen=True):
    """3.3.1: round by round until all starting cubes are placed; then the first Power is drawn by lot (3.0i)."""

    clause = "3.3.1"

    def run(self, state: BelleEpoque) -> None:
        placing = [Placing(power) for power in powers.setup_order if power in state.sides and cubes_left(state, power)]
        if placing:
            then(state, *placing, InitialPlacement())
        else:
            draw_first_power(state)


def draw_first_power(state: BelleEpoque) -> None:
    """3.0i, 13.2a"""
    lots = [power for power in powers.clockwise if power in state.sides]
    state.order = state.clockwise(lots[roll(state, "first_power", len(lots)) - 1])
    tell(state, TurnOrderDrawn(tuple(state.order)))
    draw_automated_order(state)
    then(state, BeginTurn())


class Placing(Waiting[BelleEpoque, PlaceCubes], frozen=True):
    """3.3a to 3.3g"""

    clause = "3.3a"
    side: Side

    def waiting(self, state: BelleEpoque) -> Mapping[Side, Menu]:
        return {self.side: Placements(state, self.side)}

    def choose(self, state: BelleEpoque, side: Side, choice: PlaceCubes) -> None:
        for territory in choice.territories:
            space = lowest_free(state, territory)
            assert space is not None
            set_space(state, territory, space, self.side)
        tell(state, CubesSetUp(self.side, choice.territories))
        recheck(state, *choice.territories)


class Placements(Menu):
    """3.3: two different territories, or one for the last cube, each with room and so that the least numbers of 3.3.2
    can still be met."""

    __slots__ = ("count", "left", "needs", "room", "side", "state", "waived_now")
    types = frozenset({PlaceCubes})

    def __init__(self, state: BelleEpoque, side: Side) -> None:
        self.state, self.side, self.left = state, side, cubes_left(state, side)
        self.count = min(powers.setup_cubes_per_round, self.left)
        self.room = {territory: left for territory in TERRITORIES if (left := room(state, territory))}
        self.needs = {continent: self.need(continent, least) for continent, least in least_numbers(side).items()}
        self.waived_now: bool | None = None

    def need(self, continent: str, least: int) -> tuple[int, int]:
        """3.3.2a: how many cubes a continent still wants, and its open places."""
        here = IN_CONTINENT[continent]
        there = sum([self.state.spaces[territory].count(self.side) for territory in here])
        return least - there, sum([self.room.get(territory, 0) for territory in here])

    @property
    def waived(self) -> bool:
        """3.3.2b: no placement passes the check. It is looked at once, and only when a placement fails it."""
        if self.waived_now is None:
            self.waived_now = not any(self.meets_least_numbers(pair) for pair in combinations(self.room, self.count))
        return self.waived_now

    def __bool__(self) -> bool:
        return len(self.room) >= self.count

    def judge(self, choice: Choice) -> Refusal | None:
        assert isinstance(choice, PlaceCubes)
        placed = choice.territories
        if len(set(placed)) != len(placed):
            return illegal("belle_epoque.one_cube_a_territory", "3.3b")
        if len(placed) != self.count:
            return illegal("belle_epoque.cubes_to_place", "3.3a", cubes=self.count)
        if full := [territory for territory in placed if territory not in self.room]:
            return illegal("belle_epoque.half_full", "3.3d", territory=full[0])
        if not self.meets_least_numbers(placed) and not self.waived:
            return illegal("belle_epoque.least_numbers", "3.3.2b")
        return None

    def meets_least_numbers(self, placed: Collection[str]) -> bool:
        """3.3.2b: the cubes left are enough for what is still owed to each continent."""
        return sum([self.owed(continent, placed) for continent in self.needs]) <= self.left - len(placed)

    def owed(self, continent: str, placed: Collection[str]) -> int:
        """Count the cubes that a continent still wants after these placements, at most its open places."""
        wanted, places = self.needs[continent]
        now = sum([TERRITORIES[territory].continent == continent for territory in placed])
        return max(0, min(wanted, places) - now)

    def __iter__(self) -> Iterator[Choice]:
        for territories in combinations(self.room, self.count):
            if self.waived or self.meets_least_numbers(territories):
                yield PlaceCubes(territories)

    def sample(self, rng: Random) -> Choice:
        """Mostly a draw that happens to be allowed; else one of those that are."""
        for _ in range(TRIES):
            choice = PlaceCubes(tuple(rng.sample([*self.room], self.count)))
            if self.judge(choice) is None:
                return choice
        return super().sample(rng)

    def describe(self) -> object:
        owed = {continent: self.owed(continent, ()) for continent in self.needs}
        return {"do": "place_cubes", "cubes": self.count, "room": self.room, "owed": owed}
