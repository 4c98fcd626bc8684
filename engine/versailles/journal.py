"""The entries of the log of Versailles. Everything is open (1.4) except what concerns two sides only."""

from __future__ import annotations

from engine.core.journal import Entry
from engine.core.state import Side
from engine.versailles.choices import Decision


class GameOpened(Entry, frozen=True):
    rule = "2.1"
    first: Side
    table: tuple[str, ...]
    waiting_room: tuple[str, ...]
    event: str


class TurnBegan(Entry, frozen=True):
    rule = "3.1"
    side: Side
    turn: int


class Placed(Entry, frozen=True):
    rule = "4.1"
    side: Side
    cubes: tuple[tuple[str, int], ...]


class Reclaimed(Entry, frozen=True):
    rule = "4.2"
    side: Side
    cubes: int
    units: int
    withdrawn: tuple[str, ...]


class Settled(Entry, frozen=True):
    """4.3: the active side decides to settle this issue."""

    rule = "4.3"
    side: Side
    issue: str


class Awarded(Entry, frozen=True):
    """5.1: the winner takes the issue; the entry holds the cubes each other side got back."""

    rule = "5.1"
    side: Side
    issue: str
    returned: tuple[tuple[Side, int], ...]


class OptionChosen(Entry, frozen=True):
    rule = "5.1"
    side: Side
    issue: str
    option: str
    tokens: tuple[str, ...]


class ConferenceHeld(Entry, frozen=True):
    rule = "5.2"
    side: Side
    event: str


class ConferenceDeclined(Entry, frozen=True):
    rule = "5.2"
    side: Side
    event: str


class Advanced(Entry, frozen=True):
    rule = "5.3"
    side: Side
    issue: str
    event: str
    cube: bool


class TakenFromDiscards(Entry, frozen=True):
    rule = "5.4"
    side: Side
    issue: str
    cubes: int


class DrewIssues(Entry, frozen=True):
    rule = "5.4"
    side: Side
    issues: tuple[str, ...]


class KeptIssue(Entry, frozen=True):
    rule = "5.4"
    side: Side
    issue: str
    discarded: str | None


class Crisis(Entry, frozen=True):
    rule = "5.5"
    event: str


class EventsReshuffled(Entry, frozen=True):
    rule = "5.5"
    events: int


class HappinessChanged(Entry, frozen=True):
    rule = "6.1"
    nation: Side
    by: int
    now: int


class UnrestChanged(Entry, frozen=True):
    """`lost`: how much of the change could not be made (7.1)."""

    rule = "7.1"
    region: str
    by: int
    now: int
    lost: int


class KegMoved(Entry, frozen=True):
    rule = "7.2"
    region: str
    by: int
    now: int


class Deployed(Entry, frozen=True):
    """`came_from`: the region the unit stood in, if any."""

    rule = "8.1"
    side: Side
    region: str
    column: int
    came_from: str | None


class Demobilised(Entry, frozen=True):
    rule = "8.3"
    side: Side
    unit: str
    space: int
    mutiny: bool


class UnitsWithdrawn(Entry, frozen=True):
    rule = "5.2"
    side: Side
    regions: tuple[str, ...]


class UnitRecovered(Entry, frozen=True):
    rule = "5.2"
    side: Side
    unit: str


class InfluenceExhausted(Entry, frozen=True):
    rule = "1.3"
    side: Side
    cubes: int


class InfluenceRecovered(Entry, frozen=True):
    rule = "1.3"
    side: Side
    cubes: int


class InfluenceTransferred(Entry, frozen=True):
    """15.2"""

    rule = "15.2"
    giver: Side
    taker: Side
    cubes: int


class InfluenceReturned(Entry, frozen=True):
    """All cubes on an issue went back to their owners."""

    rule = "1.3"
    issue: str
    cubes: tuple[tuple[Side, int], ...]


class RegionDrawn(Entry, frozen=True):
    rule = "1.6"
    die: int
    region: str | None


class TargetChosen(Entry, frozen=True):
    rule = "5.2"
    by: Side
    target: Side
    regions: tuple[str, ...]
    event: str = ""


class BranchChosen(Entry, frozen=True):
    rule = "5.2"
    side: Side
    branch: int
    event: str = ""


class EventAnswered(Entry, frozen=True):
    """Any other answer to what an event card, or the uprising it led to, asked."""

    rule = "5.2"
    side: Side
    event: str
    answer: Decision


class Announced(Entry, frozen=True):
    """9.2: a die modifier."""

    rule = "9.2"
    side: Side
    region: str
    by: int


class UprisingRolled(Entry, frozen=True):
    rule = "9.2"
    region: str
    die: int
    modifier: int
    needed: int
    uprising: bool


class RegionCalm(Entry, frozen=True):
    """9.2: the unrest is in a column where nothing happens."""

    rule = "9.2"
    region: str


class Suffers(Entry, frozen=True):
    """9.3: the side that suffers, or None if no side holds an issue there."""

    rule = "9.3"
    region: str
    side: Side | None


class SufferingRolled(Entry, frozen=True):
    rule = "9.3"
    region: str
    rolls: tuple[tuple[Side, int], ...]


class Unsettled(Entry, frozen=True):
    rule = "9.4"
    side: Side
    issue: str
    tokens: tuple[str, ...]


class Raised(Entry, frozen=True):
    rule = "10.1"
    side: Side
    issue: str
    units: int
    local: bool
    cubes: int


class PassedBid(Entry, frozen=True):
    rule = "10.1"
    side: Side
    issue: str


class BidWon(Entry, frozen=True):
    rule = "10.4"
    side: Side
    issue: str
    units: int
    local: bool
    cubes: int


class NobodyBid(Entry, frozen=True):
    rule = "10.5"
    issue: str


class DraftBegan(Entry, frozen=True):
    rule = "11.1"
    order: tuple[Side, ...]


class StrategyDrafted(Entry, frozen=True):
    rule = "11.1"
    side: Side
    strategy: str


class PointScored(Entry, frozen=True):
    """14.3: with the points so far, and the points that win."""

    rule = "14.3"
    side: Side
    points: int
    goal: int


class FactionTaken(Entry, frozen=True):
    """14.10: the player is another faction now."""

    rule = "14.10"
    was: Side
    side: Side


class NothingDone(Entry, frozen=True):
    """3.2: no political action was possible."""

    rule = "3.2"
    side: Side


class GameEnded(Entry, frozen=True):
    rule = "12.1"
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
