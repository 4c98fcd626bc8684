"""The entries of the year and the month: chapters 3, 4, 6 to 8, 13 to 18. Own actions have action_journal."""

from __future__ import annotations

from typing import Literal

from engine.core.journal import Confided, Entry
from engine.core.state import Side
from engine.nineteen33.printed.kinds import Kind, Product, Sector
from engine.nineteen33.printed.vocabulary import Target
from engine.nineteen33.slips import AnySlip

# The year


class YearBegan(Entry, frozen=True):
    rule = "3.1"
    year: int


class OrderDrawn(Entry, frozen=True):
    rule = "4.1"
    order: tuple[Side, ...]


class PressLaidOut(Entry, frozen=True):
    rule = "3.2"
    cards: int


class CardsDealt(Confided, frozen=True):
    rule = "3.3"
    hand: tuple[int, ...]


class LabourPlaced(Entry, frozen=True):
    rule = "3.4"
    leader: Side
    food: int
    extraction: int
    civil: int
    war: int


class DemandRolled(Entry, frozen=True):
    rule = "3.5"
    leader: Side
    die: int
    demand: int


class GuideDrawn(Entry, frozen=True):
    rule = "18.3"
    leader: Side
    guide: Side
    card: str


class TargetNamed(Entry, frozen=True):
    rule = "18.4"
    leader: Side
    target: Target
    place: str
    """Empty: there is none, and the point counts as reached."""


class TaxesChanged(Entry, frozen=True):
    rule = "13.3"
    leader: Side
    ul: int


class TaxesCredited(Entry, frozen=True):
    rule = "13.1"
    leader: Side
    um: int


class BondAuctioned(Entry, frozen=True):
    """The per cent placed after each auction."""

    rule = "14.3"
    leader: Side
    dice: tuple[int, ...]
    placed: tuple[int, ...]


class BondIssued(Entry, frozen=True):
    rule = "14.4"
    leader: Side
    amount: int
    rate: int
    year: int
    """In whose December it is paid back."""


class PactEnded(Entry, frozen=True):
    rule = "9.13"
    leader: Side
    other: Side


class SlipTurnedUp(Entry, frozen=True):
    rule = "15.6"
    leader: Side
    slip: AnySlip
    points: int


class SlipUnreached(Entry, frozen=True):
    rule = "15.7"
    leader: Side
    slip: AnySlip
    points: int
    binds: bool


class FieldFreed(Entry, frozen=True):
    rule = "15.8"
    leader: Side
    what: str


class PointsLost(Entry, frozen=True):
    """13.3, 13.6, 9.8, 12.9"""

    rule = "15.9"
    leader: Side
    points: int
    reason: Literal["tax_rise", "loan", "shared", "war_between"]


# The month


class MonthBegan(Entry, frozen=True):
    rule = "4.1"
    month: int


class HeadlineTurned(Entry, frozen=True):
    rule = "8.1"
    card: str
    year: int
    food: int
    raw: int
    demand: int


class NewsPointGiven(Entry, frozen=True):
    rule = "8.3"
    leader: Side
    place: str
    points: int


class NewsPointLost(Entry, frozen=True):
    rule = "8.4"
    leader: Side
    place: str
    points: int


class NewsDevelopment(Entry, frozen=True):
    rule = "8.5"
    leader: Side
    sector: Sector
    points: int


class NewsVoid(Entry, frozen=True):
    rule = "8.8"
    what: str
    place: str


class AuctionHeld(Entry, frozen=True):
    """The bids, with their prices, and the winner if there were any."""

    rule = "7.11"
    place: str
    product: Product
    quantity: int
    wanted: bool
    """Whether the state wants to buy."""
    bids: tuple[tuple[Side, int], ...]
    winner: Side | None
    um: int


class LotDrawn(Entry, frozen=True):
    rule = "7.12"
    among: tuple[Side, ...]
    number: int


class Produced(Entry, frozen=True):
    rule = "4.3"
    leader: Side
    food: int
    raw: int


class StruckInstead(Entry, frozen=True):
    rule = "6.13"
    leader: Side


class Dealt(Entry, frozen=True):
    rule = "7.1"
    leader: Side
    state: str
    food: int
    raw: int
    civil: int
    um: int


class DealDropped(Entry, frozen=True):
    """4.5: a deal of the plan has become impossible; `reason` is why, as for a refusal."""

    rule = "4.5"
    leader: Side
    state: str
    reason: str


class Supplied(Entry, frozen=True):
    rule = "7.8"
    leader: Side
    state: str
    brigades: int
    um: int


class IndustryMade(Entry, frozen=True):
    """Goods made, sold at home and missing there, and the unit price of the month with its parts."""

    rule = "6.8"
    leader: Side
    brigades: int
    squadrons: int
    civil: int
    reserved: int
    sold: int
    missing: int
    average: int
    price: int
    um: int


class UnitCompleted(Entry, frozen=True):
    rule = "16.2"
    leader: Side
    unit: Kind
    number: int


class FoodShort(Entry, frozen=True):
    """`die` is 0 in a month of strike, when none is rolled."""

    rule = "6.12"
    leader: Side
    missing: int
    die: int


class StrikeCalled(Entry, frozen=True):
    rule = "6.13"
    leader: Side
    um: int


class IndirectTaxes(Entry, frozen=True):
    rule = "13.4"
    leader: Side
    sold: int
    um: int


class WorksCompleted(Entry, frozen=True):
    rule = "5.6"
    leader: Side
    sector: Sector


class TensionEnded(Entry, frozen=True):
    rule = "4.7"
    place: str


class ExclusiveEnded(Entry, frozen=True):
    rule = "4.7"
    leader: Side
    place: str


class SupportPaid(Entry, frozen=True):
    rule = "6.14"
    leader: Side
    product: Product
    units: int
    um: int


class JobsLost(Entry, frozen=True):
    rule = "6.16"
    leader: Side
    product: Product
    ul: int


class InterestPaid(Entry, frozen=True):
    rule = "14.4"
    leader: Side
    um: int


class BondRepaid(Entry, frozen=True):
    rule = "14.4"
    leader: Side
    amount: int


class LoanTaken(Entry, frozen=True):
    rule = "13.6"
    leader: Side
    amount: int


class AimsReached(Entry, frozen=True):
    """How many of its five points a leader that nobody plays has reached."""

    rule = "18.9"
    leader: Side
    guide: Side
    reached: int
    points: int


class GameEnded(Entry, frozen=True):
    rule = "17.1"
    winners: tuple[Side, ...]


ENTRIES = (
    YearBegan,
    OrderDrawn,
    PressLaidOut,
    CardsDealt,
    LabourPlaced,
    DemandRolled,
    GuideDrawn,
    TargetNamed,
    TaxesChanged,
    TaxesCredited,
    BondAuctioned,
    BondIssued,
    PactEnded,
    SlipTurnedUp,
    SlipUnreached,
    FieldFreed,
    PointsLost,
    MonthBegan,
    HeadlineTurned,
    NewsPointGiven,
    NewsPointLost,
    NewsDevelopment,
    NewsVoid,
    AuctionHeld,
    LotDrawn,
    Produced,
    StruckInstead,
    Dealt,
    DealDropped,
    Supplied,
    IndustryMade,
    UnitCompleted,
    FoodShort,
    StrikeCalled,
    IndirectTaxes,
    WorksCompleted,
    TensionEnded,
    ExclusiveEnded,
    SupportPaid,
    JobsLost,
    InterestPaid,
    BondRepaid,
    LoanTaken,
    AimsReached,
    GameEnded,
)
