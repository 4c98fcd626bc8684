"""What Versailles tells. Everything is open (1.4) but what concerns two sides only."""

from __future__ import annotations

from engine.core.journal import Entry
from engine.core.state import Side
from engine.versailles.choices import Decision


class GameOpened(Entry, frozen=True):
    first: Side
    table: tuple[str, ...]
    waiting_room: tuple[str, ...]
    event: str


class TurnBegan(Entry, frozen=True):
    side: Side
    turn: int


class Placed(Entry, frozen=True):
    side: Side
    cubes: tuple[tuple[str, int], ...]


class Reclaimed(Entry, frozen=True):
    side: Side
    cubes: int
    units: int
    withdrawn: tuple[str, ...]


class Settled(Entry, frozen=True):
    """4.3: the active side settles this issue."""

    side: Side
    issue: str


class Awarded(Entry, frozen=True):
    """5.1: with the cubes each other side got back."""

    side: Side
    issue: str
    returned: tuple[tuple[Side, int], ...]


class OptionChosen(Entry, frozen=True):
    side: Side
    issue: str
    option: str
    tokens: tuple[str, ...]


class ConferenceHeld(Entry, frozen=True):
    side: Side
    event: str


class ConferenceDeclined(Entry, frozen=True):
    side: Side
    event: str


class Advanced(Entry, frozen=True):
    side: Side
    issue: str
    event: str
    cube: bool


class TakenFromDiscards(Entry, frozen=True):
    side: Side
    issue: str
    cubes: int


class DrewIssues(Entry, frozen=True):
    side: Side
    issues: tuple[str, ...]


class KeptIssue(Entry, frozen=True):
    side: Side
    issue: str
    discarded: str | None


class Crisis(Entry, frozen=True):
    event: str


class EventsReshuffled(Entry, frozen=True):
    events: int


class HappinessChanged(Entry, frozen=True):
    nation: str
    by: int
    now: int


class UnrestChanged(Entry, frozen=True):
    """`lost`: so much of the change could not be made (7.1)."""

    region: str
    by: int
    now: int
    lost: int


class KegMoved(Entry, frozen=True):
    region: str
    by: int
    now: int


class Deployed(Entry, frozen=True):
    """`came_from`: the region the unit stood in, if any."""

    side: Side
    region: str
    column: int
    came_from: str | None


class Demobilised(Entry, frozen=True):
    side: Side
    unit: str
    space: int
    mutiny: bool


class UnitsWithdrawn(Entry, frozen=True):
    side: Side
    regions: tuple[str, ...]


class UnitRecovered(Entry, frozen=True):
    side: Side
    unit: str


class InfluenceExhausted(Entry, frozen=True):
    side: Side
    cubes: int


class InfluenceRecovered(Entry, frozen=True):
    side: Side
    cubes: int


class InfluenceTransferred(Entry, frozen=True):
    """15.2"""

    giver: Side
    taker: Side
    cubes: int


class InfluenceReturned(Entry, frozen=True):
    """All cubes on an issue went back to their owners."""

    issue: str
    cubes: tuple[tuple[Side, int], ...]


class RegionDrawn(Entry, frozen=True):
    die: int
    region: str | None


class TargetChosen(Entry, frozen=True):
    by: Side
    target: Side
    regions: tuple[str, ...]
    event: str = ""


class BranchChosen(Entry, frozen=True):
    side: Side
    branch: int
    event: str = ""


class EventAnswered(Entry, frozen=True):
    """Any other answer to what an event card, or the uprising it led to, asked."""

    side: Side
    event: str
    answer: Decision


class Announced(Entry, frozen=True):
    """9.2: a die modifier."""

    side: Side
    region: str
    by: int


class UprisingRolled(Entry, frozen=True):
    region: str
    die: int
    modifier: int
    needed: int
    uprising: bool


class RegionCalm(Entry, frozen=True):
    """9.2: the unrest stands in a column where nothing happens."""

    region: str


class Suffers(Entry, frozen=True):
    """9.3: nobody where `side` is None."""

    region: str
    side: Side | None


class SufferingRolled(Entry, frozen=True):
    region: str
    rolls: tuple[tuple[Side, int], ...]


class Unsettled(Entry, frozen=True):
    side: Side
    issue: str
    tokens: tuple[str, ...]


class Raised(Entry, frozen=True):
    side: Side
    issue: str
    units: int
    local: bool
    cubes: int


class PassedBid(Entry, frozen=True):
    side: Side
    issue: str


class BidWon(Entry, frozen=True):
    side: Side
    issue: str
    units: int
    local: bool
    cubes: int


class NobodyBid(Entry, frozen=True):
    issue: str


class DraftBegan(Entry, frozen=True):
    order: tuple[Side, ...]


class StrategyDrafted(Entry, frozen=True):
    side: Side
    strategy: str


class PointScored(Entry, frozen=True):
    """14.3: with so many points in all, and so many to win."""

    side: Side
    points: int
    goal: int


class FactionTaken(Entry, frozen=True):
    """14.10: the player is another faction now."""

    was: Side
    side: Side


class NothingDone(Entry, frozen=True):
    """3.2: no political action was possible."""

    side: Side


class GameEnded(Entry, frozen=True):
    reason: str


ENTRIES = (
    GameOpened,
    TurnBegan,
    Placed,
    Reclaimed,
    Settled,
    Awarded,
    OptionChosen,
    ConferenceHeld,
    ConferenceDeclined,
    Advanced,
    TakenFromDiscards,
    DrewIssues,
    KeptIssue,
    Crisis,
    EventsReshuffled,
    HappinessChanged,
    UnrestChanged,
    KegMoved,
    Deployed,
    Demobilised,
    UnitsWithdrawn,
    UnitRecovered,
    InfluenceExhausted,
    InfluenceRecovered,
    InfluenceTransferred,
    InfluenceReturned,
    RegionDrawn,
    TargetChosen,
    BranchChosen,
    EventAnswered,
    Announced,
    UprisingRolled,
    RegionCalm,
    Suffers,
    SufferingRolled,
    Unsettled,
    Raised,
    PassedBid,
    BidWon,
    NobodyBid,
    DraftBegan,
    StrategyDrafted,
    PointScored,
    FactionTaken,
    NothingDone,
    GameEnded,
)
