"""15.2-15.4 as data: the clauses and deals, the orders a side may leave, and the secret maximum of a bid. bonds.py
defines what the clauses mean.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from engine.core.naming import snake
from engine.core.state import Side
from engine.versailles.cards.board import CUBES, RECLAIM_MOST, REGIONS, TRANSFER_MOST
from engine.versailles.choices import (
    Column,
    Cubes,
    Decision,
    EventId,
    Faction,
    Flag,
    IssueId,
    OptionId,
    RegionId,
    StrategyId,
    Unit,
)

if TYPE_CHECKING:
    AnyUnit = str
else:
    AnyUnit = Literal[("any", "available", *REGIONS)]

Reclaimable = Annotated[int, Meta(ge=0, le=RECLAIM_MOST)]
Verdict = Literal["open", "kept", "broken", "void"]


class Clause(Struct, frozen=True, gc=False, tag_field="clause", tag=snake, forbid_unknown_fields=True, kw_only=True):
    """An undertaking of one side. Clauses marked `later` are promises: recorded, but not binding (15.4)."""

    by: Faction
    later: bool = False


class Transfer(Clause, frozen=True, kw_only=True):
    """15.2: exhaust available influence so that another side takes as much back. It happens at once, unless it is
    promised for later."""

    to: Faction
    cubes: Annotated[int, Meta(ge=1, le=TRANSFER_MOST)]


class SettleIssue(Clause, frozen=True, kw_only=True):
    """To settle this issue (4.3)."""

    issue: IssueId


class TakeOption(Clause, frozen=True, kw_only=True):
    """To choose this option if the issue is settled or bid for and the side wins it (5.1 d)."""

    issue: IssueId
    option: OptionId


class Decide(Clause, frozen=True, kw_only=True):
    """To give this answer when this event, as crisis or as conference, asks a question of that kind (5.2, 5.5, 9.3,
    9.4). A player without regions means that player with any regions."""

    event: EventId
    answer: Decision


class ModifyDie(Clause, frozen=True, kw_only=True):
    """To modify the next uprising die of a region by this much (9.2)."""

    region: RegionId
    modifier: Annotated[int, Meta(ge=-1, le=1)]


class BidAtMost(Clause, frozen=True, kw_only=True):
    """Not to bid more than this for an issue, in the order of 10.3; without strength and cubes, to pass (10.1)."""

    issue: IssueId
    strength: Annotated[int, Meta(ge=0, le=4)] = 0
    cubes: Cubes = 0


class StayOff(Clause, frozen=True, kw_only=True):
    """To place no cubes on an issue this turn or, as a promise, until it is settled (4.1)."""

    issue: IssueId


class PlaceOn(Clause, frozen=True, kw_only=True):
    """To place this many cubes on an issue (4.1). Without a minimum the clause only limits what is placed there."""

    issue: IssueId
    least: Cubes = 1
    most: Cubes = CUBES


class ReclaimCubes(Clause, frozen=True, kw_only=True):
    """To reclaim this many cubes (4.2, 13.4). Without a minimum the clause only limits what is reclaimed."""

    least: Reclaimable = 1
    most: Reclaimable = RECLAIM_MOST


class WithdrawUnit(Clause, frozen=True, kw_only=True):
    """To reclaim the unit that is deployed in a region (4.2), or to leave it where it stands."""

    region: RegionId
    stay: bool = False


class DeployUnit(Clause, frozen=True, kw_only=True):
    """To deploy this unit, or any, to a space (8.1)."""

    region: RegionId
    column: Column
    unit: AnyUnit = "any"


class DemobiliseUnit(Clause, frozen=True, kw_only=True):
    """To demobilise this unit, as a military action (8.3) or in a mutiny (6.2)."""

    unit: Unit


class StandDown(Clause, frozen=True, kw_only=True):
    """To make no military action (3.1)."""


class AdvanceIssue(Clause, frozen=True, kw_only=True):
    """5.3"""

    issue: IssueId


class AdvanceEvent(Clause, frozen=True, kw_only=True):
    """5.3: also says whether a cube goes on it."""

    event: EventId
    cube: Literal["free", "with", "without"] = "free"


class TakeDiscarded(Clause, frozen=True, kw_only=True):
    """To take this issue from the discards (5.4)."""

    issue: IssueId


class DrawNew(Clause, frozen=True, kw_only=True):
    """To draw two issues instead of taking a discard (5.4)."""


class KeepDrawn(Clause, frozen=True, kw_only=True):
    """If this issue is drawn, to put it into the Waiting Room, or on the discard pile (5.4)."""

    issue: IssueId
    discard: bool = False


class BidAtLeast(Clause, frozen=True, kw_only=True):
    """To bid at least this for an issue before passing, in the order of 10.3."""

    issue: IssueId
    strength: Annotated[int, Meta(ge=0, le=4)] = 0
    cubes: Cubes = 1


class NavalFlags(Clause, frozen=True, kw_only=True):
    """To give this flag to this many of the naval tokens whose flag is free (5.1 d)."""

    issue: IssueId
    flag: Flag
    tokens: Annotated[int, Meta(ge=1, le=3)] = 1


class DraftStrategy(Clause, frozen=True, kw_only=True):
    """11.1"""

    strategy: StrategyId


class Words(Clause, frozen=True, kw_only=True):
    """Anything else, in free words. It never binds; the other parties say whether it was kept."""

    text: Annotated[str, Meta(min_length=1, max_length=280)]


Clauses = (
    Transfer
    | SettleIssue
    | TakeOption
    | NavalFlags
    | Decide
    | PlaceOn
    | StayOff
    | ReclaimCubes
    | WithdrawUnit
    | DeployUnit
    | DemobiliseUnit
    | StandDown
    | AdvanceIssue
    | AdvanceEvent
    | TakeDiscarded
    | DrawNew
    | KeepDrawn
    | ModifyDie
    | BidAtLeast
    | BidAtMost
    | DraftStrategy
    | Words
)
"""In the order of a turn, in which the form for offers lists them."""


class Deal(Struct, frozen=True):
    """An offer, or a deal once every party has accepted this version."""

    id: str
    by: Side
    parties: tuple[Side, ...]
    clauses: tuple[Clauses, ...]
    public: bool
    turn: int
    version: int = 1
    accepted: tuple[Side, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    """One for each clause once the deal is struck."""

    @property
    def struck(self) -> bool:
        return bool(self.verdicts)

    def seen_by(self, side: Side | None) -> bool:
        """15.1: tell whether a side may see the deal. Offers are open or private; struck deals are open, unless the
        table keeps them secret."""
        return self.public or side in self.parties

    def awaits(self, side: Side) -> bool:
        """Tell whether this side still has to answer the offer."""
        return not self.verdicts and side in self.parties and side not in self.accepted


class Orders(Struct, frozen=True):
    """Answers given in advance; orders.py defines when they apply."""

    pass_without_stake: bool = False
    never_modify: bool = False
    decline: tuple[EventId, ...] = ()
    no_deals: bool = False


class Ceiling(Struct, frozen=True):
    """The secret maximum of a side's bids for an issue: up to this it bids, then it passes or is asked."""

    issue: IssueId
    units: int
    local: bool
    cubes: int
    then: Literal["pass", "ask"]
