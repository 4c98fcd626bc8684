"""The choices of Versailles. Ids of issues, options and regions are checked when a choice is decoded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta
from msgspec.structs import force_setattr

from engine.core.choice import Choice
from engine.core.sides import IS_SIDE
from engine.versailles.cards.board import FACTIONS, REGIONS
from engine.versailles.cards.events import EVENTS
from engine.versailles.cards.issues import ISSUES
from engine.versailles.cards.strategies import STRATEGIES

if TYPE_CHECKING:
    IssueId = str
    EventId = str
    StrategyId = str
    OptionId = str
    RegionId = str
    Faction = str
    Unit = str
    Flag = str
else:
    IssueId = Literal[tuple(ISSUES)]
    EventId = Literal[tuple(EVENTS)]
    StrategyId = Literal[tuple(STRATEGIES)]
    OptionId = Literal[tuple(dict.fromkeys(option.id for issue in ISSUES.values() for option in issue.options))]
    RegionId = Literal[REGIONS]
    Faction = Annotated[Literal[FACTIONS[4]], IS_SIDE]
    Flag = Annotated[Literal["uk", "usa"], IS_SIDE]
    Unit = Literal[("available", "exhausted", *REGIONS)]
"""The ids of the game; plain strings to the type checker. A unit is in one of the two pools or deployed in a region."""

Column = Annotated[int, Meta(ge=5, le=8)]
Cubes = Annotated[int, Meta(ge=0, le=15)]


class Place(Choice, frozen=True):
    """4.1"""

    cubes: tuple[tuple[IssueId, Cubes], ...]


class Reclaim(Choice, frozen=True):
    """4.2: take back this many cubes, and the deployed units of these regions; exhausted units all come back."""

    cubes: Cubes
    withdraw: tuple[RegionId, ...] = ()


class Settle(Choice, frozen=True):
    """4.3"""

    issue: IssueId


class Deploy(Choice, frozen=True):
    """8.1: move the unit at `unit` to this space."""

    region: RegionId
    column: Column
    unit: Unit = "available"


class Demobilise(Choice, frozen=True):
    """8.3, and 6.2 in a mutiny."""

    unit: Unit


class EndTurn(Choice, frozen=True):
    """3.1: make no military action; 3.2: accept that no political action is possible."""


class ChooseOption(Choice, frozen=True):
    """5.1 d: choose an option, with a flag for each naval token that may have either."""

    option: OptionId
    flags: tuple[Flag, ...] = ()


class Hold(Choice, frozen=True):
    """5.2: carry out an optional conference event, or decline it."""

    perform: bool


class Advance(Choice, frozen=True):
    """5.3"""

    issue: IssueId
    event: EventId
    cube: bool = False


class TakeDiscard(Choice, frozen=True):
    """5.4"""

    issue: IssueId


class DrawIssues(Choice, frozen=True):
    """5.4"""


class KeepIssue(Choice, frozen=True):
    """5.4: put this issue into the Waiting Room and the other on the discard pile."""

    issue: IssueId


class Modify(Choice, frozen=True):
    """9.2: a die modifier."""

    by: Annotated[int, Meta(ge=-60, le=60)]


class PickSide(Choice, frozen=True):
    """9.3: pick the side that suffers; or the side an event concerns, with the regions it asks for, in the board's
    order."""

    side: Faction
    regions: tuple[RegionId, ...] = ()

    def __post_init__(self) -> None:
        force_setattr(self, "regions", tuple(sorted(self.regions, key=REGIONS.index)))


class PickIssue(Choice, frozen=True):
    """9.4, 9.8: pick an issue, also for an event that concerns one."""

    issue: IssueId


class PickRegion(Choice, frozen=True):
    region: RegionId


class PickBranch(Choice, frozen=True):
    """Pick a branch of an event's either-or: 0 is the first."""

    branch: Annotated[int, Meta(ge=0, le=3)]


class PickUnit(Choice, frozen=True):
    """Pick the unit an event concerns; None declines where that is allowed."""

    unit: Unit | None


class Bid(Choice, frozen=True):
    """10.2: bid available units, the side's unit in the region, and available cubes."""

    units: Annotated[int, Meta(ge=0, le=3)] = 0
    local: bool = False
    cubes: Cubes = 0


class PassBid(Choice, frozen=True):
    """10.1"""


class Draft(Choice, frozen=True):
    """11.1"""

    strategy: StrategyId


Decision = Hold | PickBranch | PickSide | PickIssue | PickRegion | PickUnit | Modify | Demobilise | Deploy
"""The choices that an event card, or the uprising it leads to, may ask for."""

CHOICES = (
    Place,
    Reclaim,
    Settle,
    Deploy,
    Demobilise,
    EndTurn,
    ChooseOption,
    Hold,
    Advance,
    TakeDiscard,
    DrawIssues,
    KeepIssue,
    Modify,
    PickSide,
    PickIssue,
    PickRegion,
    PickBranch,
    PickUnit,
    Bid,
    PassBid,
    Draft,
)
