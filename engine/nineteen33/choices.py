"""All that a side can answer: set-up, the budget, the monthly plan, auctions and news, and what an own action
(4.6) consists of. A use of a tactic card is one choice; its function stands in `USES` of functions.py.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.core.choice import Choice
from engine.core.sides import IS_SIDE
from engine.nineteen33.printed import CARDS, FUNCTIONS, tables
from engine.nineteen33.printed.kinds import Branch, Kind, Sector, Term, Track
from engine.nineteen33.printed.vocabulary import FunctionName
from engine.nineteen33.slips import AMOUNTS, AnySlip, LeaderName, Place, StateName, StateOrNone

Leader = Annotated[LeaderName, IS_SIDE]
Count = Annotated[int, Meta(ge=0, le=99)]
Some = Annotated[int, Meta(ge=1, le=99)]


def up_to(function: FunctionName) -> Meta:
    """5.3: the points that a function takes."""
    return Meta(ge=1, le=FUNCTIONS[function].most)


# The year


class PlaceLabour(Choice, frozen=True):
    """3.4: how many of the free UL go to each track."""

    food: Count
    extraction: Count
    civil: Count
    war: Count


class NameTarget(Choice, frozen=True):
    """18.4"""

    place: Place


class SetBudget(Choice, frozen=True):
    """3.7"""

    slips: tuple[AnySlip, ...]
    tax_change: Annotated[int, Meta(ge=-tables.taxes.change_most, le=tables.taxes.change_most)] = 0
    bond: Annotated[int, Meta(ge=0, le=max(AMOUNTS), multiple_of=min(AMOUNTS))] = 0
    term: Term = "short"
    end_pact: bool = False


# The month


class AcceptPoint(Choice, frozen=True):
    """8.3, 8.5: with the sector, if it is a point of development."""

    sector: Literal[Sector, ""] = ""


class DeclinePoint(Choice, frozen=True):
    """8.7"""


class TakePart(Choice, frozen=True):
    """7.12, 7.14"""


class BidPrice(Choice, frozen=True):
    """7.13: UM for each UP."""

    um: Some


class StandAside(Choice, frozen=True):
    """7.11"""


class PlannedDeal(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """7.2: food and raw materials bought, civil goods sold."""

    state: StateName
    food: Count = 0
    raw: Count = 0
    civil: Count = 0


RawOrder = Literal["NAE", "NEA", "ANE", "AEN", "ENA", "EAN"]
"""6.5: own, allied and other raw materials, the first one used first."""


class SealPlan(Choice, frozen=True):
    """4.4"""

    deals: tuple[PlannedDeal, ...] = ()
    supplies: tuple[StateName, ...] = ()
    reserve: Count = 0
    civil_most: Count = 0
    war_most: Count = 0
    raw_first: RawOrder = "NAE"
    squadrons_first: bool = False
    feed: bool = False
    """19.5: if none of its deals brought food, missing food is bought where it is open then."""


class PaySupport(Choice, frozen=True):
    """6.16: for which of the two the treasury pays."""

    industry: bool
    food: bool


# The own action


class EndTurn(Choice, frozen=True):
    """4.6"""


class PlayCard(Choice, frozen=True):
    """4.6, 5.1"""

    card: Annotated[int, Meta(ge=1, le=max(CARDS))]


class BoostCard(Choice, frozen=True):
    """5.4"""


class StartWorks(Choice, frozen=True):
    """5.5: with the branch, if it is the sector's first works."""

    sector: Sector
    points: Annotated[int, up_to("infrastructure")]
    branch: Literal[Branch, ""] = ""


class Develop(Choice, frozen=True):
    """5.7"""

    sector: Sector
    points: Annotated[int, up_to("development")]


class Influence(Choice, frozen=True):
    """5.8"""

    place: Place
    points: Annotated[int, up_to("influence")]


class OpenPath(Choice, frozen=True):
    """5.8: with the points that were left when a path was complete."""

    place: Place


class LeaveRest(Choice, frozen=True):
    """5.8"""


class TradeAlone(Choice, frozen=True):
    """5.9"""

    place: StateName
    points: Annotated[int, up_to("trade")]


