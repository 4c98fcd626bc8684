"""The form of a file of examples. Every word, number and key is checked when the file is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field

from engine.belle_epoque.choices import ContinentId, HalfId, IntrigueId, NationalId, Place, Power, Space, TerritoryId
from engine.belle_epoque.printed import (
    CONTINENTS,
    EVENTS,
    LAST_TURN,
    MINOR_UNITS,
    NATIONS,
    POWERS,
    PRESTIGE_LEAST,
    PRESTIGE_MOST,
    TERRITORIES,
)
from engine.belle_epoque.printed.figures import ARMS, DIE
from engine.core.clauses import PATTERN
from engine.core.reading import Unreadable

SCHEMA = "belle_epoque/examples/2"
IN_FORCE = {"superior_doctrine": "nat_central_powers_doctrine", "empire_of_the_seas": "nat_uk_empire_seas"}
"""The National cards behind the effects of `this_turn`."""

if TYPE_CHECKING:
    Cube = str
    BaseCube = str
    EventId = str
    UnitId = str
    UnitPlace = str
    EffectId = str
    FleetOwner = str
    ArmyOwner = str
else:
    Cube = Literal[(*POWERS, *NATIONS, ARMS)]
    BaseCube = Literal[(*POWERS, *NATIONS)]
    EventId = Literal[tuple(EVENTS)]
    UnitId = Literal[tuple(MINOR_UNITS)]
    UnitPlace = Literal[("home", "arsenal", *CONTINENTS, *TERRITORIES)]
    EffectId = Literal[tuple(IN_FORCE)]
    FleetOwner = Literal[(*POWERS, *(unit.nation for unit in MINOR_UNITS.values() if unit.is_fleet))]
    ArmyOwner = Literal[tuple(unit.nation for unit in MINOR_UNITS.values() if not unit.is_fleet)]

T = TypeVar("T")
Each = Annotated[dict[Power, T], Meta(min_length=len(POWERS))]
"""A value for every Power."""
Count = Annotated[int, Meta(ge=0, le=999)]
Die = Annotated[int, Meta(ge=1, le=DIE)]
Turn = Annotated[int, Meta(ge=1, le=LAST_TURN)]
PrestigeSpace = Annotated[int, Meta(ge=PRESTIGE_LEAST, le=PRESTIGE_MOST)]
Clause = Annotated[str, Meta(pattern=f"^{PATTERN}$")]
Words = Annotated[str, Meta(min_length=1)]


class Form(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Part of a file; a key that it does not have is refused."""


class Units(Form, frozen=True, kw_only=True):
    armies: Count
    fleets: Count


class Fleet(Form, frozen=True, kw_only=True):
    of: Power
    ready: bool


class Unit(Form, frozen=True, kw_only=True):
    at: UnitPlace
    ready: bool = True


class Waiting(Form, frozen=True, kw_only=True):
    """A contest that waits on a space."""

    base: BaseCube
    top: Power


class Automated(Form, frozen=True, kw_only=True):
    fleet_marks: Count
    owed: Count
    change_of_strategy: Count


class Position(Form, frozen=True, kw_only=True):
    """A whole position: the base with all changes up to a point."""

    turn: Turn
    humans: Annotated[tuple[Power, ...], Meta(min_length=1)]
    order: tuple[Power, ...]
    passed: tuple[Power, ...]
    treasury: Each[Count]
    embassies: Each[Count]
    reserves: Each[Units]
    arsenal: Each[Units]
    armies_out: Each[dict[TerritoryId, Count]]
    out_of_game: Each[Units]
    fleet_boxes: Annotated[dict[ContinentId, tuple[Fleet, ...]], Meta(min_length=len(CONTINENTS))]
    minor_units: Annotated[dict[UnitId, Unit], Meta(min_length=len(MINOR_UNITS))]
    armament_cubes: Each[Count]
    prestige: Each[PrestigeSpace]
    bonus_marker: Each[PrestigeSpace]
    prestige_action_used: tuple[Power, ...]
    great_works: Each[bool]
    intrigue_hands: Each[tuple[IntrigueId, ...]]
    intrigue_draw: tuple[IntrigueId, ...]
    intrigue_discard: tuple[IntrigueId, ...]
    intrigue_beside_board: tuple[IntrigueId, ...]
    national_hands: Each[tuple[NationalId, ...]]
    marked: tuple[Power, ...]
    closed: dict[TerritoryId, tuple[Power, ...]]
    this_turn: tuple[EffectId, ...]
    vp: Each[int]
    balkan_wars_card: Power | None
    territories: Annotated[dict[TerritoryId, tuple[Cube | Waiting | None, ...]], Meta(min_length=len(TERRITORIES))]
    automated: dict[Power, Automated] = {}


