"""3.3: initial placement, with the look-ahead of 3.3.2b."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations
from random import Random
from typing import NamedTuple

from engine.belle_epoque.automated_order import draw_automated_order
from engine.belle_epoque.board import IN_CONTINENT, all_on_map, lowest_free, on_map
from engine.belle_epoque.choices import PlaceCubes
from engine.belle_epoque.holdings import recheck
from engine.belle_epoque.journal import CubesSetUp, TurnOrderDrawn
from engine.belle_epoque.pieces import set_space
from engine.belle_epoque.printed import SHEETS, TERRITORIES, powers
from engine.belle_epoque.printed.figures import FREE
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

STARTING_CUBES = {power: sheet.starts_with.md_cubes for power, sheet in SHEETS.items()}
"""3.3.2a"""
LEAST_NUMBERS = {
    power: {continent: least for continent, least in sheet.starts_with.minimum.items() if least}
    for power, sheet in SHEETS.items()
}
"""3.3.2a: the least number of cubes by continent, where there is one."""
LEAST_IN_ALL = {power: sum(least.values()) for power, least in LEAST_NUMBERS.items()}
CONTINENT_OF: dict[str, str] = {one.id: one.continent for one in TERRITORIES.values()}
KEPT_FREE = {one.id: (one.spaces + 1) // 2 for one in TERRITORIES.values()}
"""3.3d: the number of spaces that stay free in each territory."""
TRIES = 8
"""The draws to try before listing all allowed placements."""


def cubes_left(state: BelleEpoque, power: Side) -> int:
    """3.3.2a: count the starting cubes not yet placed."""
    return STARTING_CUBES[power] - on_map(state, power)


class InitialPlacement(Automatic[BelleEpoque], frozen=True):
    """3.3.1: place starting cubes round by round until all are placed; then draw the first Power by lot (3.0i)."""

    clause = "3.3.1"

    def run(self, state: BelleEpoque) -> None:
        there, sides = all_on_map(state), state.sides
        placing = [Placing(one) for one in powers.setup_order if one in sides and there[one] < STARTING_CUBES[one]]
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


class Owed(NamedTuple):
    """3.3.2b: the cubes that each continent still wants, and the `spare` cubes that will be left beyond those if none
    of this round goes there. The check is waived if even with each cube in another territory too few would."""

    wanted: dict[str, int]
    spare: int
    waived: bool


class Placements(Menu[PlaceCubes]):
    """3.3: two different territories, or one for the last cube, each with room and so that the least numbers of 3.3.2
    can still be met."""

    __slots__ = ("count", "found", "left", "placed", "room", "side", "state")
    types = frozenset({PlaceCubes})

    def __init__(self, state: BelleEpoque, side: Side) -> None:
        self.state, self.side = state, side
        self.room: dict[str, int] = {}
        """3.3d: how many more cubes the half limit allows in each territory, where it allows any."""
        self.placed = dict.fromkeys(IN_CONTINENT, 0)
        """The Power's cubes in each continent."""
        for territory, kept in KEPT_FREE.items():
            row = state.spaces[territory]
            if (room := row.count(FREE) - kept) > 0:
                self.room[territory] = room
            if side in row:
                self.placed[CONTINENT_OF[territory]] += row.count(side)
        left = STARTING_CUBES[side] - sum(self.placed.values())
        self.count = min(powers.setup_cubes_per_round, left)
        self.left = left - self.count
        """The cubes that will be left."""
        self.found: Owed | None = None

    @property
    def owed(self) -> Owed:
        """3.3.2b: return what is still owed to the continents, on first use: while many cubes are left, it is not
        looked at."""
        if self.found is None:
            wanted = {one: self.owed_to(one, least) for one, least in LEAST_NUMBERS[self.side].items()}
            spare, open_ones = self.left - sum(wanted.values()), [CONTINENT_OF[one] for one in self.room]
            most = sum([min(owed, open_ones.count(continent)) for continent, owed in wanted.items()])
            self.found = Owed(wanted, spare, waived=spare + min(self.count, most) < 0)
        return self.found

    def owed_to(self, continent: str, least: int) -> int:
        """3.3.2b: return the cubes that a continent still wants, at most its open places."""
        wanted = least - self.placed[continent]
        return min(wanted, sum([self.room.get(one, 0) for one in IN_CONTINENT[continent]])) if wanted > 0 else 0

    def __bool__(self) -> bool:
        return len(self.room) >= self.count

    def judge(self, choice: PlaceCubes) -> Refusal | None:
        placed = choice.territories
        if len(set(placed)) != len(placed):
            return illegal("belle_epoque.one_cube_a_territory", "3.3b")
        if len(placed) != self.count:
            return illegal("belle_epoque.cubes_to_place", "3.3a", cubes=self.count)
        if full := [territory for territory in placed if territory not in self.room]:
            return illegal("belle_epoque.half_full", "3.3d", territory=full[0])
        if not self.meets_least_numbers(placed):
            return illegal("belle_epoque.least_numbers", "3.3.2b")
        return None

    def meets_least_numbers(self, placed: Collection[str]) -> bool:
        """3.3.2b: tell whether the cubes left are enough for what is still owed to each continent, unless that check is
        waived."""
        if self.left >= LEAST_IN_ALL[self.side]:
            return True
        wanted, spare, waived = self.found or self.owed
        if waived or spare >= 0:
            return True
        places = [CONTINENT_OF[one] for one in placed]
        for continent, owed in wanted.items():
            if owed and continent in places:
                spare += min(owed, places.count(continent))
        return spare >= 0

    def __iter__(self) -> Iterator[PlaceCubes]:
        return map(PlaceCubes, filter(self.meets_least_numbers, combinations(self.room, self.count)))

    def sample(self, rng: Random) -> Choice:
        """Try random draws until one is allowed; if none is, pick one from the list."""
        for _ in range(TRIES):
            left = [*self.room]
            placed = [left.pop(int(rng.random() * len(left))) for _ in range(self.count)]
            if self.meets_least_numbers(placed):
                return PlaceCubes(tuple(placed))
        return super().sample(rng)

    def describe(self) -> object:
        owed = {continent: self.owed.wanted.get(continent, 0) for continent in IN_CONTINENT}
        return {"do": "place_cubes", "cubes": self.count, "room": self.room, "owed": owed}
