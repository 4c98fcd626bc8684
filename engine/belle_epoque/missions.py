"""8.2: sends MD cubes, to a free space or onto a rival's cube."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from engine.belle_epoque.action_journal import MissionSent
from engine.belle_epoque.board import contested, cube_at, free_for_choice, has_fleet, is_closed_to
from engine.belle_epoque.choices import SendMission
from engine.belle_epoque.holdings import recheck
from engine.belle_epoque.pieces import add_upper_cube, set_space
from engine.belle_epoque.printed import CONTINENTS, TERRITORIES
from engine.belle_epoque.printed.figures import ARMS, FREE
from engine.belle_epoque.state import BelleEpoque
from engine.core.choice import Choice
from engine.core.journal import tell
from engine.core.menu import Menu
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side

BY_LAND = "russia"
"""8.2.2: the Power that needs no Fleet where Russian land access is printed."""


def is_reached_by_land(side: Side, territory: str) -> bool:
    """8.2.2"""
    return side == BY_LAND and TERRITORIES[territory].russian_land_access


AT_HOME = tuple(name for name, box in CONTINENTS.items() if not box.fleet_for_missions)
OVERSEAS = tuple(name for name, box in CONTINENTS.items() if box.fleet_for_missions)
"""8.2.1a"""


@cache
def reached(side: Side, overseas: tuple[str, ...]) -> tuple[str, ...]:
    """8.2.1a, 8.2.2: return the territories of these continents, those at home, and those reached by land."""
    open_ones = (*AT_HOME, *overseas)
    near = (one.id for one in TERRITORIES.values() if one.continent in open_ones or is_reached_by_land(side, one.id))
    return tuple(near)


class Missions(Menu[SendMission]):
    """8.2: every space in every territory that the Power can reach. The menu looks at a territory only when it is asked
    about it."""

    __slots__ = ("cubes", "found", "near_ones", "side", "state")
    types = frozenset({SendMission})

    def __init__(self, state: BelleEpoque, side: Side) -> None:
        self.state, self.side = state, side
        self.cubes = state.sheets[side].embassies
        self.near_ones: tuple[str, ...] | None = None
        self.found: set[str] | None = None

    def refused_territory(self, territory: str) -> Refusal | None:
        """Return why no cube may be sent there at all; None if one may."""
        if territory not in self.near:
            return illegal("belle_epoque.no_fleet", "8.2.1a", continent=TERRITORIES[territory].continent)
        if is_closed_to(self.state, territory, self.side):
            return illegal("belle_epoque.closed", "8.2.1f", territory=territory)
        return None

    @property
    def near(self) -> tuple[str, ...]:
        """8.2.1a, 8.2.2: list the territories within reach on first use, since not every look at the menu needs
        them."""
        if self.near_ones is None:
            overseas = [name for name in OVERSEAS if has_fleet(self.state, self.side, name)]
            self.near_ones = reached(self.side, tuple(overseas))
        return self.near_ones

    def is_open(self, territory: str) -> bool:
        return territory in self.near and not is_closed_to(self.state, territory, self.side)

    def targets(self, territory: str) -> list[int]:
        """8.2.1c: return the free spaces that may be taken; 8.2.1d, e: and those of the cubes that may be attacked."""
        waits = contested(self.state, territory) if self.state.contests else ()
        row, spared = self.state.spaces[territory], self.spared
        free = free_for_choice(self.state, territory)
        if spared.issuperset(row):
            return free
        return free + [space for space, cube in enumerate(row, start=1) if cube not in spared and space not in waits]

    @property
    def spared(self) -> set[str]:
        """8.2.1e: return what cannot be attacked: free spaces, armament cubes, the Power's own cubes and those of its
        allies."""
        if self.found is None:
            self.found = {FREE, ARMS, self.side}
            self.found.update(territory for territory, holder in self.state.held.items() if holder == self.side)
        return self.found

    def __bool__(self) -> bool:
        return self.cubes > 0 and any(map(self.has_target, self.near))

    def has_target(self, territory: str) -> bool:
        """Tell whether a cube may be sent to this territory, which is within reach."""
        if is_closed_to(self.state, territory, self.side):
            return False
        return FREE in self.state.spaces[territory] or bool(self.targets(territory))

    def judge(self, choice: SendMission) -> Refusal | None:
        if not self.cubes:
            return illegal("belle_epoque.no_cube", "8.2a")
        if refused := self.refused_territory(choice.territory):
            return refused
        return None if choice.space in self.targets(choice.territory) else self.wrong_space(choice)

    def wrong_space(self, choice: SendMission) -> Refusal:
        """Return why this space is refused."""
        if choice.space > TERRITORIES[choice.territory].spaces:
            return illegal("belle_epoque.no_such_space", "2.6a", territory=choice.territory, space=choice.space)
        if choice.space in contested(self.state, choice.territory):
            return illegal("belle_epoque.contest_there", "8.2.1b")
        if cube_at(self.state, choice.territory, choice.space) == FREE:
            return illegal("belle_epoque.lowest_space", "8.2.1c")
        return illegal("belle_epoque.no_rival_there", "8.2.1e")

    def specimens(self) -> Iterator[Choice]:
        """Yield a mission to each territory that is out of reach or closed."""
        return (SendMission(one, 1) for one in TERRITORIES if not self.cubes or not self.is_open(one))

    def __iter__(self) -> Iterator[SendMission]:
        for territory in TERRITORIES if self.cubes else ():
            if self.is_open(territory):
                for space in self.targets(territory):
                    yield SendMission(territory, space)

    def sample(self, rng: Random) -> SendMission:
        """Pick any territory, then any of its spaces."""
        near = self.near
        while True:
            territory = near[int(rng.random() * len(near))]
            if not is_closed_to(self.state, territory, self.side) and (spaces := self.targets(territory)):
                return SendMission(territory, spaces[int(rng.random() * len(spaces))])

    def describe(self) -> object:
        """Return the open spaces of each territory within reach."""
        spaces = {one: self.targets(one) for one in TERRITORIES if self.cubes and self.is_open(one)}
        return {"do": "send_mission", "cubes": self.cubes, "spaces": spaces}


def send(state: BelleEpoque, side: Side, choice: SendMission) -> None:
    """8.2a, 8.2b"""
    state.sheets[side].embassies -= 1
    against = cube_at(state, choice.territory, choice.space)
    tell(state, MissionSent(side, choice.territory, choice.space, against or None))
    if against:
        add_upper_cube(state, side, choice.territory, choice.space)
    else:
        set_space(state, choice.territory, choice.space, side)
        recheck(state, choice.territory)