# The facts of a step, and of a position


class ByRole(Form, frozen=True, kw_only=True):
    attacker: Count
    defender: Count


class Points(Form, frozen=True, kw_only=True):
    territories: int
    objectives: int
    great_work: int
    prestige: int
    balkan: int


class Tells(Form, frozen=True, kw_only=True):
    """Facts that the example states about a step."""

    income: dict[Power, Count] | UnsetType = UNSET
    game_over: bool | UnsetType = UNSET
    paid: dict[Power, Count] | UnsetType = UNSET
    bonus: ByRole | UnsetType = UNSET
    totals: ByRole | UnsetType = UNSET
    winner: BaseCube | UnsetType | None = UNSET
    scored: dict[Power, Points] | UnsetType = UNSET
    territory: TerritoryId | UnsetType | None = UNSET
    replaced: tuple[Cube, ...] | UnsetType = UNSET
    armament_cubes_taken: Count | UnsetType = UNSET


class Derived(Form, frozen=True, kw_only=True):
    alliances: dict[TerritoryId, Power]
    control: dict[TerritoryId, Power]
    fleet_track: dict[Power, Count]


# Steps


class Step(Form, frozen=True, kw_only=True):
    """The fields that every step may have beside its action."""

    changes: dict[str, Any]
    tells: Tells = Tells()
    round: Annotated[int, Meta(ge=1)] | None = None
    note: str = ""


class Phase(Step, frozen=True, kw_only=True, tag_field="phase"):
    """A step outside rounds."""


class InitialPlacement(Phase, frozen=True, kw_only=True, tag="initial_placement"):
    power: Power
    place: tuple[TerritoryId, ...]
    closed_afterwards: tuple[TerritoryId, ...] | None = None


class Resources(Phase, frozen=True, kw_only=True, tag="resources"):
    pass


class Event(Phase, frozen=True, kw_only=True, tag="event"):
    event: EventId
    dice: tuple[Die, ...] = ()


class IntrigueDraw(Phase, frozen=True, kw_only=True, tag="intrigue_draw"):
    power: Power
    keep: IntrigueId = ""


class UnresolvedContests(Phase, frozen=True, kw_only=True, tag="unresolved_contests"):
    pass


class Preparation(Phase, frozen=True, kw_only=True, tag="preparation"):
    pass


class ColonyPrestige(Phase, frozen=True, kw_only=True, tag="colony_prestige"):
    pass


class Scoring(Phase, frozen=True, kw_only=True, tag="scoring"):
    final: bool = False


class Action(Step, frozen=True, kw_only=True, tag_field="do"):
    """`keep` answers the ally of the Ottoman Empire, wherever an action brings an Intrigue card."""

    power: Power
    keep: IntrigueId = ""


class Buy(Action, frozen=True, kw_only=True, tag="buy_units"):
    armies: Annotated[int, Meta(ge=0, le=14)] = 0
    fleets: Annotated[int, Meta(ge=0, le=3)] = 0


class Mission(Action, frozen=True, kw_only=True, tag="send_mission"):
    territory: TerritoryId
    space: Space


class GreatWork(Action, frozen=True, kw_only=True, tag="great_work"):
    pass


class Investment(Action, frozen=True, kw_only=True, tag="invest"):
    pass


class Prestige(Action, frozen=True, kw_only=True, tag="prestige"):
    pass


class Passing(Action, frozen=True, kw_only=True, tag="pass"):
    pass


class Move(Form, frozen=True, kw_only=True):
    of: FleetOwner
    origin: Place = field(name="from")
    to: ContinentId
    exhausted: bool = False


class Deployment(Action, frozen=True, kw_only=True, tag="deploy"):
    moves: tuple[Move, ...]