class LabourMove(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """5.10: one UL."""

    origin: Track | Literal["unemployed"]
    goal: Track


class MoveLabour(Choice, frozen=True):
    """5.10: as many points as moves."""

    moves: Annotated[tuple[LabourMove, ...], Meta(min_length=1, max_length=FUNCTIONS["mobility"].most)]


class ShortenTension(Choice, frozen=True):
    """5.11"""

    place: Place
    points: Annotated[int, up_to("normalisation")]


class Shield(Choice, frozen=True):
    """5.11"""

    place: Place
    points: Annotated[int, up_to("normalisation")]


class EndWar(Choice, frozen=True):
    """5.11, 12.7"""

    place: StateName


class SetRate(Choice, frozen=True):
    """5.12: n points for a rate of n."""

    unit: Kind
    points: Annotated[int, up_to("defence")]


class LowerRate(Choice, frozen=True):
    """5.12"""

    unit: Kind
    to: Annotated[int, Meta(ge=0, le=FUNCTIONS["defence"].most)]


class BlockSector(Choice, frozen=True):
    """5.13"""

    sector: Sector
    points: Annotated[int, up_to("block")]


class BlockPath(Choice, frozen=True):
    """5.13"""

    place: Place
    points: Annotated[int, up_to("block")]


class Obstruct(Choice, frozen=True):
    """5.14"""

    rival: Leader
    sector: Sector
    points: Annotated[int, up_to("obstruction")]


class Disturb(Choice, frozen=True):
    """5.15"""

    place: Place
    points: Annotated[int, up_to("disturbance")]


class StirUp(Choice, frozen=True):
    """5.16"""

    place: Place
    points: Annotated[int, up_to("tension")]


class Destabilise(Choice, frozen=True):
    """5.17"""

    place: StateName
    points: Annotated[int, up_to("destabilisation")]


class SwapCards(Choice, frozen=True):
    """5.18"""

    rival: Leader
    points: Annotated[int, up_to("intelligence")]


class ReadPress(Choice, frozen=True):
    """5.18"""

    points: Annotated[int, up_to("intelligence")]


class ReadSlips(Choice, frozen=True):
    """5.18"""

    rival: Leader
    points: Annotated[int, up_to("intelligence")]


class GuardAgainst(Choice, frozen=True):
    """5.19"""

    rival: Leader
    points: Annotated[int, up_to("intelligence")]


class Deal(Choice, frozen=True):
    """7.1 to 7.5"""

    state: StateName
    food: Count = 0
    raw: Count = 0
    civil: Count = 0


class Supply(Choice, frozen=True):
    """7.8"""

    state: StateName


class SignAlliance(Choice, frozen=True):
    """9.7"""

    state: StateName


class CallStrike(Choice, frozen=True):
    """9.9"""

    at: Leader


class MoveUnit(Choice, frozen=True):
    """10.5 to 10.8: where a unit goes, and which state it faces there."""

    unit: Kind
    number: Annotated[int, Meta(ge=1, le=9)]
    to: str
    faces: StateOrNone = ""


class SendArmy(Choice, frozen=True):
    """12.8"""

    number: Annotated[int, Meta(ge=1, le=9)]
    state: StateName


class ProposeAlliance(Choice, frozen=True):
    """9.8: to the other leader of the ideology."""

    state: StateName


class ProposePact(Choice, frozen=True):
    """9.13"""


class OfferGoods(Choice, frozen=True):
    """7.7"""

    product: Literal["food", "raw"]
    quantity: Some


class ActForGuided(Choice, frozen=True):
    """18.6"""


class EndGuiding(Choice, frozen=True):
    """18.6"""


# Out of turn


class AcceptOffer(Choice, frozen=True):
    """7.7, 9.8, 9.13"""

    number: Annotated[int, Meta(ge=1)]


class DeclineOffer(Choice, frozen=True):
    """7.7, 9.8, 9.13"""

    number: Annotated[int, Meta(ge=1)]


CHOICES = (
    PlaceLabour,
    NameTarget,
    SetBudget,
    AcceptPoint,
    DeclinePoint,
    TakePart,
    BidPrice,
    StandAside,
    SealPlan,
    PaySupport,
    EndTurn,
    PlayCard,
    BoostCard,
    StartWorks,
    Develop,
    Influence,
    OpenPath,
    LeaveRest,
    TradeAlone,
    MoveLabour,
    ShortenTension,
    Shield,
    EndWar,
    SetRate,
    LowerRate,
    BlockSector,
    BlockPath,
    Obstruct,
    Disturb,
    StirUp,
    Destabilise,
    SwapCards,
    ReadPress,
    ReadSlips,
    GuardAgainst,
    Deal,
    Supply,
    SignAlliance,
    CallStrike,
    MoveUnit,
    SendArmy,
    ProposeAlliance,
    ProposePact,
    OfferGoods,
    ActForGuided,
    EndGuiding,
    AcceptOffer,
    DeclineOffer,
)
OUT_OF_TURN = frozenset({AcceptOffer, DeclineOffer})
