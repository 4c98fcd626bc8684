"""Chapter 1: the position of Versailles 1919: where every cube, unit and card is. pieces.py and tracks.py move them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from typing_extensions import TypeVar

from engine.core.state import Side, State
from engine.core.step import Step
from engine.versailles.cards.board import UNITS
from engine.versailles.cards.issues import ISSUES
from engine.versailles.clauses import Ceiling, Deal, Orders

if TYPE_CHECKING:
    from engine.versailles.cards.kinds import Issue

StepT = TypeVar("StepT", default=Step["Versailles[Any]"])


class Settlement(Struct, frozen=True):
    """A settled issue: its holder, the option chosen, and the tokens on it."""

    side: Side
    option: str = ""
    tokens: tuple[str, ...] = ()


class Versailles(State[StepT]):
    length: str = "standard"
    factions: tuple[Side, ...] = ()
    """Every faction with cubes, clockwise: the sides, and the shared USA of two players (13.1)."""
    turn: int = 0
    active: Side = ""
    """1.5: the side whose turn it is; the USA while a player acts for it (13.2)."""
    player: Side = ""
    """The side of the person whose turn it is; alone, the faction the player is now, whose turn it may not be
    (14.10)."""
    goal: int = 0
    """14.3: the points that win a solitaire game; 0 with more players."""
    scored: dict[Side, int] = {}
    """14.3: the points scored so far, by the faction the player was."""

    idle: int = 0
    """3.2: turns in a row in which no political action was possible."""

    table: list[str] = []
    waiting_room: list[str] = []
    issue_deck: list[str] = []
    """Decks and discard piles end with their top card."""
    issue_discard: list[str] = []
    event: str = ""
    """The event on the Table; empty after its conference (5.2) until another advances (5.3)."""
    event_holder: Side = ""
    """The side whose cube is on the event."""
    events_waiting: list[str] = []
    event_deck: list[str] = []
    event_discard: list[str] = []

    cubes: dict[str, dict[Side, int]] = {}
    """Cubes on the issues of Table and Waiting Room; issues without any are missing."""
    available: dict[Side, int] = {}
    exhausted: dict[Side, int] = {}
    units_available: dict[Side, int] = {}
    units_exhausted: dict[Side, int] = {}
    deployed: dict[Side, dict[str, int]] = {}
    """The column of each deployed unit, by region."""
    demobilised: dict[Side, int] = {}
    home: list[Side] = []
    """8.3: the side on each space of the demobilisation track, best first; empty: free."""

    happiness: dict[Side, int] = {}
    kegs: dict[str, int] = {}
    unrest: dict[str, int] = {}

    settled: dict[str, Settlement] = {}
    settling: str = ""
    """The issue of the settlement under way, for the effects that follow it."""
    winner: Side = ""
    """The side it was awarded to. Cards mean the holder of the moment, so nothing depends on this since rules 2; it is
    kept because the hashes of older games include it."""
    raised: tuple[str, ...] = ()
    """The regions in which the chosen option raised unrest."""
    uprisings: int = 0
    """The checks that led to an uprising; the first one brings the strategies (9.7)."""
    unsettlings: int = 0
    """How many issues have become unsettled so far."""
    offered: list[str] = []
    """2.6: the strategies not yet drafted."""
    strategies: dict[Side, str] = {}

    dealing: bool | Literal["secret"] = True
    """Whether the table plays with deals (chapter 15), and whether struck deals may stay secret."""
    deals: dict[str, Deal] = {}
    """Open offers, and the ledger of struck deals."""
    deals_made: dict[str, int] = {}
    """The number of offers made in each circle of parties, to name the next one."""
    orders: dict[Side, Orders] = {}
    ceilings: dict[Side, dict[str, Ceiling]] = {}
    """Secret maximums by issue. Orders and maximums are known to their side only."""

    @property
    def secret_deals(self) -> bool:
        """15.1: tell whether a deal struck in private stays private."""
        return self.dealing == "secret"

    def answers_for(self, faction: Side) -> Side:
        """Return the side whose player is asked for a decision of this faction: its own, or the active one for the
        shared USA (13.3); alone, the player answers for every faction (14.12)."""
        return faction if faction in self.sides and not self.goal else self.player

    @property
    def last_asked(self) -> Side:
        """13.2: return the last side of an order that ends with the active side: the active player, also while the
        shared USA acts."""
        return self.player if self.is_shared(self.active) else self.active

    def is_bot(self, faction: Side) -> bool:
        """14.1: tell whether a faction of a game alone is not the player's."""
        return self.goal > 0 and faction != self.player

    def is_shared(self, faction: Side) -> bool:
        """13.1: tell whether this is the USA that two players share, which has no player of its own."""
        return faction not in self.sides

    def clockwise(self, first: Side) -> tuple[Side, ...]:
        """Return all factions in turn order, this one first."""
        at = self.factions.index(first)
        return self.factions[at:] + self.factions[:at]

    def after(self, side: Side) -> tuple[Side, ...]:
        """Return all factions in turn order, this one last."""
        first, *others = self.clockwise(side)
        return (*others, first)

    def leader(self, issue: str) -> Side | None:
        """1.5: return the side with strictly more cubes on the issue than any other."""
        best, leading = 0, None
        for side, cubes in self.cubes.get(issue, {}).items():
            if cubes > best:
                best, leading = cubes, side
            elif cubes == best:
                leading = None
        return leading

    def controlled(self, side: Side) -> list[str]:
        """Return the issues settled before this side."""
        return [issue for issue, settlement in self.settled.items() if settlement.side == side]

    @property
    def settling_holder(self) -> Side:
        """5.5: return the side that holds the issue of the settlement under way now; none once it is unsettled and not
        won again."""
        return self.settled[self.settling].side if self.settling in self.settled else ""

    def tokens(self, kind: str) -> int:
        """12.3: count the tokens of a kind on all settled issues, whatever their flag."""
        return sum(
            token.partition(":")[0] == kind for settlement in self.settled.values() for token in settlement.tokens
        )

    def in_play(self, side: Side) -> int:
        """6.2: count the units available, exhausted or deployed."""
        return UNITS - self.demobilised.get(side, UNITS)


def card(issue: str) -> Issue:
    return ISSUES[issue]