class Sale(Action, frozen=True, kw_only=True, tag="sell_armaments"):
    territory: TerritoryId
    fleets_from: tuple[Place, ...] = ()
    replaced: tuple[Space, ...] = ()
    """8.9.1d: the replaced cubes; if not given, those that the changes show."""


class Force(Form, frozen=True, kw_only=True):
    """Fleets by owner, own Armies by number, those of allies by nation."""

    fleets: tuple[FleetOwner, ...] = ()
    armies: Annotated[int, Meta(ge=0, le=14)] = 0
    allied_armies: tuple[ArmyOwner, ...] = ()


class Reroll(Form, frozen=True, kw_only=True):
    """8.6.4: a die rolled again, with the side and the card where more than one could be meant."""

    die: Die
    power: Power = ""
    card: IntrigueId = ""


class ContestDice(Form, frozen=True, kw_only=True):
    attacker: Die
    defender: Die
    rerolls: tuple[Die | Reroll, ...] = ()


class Contest(Action, frozen=True, kw_only=True, tag="resolve_contest"):
    territory: TerritoryId
    space: Space
    attacker: Force = Force()
    defender: Force = Force()
    dice: ContestDice | None = None
    rerolls: tuple[Die | Reroll, ...] = ()


class Card(Action, frozen=True, kw_only=True):
    """The questions of a card are answered in the order in which it asks them."""

    target: Power = ""
    spaces: dict[TerritoryId, Space] = {}
    remove: tuple[tuple[TerritoryId, Space], ...] = ()
    territory: TerritoryId = ""
    choose: Words = ""


class Intrigue(Card, frozen=True, kw_only=True, tag="play_intrigue"):
    card: IntrigueId
    half: HalfId


class National(Card, frozen=True, kw_only=True, tag="play_national"):
    card: NationalId


class Auto(Step, frozen=True, kw_only=True, tag_field="auto"):
    """A step of an automated Power."""

    power: Power
    dice: tuple[Die, ...] = ()


class AutoMission(Auto, frozen=True, kw_only=True, tag="mission"):
    column: Literal["col1", "col2", "col3", "col3plus", "col4"]
    """The column by its name in the table of missions, or by its number."""
    row_die: Die


class AutoDispatch(Auto, frozen=True, kw_only=True, tag="dispatch"):
    pass


class AutoArmaments(Auto, frozen=True, kw_only=True, tag="armaments"):
    cubes: Count


Phases = (
    InitialPlacement | Resources | Event | IntrigueDraw | UnresolvedContests | Preparation | ColonyPrestige | Scoring
)
Actions = (
    Buy | Mission | GreatWork | Investment | Prestige | Passing | Deployment | Sale | Contest | Intrigue | National
)
Autos = AutoMission | AutoDispatch | AutoArmaments
Probed = Actions | InitialPlacement | IntrigueDraw


class Verdict(Form, frozen=True, kw_only=True):
    """Whether a choice is accepted, and the clause that allows or refuses it."""

    legal: bool
    clause: Clause


# The file


class Case(Form, frozen=True, kw_only=True):
    """One example; its steps and probes are read separately."""

    id: Words
    title: str
    before: dict[str, Any]
    before_derived: Derived
    steps: tuple[dict[str, Any], ...]
    after: dict[str, Any]
    after_derived: Derived
    section: str = ""
    clauses: tuple[str, ...] = ()
    probes: tuple[dict[str, Any], ...] = ()
    facts: dict[str, Any] = {}
    assumed: tuple[str, ...] = ()
    note: str = ""
    provenance: Literal["rulebook", "mixed", "rule case"] = "rule case"


class File(Form, frozen=True, kw_only=True):
    schema: Literal["belle_epoque/examples/2"]
    base: dict[str, Any]
    examples: Annotated[tuple[Raw, ...], Meta(min_length=1)]
    notation: dict[str, Any] = {}


class Named(Struct, frozen=True):
    """The part of an example that is read first: the name by which its mistakes are reported."""

    id: Words


def convert(data: object, kind: Any, place: str) -> Any:
    """Convert plain data to this form, or raise Unreadable with the place of the mistake."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at ")
        raise Unreadable(place + path.strip("`").removeprefix("$"), problem, "field") from None
