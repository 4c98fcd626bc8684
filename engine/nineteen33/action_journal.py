"""The entries of own actions: chapters 5, 7, 9 to 12. A use of a card is told with its points and what they cost."""

from __future__ import annotations

from typing import Literal, Self

from engine.core.journal import Entry
from engine.core.state import Side
from engine.nineteen33.printed.kinds import Branch, Kind, Sector, Track
from engine.nineteen33.printed.vocabulary import FunctionName
from engine.nineteen33.slips import AnySlip
from engine.nineteen33.state import Goods, JointAlliance, Pact


class TurnBegan(Entry, frozen=True):
    rule = "4.6"
    side: Side


class TurnEnded(Entry, frozen=True):
    rule = "4.6"
    side: Side


class CardPlayed(Entry, frozen=True):
    rule = "5.1"
    side: Side
    card: int
    points: int


class CardBoosted(Entry, frozen=True):
    rule = "5.4"
    side: Side
    die: int
    points: int
    um: int


class PointsSpent(Entry, frozen=True):
    """5.2: the entries that follow were paid with these points."""

    rule = "5.2"
    leader: Side
    function: FunctionName
    points: int
    um: int


class WorksStarted(Entry, frozen=True):
    rule = "5.5"
    leader: Side
    sector: Sector
    branch: Branch
    months: int
    goods: int
    um: int


class PathDeveloped(Entry, frozen=True):
    rule = "5.7"
    leader: Side
    sector: Sector
    points: int


class StepCompleted(Entry, frozen=True):
    rule = "5.7"
    leader: Side
    sector: Sector
    steps: int


class PathAdvanced(Entry, frozen=True):
    rule = "5.8"
    leader: Side
    place: str
    points: int


class BoxWon(Entry, frozen=True):
    rule = "9.1"
    leader: Side
    place: str
    box: int


class PathEnded(Entry, frozen=True):
    rule = "5.15"
    leader: Side
    place: str


class ExclusiveGranted(Entry, frozen=True):
    rule = "5.9"
    leader: Side
    place: str
    months: int


class ExclusiveLost(Entry, frozen=True):
    rule = "5.9"
    leader: Side
    place: str


class LabourMoved(Entry, frozen=True):
    rule = "5.10"
    leader: Side
    moves: tuple[tuple[str, Track], ...]


class TensionShortened(Entry, frozen=True):
    rule = "5.11"
    place: str
    months: int


class Shielded(Entry, frozen=True):
    rule = "5.11"
    place: str
    months: int


class WarEnded(Entry, frozen=True):
    rule = "12.6"
    place: str
    leader: Side


class RateSet(Entry, frozen=True):
    rule = "5.12"
    leader: Side
    unit: Kind
    rate: int


class Blocked(Entry, frozen=True):
    rule = "5.13"
    leader: Side
    on: str
    points: int


class Obstructed(Entry, frozen=True):
    """`path` and `works` are what is left of either."""

    rule = "5.14"
    leader: Side
    sector: Sector
    points: int
    path: int
    works: int


class Disturbed(Entry, frozen=True):
    rule = "5.15"
    leader: Side
    place: str
    points: int


class TensionBegan(Entry, frozen=True):
    rule = "11.1"
    place: str
    months: int


class CoupTried(Entry, frozen=True):
    rule = "12.2"
    leader: Side
    place: str
    points: int
    die: int
    outcome: Literal["success", "failure", "civil_war"]


class CivilWarBegan(Entry, frozen=True):
    rule = "12.5"
    place: str
    endless: bool


class CardsSwapped(Entry, frozen=True):
    """How many is public, which ones only the two know."""

    rule = "5.18"
    side: Side
    rival: Side
    count: int
    given: tuple[int, ...] | None
    taken: tuple[int, ...] | None

    def seen_by(self, side: Side | None) -> Self:
        known = side in (self.side, self.rival)
        return self if known else type(self)(self.side, self.rival, self.count, None, None)


