"""The answers of a Power. The ids in them (territories, cards, nations) are checked when a choice is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta
from msgspec.structs import force_setattr

from engine.belle_epoque.printed import CONTINENTS, HALVES, INTRIGUE, MINOR_UNITS, NATIONAL, POWERS, TERRITORIES
from engine.core.choice import Choice
from engine.core.sides import IS_SIDE

if TYPE_CHECKING:
    TerritoryId = str
    ContinentId = str
    IntrigueId = str
    NationalId = str
    HalfId = str
    Power = str
    FleetId = str
    ArmyId = str
    UnitId = str
    Owner = str
    Place = str
else:
    TerritoryId = Literal[tuple(TERRITORIES)]
    ContinentId = Literal[tuple(CONTINENTS)]
    IntrigueId = Literal[tuple(INTRIGUE)]
    NationalId = Literal[tuple(NATIONAL)]
    HalfId = Literal[tuple(HALVES)]
    Power = Annotated[Literal[POWERS], IS_SIDE]
    FleetId = Literal[tuple(unit for unit, kind in MINOR_UNITS.items() if kind.is_fleet)]
    ArmyId = Literal[tuple(unit for unit, kind in MINOR_UNITS.items() if not kind.is_fleet)]
    UnitId = Literal[tuple(MINOR_UNITS)]
    Owner = Literal[("own", *(unit for unit, kind in MINOR_UNITS.items() if kind.is_fleet))]
    Place = Literal[("arsenal", *CONTINENTS)]
"""The ids of the game, plain strings to the type checker. A Fleet is one of the Power's `own`, or that of an ally."""

Space = Annotated[int, Meta(ge=1, le=max(one.spaces for one in TERRITORIES.values()))]
Armies = Annotated[int, Meta(ge=0, le=14)]
Fleets = Annotated[int, Meta(ge=0, le=3)]
ORDER = {territory: number for number, territory in enumerate(TERRITORIES)}


class PlaceCubes(Choice, frozen=True):
    """3.3a: one starting cube in each of these territories, which are given in the board's order."""

    territories: tuple[TerritoryId, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "territories", tuple(sorted(self.territories, key=ORDER.__getitem__)))


class KeepIntrigue(Choice, frozen=True):
    """7.0d: keep this card and discard the other one."""

    card: IntrigueId


class BuyUnits(Choice, frozen=True):
    """8.1a: build this many units of each kind."""

    armies: Armies = 0
    fleets: Fleets = 0


class SendMission(Choice, frozen=True):
    """8.2: send a cube to a free space, or onto a rival's cube."""

    territory: TerritoryId
    space: Space


class BuildGreatWork(Choice, frozen=True):
    """8.3a: pay for the Great Work and turn it over."""


class Invest(Choice, frozen=True):
    """8.4"""


class RaisePrestige(Choice, frozen=True):
    """8.5a: pay for one step of Prestige."""


class PlayIntrigue(Choice, frozen=True):
    """8.6a: play one half of a card; what the card leaves open is asked afterwards."""

    card: IntrigueId
    half: HalfId


class PlayNational(Choice, frozen=True):
    """8.6b"""

    card: NationalId


class PickTarget(Choice, frozen=True):
    """Pick the rival Power at which a card is aimed."""

    side: Power


class PickSpace(Choice, frozen=True):
    """Pick the space where a card places a cube, or the cube it takes."""

    territory: TerritoryId
    space: Space


class PickTerritory(Choice, frozen=True):
    """Pick the territory that a card affects."""

    territory: TerritoryId


class PickOption(Choice, frozen=True):
    """Pick a branch of a card's either-or: 0 is the first."""

    option: Annotated[int, Meta(ge=0, le=3)]


class PickLoss(Choice, frozen=True):
    """Pick the loss of a card's target: a ready Fleet of this box, or Armies of its Arsenal."""

    place: Place


class ReadyFleet(Choice, frozen=True):
    """Pick an exhausted Fleet that a card makes ready."""

    fleet: Owner
    continent: ContinentId


class ReadyArmies(Choice, frozen=True):
    """Pick exhausted Armies that a card returns to the Arsenal."""

    own: Armies = 0
    allied: tuple[ArmyId, ...] = ()

    def __post_init__(self) -> None:
        force_setattr(self, "allied", tuple(sorted(self.allied)))


class ResolveContest(Choice, frozen=True):
    """8.7"""

    territory: TerritoryId
    space: Space


class DeployFleets(Choice, frozen=True):
    """8.8a: for each Fleet its owner, its place and the box it goes to. They are sorted, so that their order gives
    nothing away."""

    moves: tuple[tuple[Owner, Place, ContinentId], ...]

    def __post_init__(self) -> None:
        force_setattr(self, "moves", tuple(sorted(self.moves)))


class SellArmaments(Choice, frozen=True):
    """8.9: the places of the Fleets that pay the rate, and the cubes to replace where free spaces run out."""

    territory: TerritoryId
    fleets: tuple[Place, ...] = ()
    replaced: tuple[Space, ...] = ()

    def __post_init__(self) -> None:
        force_setattr(self, "fleets", tuple(sorted(self.fleets)))
        force_setattr(self, "replaced", tuple(sorted(self.replaced)))


class EndRound(Choice, frozen=True):
    """8.0b: end the round without a second action."""


class Pass(Choice, frozen=True):
    """8.10a: take the first free place in the next order, and do not act again this turn."""


class CommitFleets(Choice, frozen=True):
    """8.7a, 8.7b: commit this many Fleets of the Power's own, and those of these nations."""

    own: Fleets = 0
    allied: tuple[FleetId, ...] = ()

    def __post_init__(self) -> None:
        force_setattr(self, "allied", tuple(sorted(self.allied)))


class CommitArmies(Choice, frozen=True):
    """8.7c, 8.7d"""

    own: Armies = 0
    allied: tuple[ArmyId, ...] = ()

    def __post_init__(self) -> None:
        force_setattr(self, "allied", tuple(sorted(self.allied)))


class CommitUnits(Choice, frozen=True):
    """13.9.3: against an automated Power, commit Fleets and Armies at once, with the units of allies."""

    fleets: Fleets = 0
    armies: Armies = 0
    allied: tuple[UnitId, ...] = ()

    def __post_init__(self) -> None:
        force_setattr(self, "allied", tuple(sorted(self.allied)))


class ChangeStrategy(Choice, frozen=True):
    """8.6.4: roll the Power's own die again, with this card."""

    card: IntrigueId


class LetBe(Choice, frozen=True):
    """8.6.4: let the contest end as the dice say; 13.4.7c: do not play the card."""


CHOICES = (
    PlaceCubes,
    KeepIntrigue,
    BuyUnits,
    SendMission,
    BuildGreatWork,
    Invest,
    RaisePrestige,
    PlayIntrigue,
    PlayNational,
    PickTarget,
    PickSpace,
    PickTerritory,
    PickOption,
    PickLoss,
    ReadyFleet,
    ReadyArmies,
    ResolveContest,
    DeployFleets,
    SellArmaments,
    Pass,
    EndRound,
    CommitFleets,
    CommitArmies,
    CommitUnits,
    ChangeStrategy,
    LetBe,
)
