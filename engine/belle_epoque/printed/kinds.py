"""The records of board, sheets and cards. printed/*.json holds the figures; printed/__init__.py reads them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engine.belle_epoque.printed.vocabulary import Effects, Power

Continent = Literal["europe", "africa", "asia"]
Provenance = Literal["rulebook", "public", "reconstructed", "mixed"]
"""The source of a figure; reconstructed ones are replaced when a printed sheet turns up."""
Box = tuple[float, float, float, float]


class Printed(Struct, frozen=True, forbid_unknown_fields=True):
    """A record of printed/*.json. An unknown field is a mistake in the file."""


class Rate(Printed, frozen=True):
    """8.9: the price of an arms sale in units, and its armament cubes."""

    armies: int
    fleets: int
    cubes: int


class Bonus(Printed, frozen=True):
    """8.2.3a: the bonus of a Minor Nation for its ally; `type` decides which of the other fields count."""

    type: Literal["income", "units", "prestige", "intrigue_choice"]
    money: int = 0
    armies: int = 0
    fleets: int = 0
    usable_in: tuple[Continent, ...] = ()
    delta: int = 0
    draw: int = 0
    keep: int = 0


class ContinentBox(Printed, frozen=True):
    """2.6b"""

    id: Continent
    fleet_for_missions: bool
    """8.2.1a"""
    fleet_for_armies: bool
    """8.7l"""
    panel: Box
    fleet_box: Box
    rate_box: Box | None = None
    common_rate: Rate | None = None


class MinorNation(Printed, frozen=True):
    """A nation that brings cubes in; `home` is where an alliance with it is won, None for some (8.7.1)."""

    id: str
    cubes: int
    unaligned_defence: int
    home: str = ""


class Territory(Printed, frozen=True):
    """2.6a: the spaces are numbered from 1 in reading order; `die_faces` has the face on each of them."""

    id: str
    continent: Continent
    kind: Literal["minor_nation", "colony"]
    rows: int
    cols: int
    die_faces: tuple[int | None, ...]
    vp: int
    tile: Box
    lies_at: tuple[float, float]
    provenance: Provenance
    armament_rate: Rate | None = None
    bonus: Bonus | None = None
    minor_cubes: dict[str, int] = {}
    alternative_minor_cubes: dict[str, int] | None = None
    """3.1b"""
    russian_land_access: bool = False
    """8.2.2"""

    @property
    def is_colony(self) -> bool:
        return self.kind == "colony"

    @property
    def spaces(self) -> int:
        return len(self.die_faces)

    def is_numbered(self, space: int) -> bool:
        return self.die_faces[space - 1] is not None

    def beside(self, space: int) -> list[int]:
        """8.9.1c: return the spaces orthogonally beside one."""
        row, column = divmod(space - 1, self.cols)
        near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return [self.cols * r + c + 1 for r, c in near if 0 <= r < self.rows and 0 <= c < self.cols]


class Board(Printed, frozen=True):
    continents: tuple[ContinentBox, ...]
    minor_nations: tuple[MinorNation, ...]
    territories: tuple[Territory, ...]


class Units(Printed, frozen=True):
    """The number of units of a kind, and the price of one."""

    max: int
    cost: int


class WorkBonus(Printed, frozen=True):
    """8.3c"""

    type: Literal["fleet_track", "md_income", "unlock_national_card", "contest_fleet_cost"]
    delta: int = 0
    money: int = 0
    card: str = ""


class GreatWork(Printed, frozen=True):
    id: str
    cost: int
    vp: int
    prestige: int
    bonus: WorkBonus
    provenance: Provenance


class Start(Printed, frozen=True):
    """3.0f, 3.3.2a"""

    md_cubes: int
    minimum: dict[str, int]
    treasury: int


class ContestModifier(Printed, frozen=True):
    bonus: int
    cap: int


class ContestRules(Printed, frozen=True):
    """8.7g, 8.7h: the strengths of one Power in contests."""

    own_fleet_used: ContestModifier | None = None
    army_in_attack: ContestModifier | None = None


class Objective(Printed, frozen=True):
    id: str
    type: Literal[
        "alliance", "control", "min_cubes", "fleet_first_alone", "fleet_at_least", "fleet_rank_at_most", "rival_holds"
    ]
    vp: int
    when: Literal["every_scoring", "game_end"]
    provenance: Provenance
    territory: str = ""
    threshold: int = 0
    rival: Power | None = None


class Placed(Printed, frozen=True):
    territory: str
    cubes: int


class Progress(Printed, frozen=True):
    """13.3: the turn of an automated Power."""

    turn: int
    card: Literal["intrigue", "national"] | None
    fleet: bool
    prestige: int
    arsenal_bonus: int


class Dispatch(Printed, frozen=True):
    """13.7a"""

    turns: tuple[int, ...]
    md: int


class Goal(Printed, frozen=True):
    """13.7d: the territory for the cube of a column, and another one if that is held."""

    target: str
    alternate: str


class Cell(Printed, frozen=True):
    """13.7e: the territory for the cube on these faces."""

    die: tuple[int, ...]
    target: str


class MissionRow(Printed, frozen=True):
    """13.7c: a row of the mission table."""

    die: int
    armament_cube: bool
    col1: Goal
    col2: Goal
    col3plus: tuple[Cell, ...]
    col4: tuple[Cell, ...] = ()


class AutomatedSheet(Printed, frozen=True):
    """The side of a Power's sheet that is used when it is automated (chapter 13)."""

    setup: tuple[Placed, ...]
    progress: tuple[Progress, ...]
    objective_priority: tuple[str, ...]
    md_per_turn: tuple[Dispatch, ...]
    missions: tuple[MissionRow, ...]


class PowerSheet(Printed, frozen=True):
    id: Power
    income: int
    md_per_turn: int
    md_cubes: int
    armies: Units
    fleets: Units
    armament_cubes: int
    great_work: GreatWork
    starts_with: Start
    contest: ContestRules
    objectives: tuple[Objective, ...]
    automated: AutomatedSheet


class PowersFile(Printed, frozen=True):
    setup_order: tuple[Power, ...]
    setup_cubes_per_round: int
    clockwise: tuple[Power, ...]
    shared_seats: dict[int, tuple[tuple[Power, ...], ...]]
    """3.2c"""
    solo_turn_bonus: dict[int, int]
    """13.10a"""
    solo_levels: tuple[int, ...]
    """13.10b: the least VP of each level, from the worst."""
    powers: tuple[PowerSheet, ...]


class TrackBonus(Printed, frozen=True):
    """11.1"""

    type: Literal["md", "money", "intrigue"]
    amount: int


class PrestigeSpace(Printed, frozen=True):
    space: int
    vp: int
    provenance: Provenance
    bonus: TrackBonus | None = None


class Turn(Printed, frozen=True):
    turn: int
    era: int
    years: str
    events: int
    intrigue: bool
    armaments: bool
    scoring: str


class Tracks(Printed, frozen=True):
    prestige_start: dict[str, int]
    prestige: tuple[PrestigeSpace, ...]
    fleet_most: int
    turns: tuple[Turn, ...]


class EventDeck(Printed, frozen=True):
    """6.1b: how many cards of an era are put away unseen."""

    era: int
    removed: int
    removed_with_promo: int
    enters_turn: int


class Event(Printed, frozen=True):
    id: str
    era: int
    effects: tuple[Effects, ...]
    provenance: Provenance
    promo: bool = False


class Events(Printed, frozen=True):
    decks: tuple[EventDeck, ...]
    events: tuple[Event, ...]


Need = Literal["", "prestige", "prestige_or_embassies", "embassies", "money", "intrigue_card", "units", "base_cube"]


class Half(Printed, frozen=True):
    """8.6a: one of the two halves of an Intrigue card. `targeted`: it is aimed at one rival Power, which meets `needs`.
    `reaction`: it is played in a contest only (8.6.4)."""

    id: str
    effects: tuple[Effects, ...]
    provenance: Provenance
    targeted: bool = False
    needs: Need = ""
    marks: bool = False
    reaction: bool = False
    automated_from_last: bool = False
    """13.4.6e: automated Powers carry its effects out from the last to the first."""


class IntrigueCard(Printed, frozen=True):
    """The half with the symbol of automated Powers, and the other one."""

    id: str
    promo: bool
    automated: str
    other: str

    @property
    def halves(self) -> tuple[str, str]:
        return self.automated, self.other


class Intrigue(Printed, frozen=True):
    halves: tuple[Half, ...]
    cards: tuple[IntrigueCard, ...]


class Prerequisite(Printed, frozen=True):
    """8.6b: the prerequisite of a card: the id of a Great Work, a number, or continents, as the type needs."""

    type: Literal[
        "own_cube_in_territory",
        "great_work_built",
        "armies_built_at_least",
        "fleet_track_at_least",
        "fleet_in_continent_any",
    ]
    id: str = ""
    value: int = 0
    continents: tuple[Continent, ...] = ()


class NationalCard(Printed, frozen=True):
    id: str
    power: Power
    kind: Literal["common", "own"]
    cost: int
    marks: bool
    effects: tuple[Effects, ...]
    provenance: Provenance
    prerequisite: Prerequisite | None = None


class National(Printed, frozen=True):
    cards: tuple[NationalCard, ...]