class PressRead(Entry, frozen=True):
    rule = "5.18"
    side: Side
    count: int
    read: tuple[str, ...] | None

    def seen_by(self, side: Side | None) -> Self:
        return self if side == self.side else type(self)(self.side, self.count, None)


class SlipsRead(Entry, frozen=True):
    rule = "5.18"
    side: Side
    rival: Side
    count: int
    read: tuple[AnySlip, ...] | None

    def seen_by(self, side: Side | None) -> Self:
        return self if side == self.side else type(self)(self.side, self.rival, self.count, None)


class Guarded(Entry, frozen=True):
    rule = "5.19"
    leader: Side
    rival: Side
    points: int


class GuardMet(Entry, frozen=True):
    rule = "5.19"
    side: Side
    units: int
    """Left of the espionage."""


class AllianceSigned(Entry, frozen=True):
    rule = "9.7"
    leader: Side
    place: str


class AllianceEnded(Entry, frozen=True):
    rule = "9.11"
    leader: Side
    place: str


class StrikeRolled(Entry, frozen=True):
    rule = "9.9"
    caller: Side
    leader: Side
    dice: tuple[int, int]


class UnitMoved(Entry, frozen=True):
    rule = "10.6"
    leader: Side
    unit: Kind
    number: int
    to: str
    faces: str


class ArmySent(Entry, frozen=True):
    rule = "12.8"
    leader: Side
    number: int
    place: str


class ArmiesMet(Entry, frozen=True):
    rule = "12.8"
    place: str
    first: tuple[Side, int]
    second: tuple[Side, int]


class ArmyCameHome(Entry, frozen=True):
    rule = "12.8"
    leader: Side
    number: int


class WarBetween(Entry, frozen=True):
    rule = "12.9"
    leaders: tuple[Side, Side]


class OfferMade(Entry, frozen=True):
    rule = "9.8"
    leader: Side
    to: Side
    number: int
    offer: Goods | JointAlliance | Pact


class OfferAccepted(Entry, frozen=True):
    rule = "9.8"
    leader: Side
    of: Side
    number: int
    offer: Goods | JointAlliance | Pact


class OfferDeclined(Entry, frozen=True):
    rule = "9.8"
    leader: Side
    of: Side
    number: int


class GoodsSold(Entry, frozen=True):
    rule = "7.7"
    seller: Side
    buyer: Side
    product: Literal["food", "raw"]
    quantity: int
    paid: int
    received: int


class PactMade(Entry, frozen=True):
    rule = "9.13"
    leader: Side
    other: Side


class GuidePointsRolled(Entry, frozen=True):
    rule = "18.6"
    guide: Side
    leader: Side
    die: int
    points: int


class GuidingBegan(Entry, frozen=True):
    rule = "18.6"
    guide: Side
    leader: Side


ACTION_ENTRIES = (
    TurnBegan,
    TurnEnded,
    CardPlayed,
    CardBoosted,
    PointsSpent,
    WorksStarted,
    PathDeveloped,
    StepCompleted,
    PathAdvanced,
    BoxWon,
    PathEnded,
    ExclusiveGranted,
    ExclusiveLost,
    LabourMoved,
    TensionShortened,
    Shielded,
    WarEnded,
    RateSet,
    Blocked,
    Obstructed,
    Disturbed,
    TensionBegan,
    CoupTried,
    CivilWarBegan,
    CardsSwapped,
    PressRead,
    SlipsRead,
    Guarded,
    GuardMet,
    AllianceSigned,
    AllianceEnded,
    StrikeRolled,
    UnitMoved,
    ArmySent,
    ArmiesMet,
    ArmyCameHome,
    WarBetween,
    OfferMade,
    OfferAccepted,
    OfferDeclined,
    GoodsSold,
    PactMade,
    GuidePointsRolled,
    GuidingBegan,
)
