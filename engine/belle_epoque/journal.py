"""The entries of the log, by chapter; action_journal has those of chapter 8. All are open, except which Intrigue card
goes from a deck or a hand into a hand.
"""

from __future__ import annotations

from typing import Self

from engine.belle_epoque.action_journal import ACTION_ENTRIES
from engine.core.journal import Entry
from engine.core.state import Side

# 3: setup


class CubesSetUp(Entry, frozen=True):
    """3.3: a Power placed starting cubes."""

    rule = "3.3a"
    side: Side
    territories: tuple[str, ...]


class TurnOrderDrawn(Entry, frozen=True):
    rule = "3.0i"
    order: tuple[Side, ...]


# 4 to 6: turns, resources, events


class TurnBegan(Entry, frozen=True):
    rule = "2.6g"
    turn: int
    order: tuple[Side, ...]


class PhaseBegan(Entry, frozen=True):
    """4.0: a phase of the turn began. The log has it as a heading only."""

    rule = "4.0"
    turn: int
    phase: str


class RoundBegan(Entry, frozen=True):
    """8.0a: a Power's round began, or the turn of an automated one. The log has it as a heading only."""

    rule = "8.0a"
    turn: int
    side: Side


class EventsShuffled(Entry, frozen=True):
    """6.1b: the number of cards now in the draw pile."""

    rule = "6.1b"
    era: int
    cards: int


class ResourcesTaken(Entry, frozen=True):
    rule = "5.0a"
    side: Side
    money: int
    cubes: int


class EventDrawn(Entry, frozen=True):
    rule = "6.0a"
    event: str


class EventRolled(Entry, frozen=True):
    """An event rolled a die. `cube` is the cube it hit there, if any; `armaments`: it hit an armament cube."""

    rule = "6.2b"
    territory: str
    die: int
    cube: Side | None
    armaments: bool = False


class CardClaimed(Entry, frozen=True):
    """A Power keeps an event to the end of the game; `side` is None if none may."""

    rule = "6.0a"
    side: Side | None
    event: str


class MoneyChanged(Entry, frozen=True):
    """A card gave money, or took it."""

    rule = "8.6c"
    side: Side
    by: int


class EmbassiesChanged(Entry, frozen=True):
    """A card brought MD cubes into the Embassies, or took them from there."""

    rule = "8.6c"
    side: Side
    by: int


# 2.6, 8.2: cubes, Alliance and Control


class CubePlaced(Entry, frozen=True):
    """A cube came to a space other than by a mission; `replaced` returned to the general reserve."""

    rule = "6.2a"
    cube: Side
    territory: str
    space: int
    replaced: Side | None = None


class CubeRemoved(Entry, frozen=True):
    """A cube left the space for the general reserve. `dropped`: the upper cube of the contest took its place."""

    rule = "8.2.5b"
    cube: Side
    territory: str
    space: int
    dropped: Side | None = None


class AllianceBegan(Entry, frozen=True):
    rule = "2.6f"
    side: Side
    nation: str


class AllianceEnded(Entry, frozen=True):
    rule = "2.6f"
    side: Side
    nation: str


class ControlBegan(Entry, frozen=True):
    rule = "2.6f"
    side: Side
    territory: str


class ControlEnded(Entry, frozen=True):
    rule = "2.6f"
    side: Side
    territory: str


# 7: Intrigue


class IntrigueDrawn(Entry, frozen=True):
    """Other players see the number of cards, but not which."""

    rule = "7.0a"
    side: Side
    count: int
    cards: tuple[str, ...] = ()

    def seen_by(self, side: Side | None) -> Self:
        return self if side == self.side else type(self)(self.side, self.count)


class IntrigueKept(Entry, frozen=True):
    """7.0d: the discarded card lies face up."""

    rule = "7.0d"
    side: Side
    discarded: str
    card: str = ""

    def seen_by(self, side: Side | None) -> Self:
        return self if side == self.side else type(self)(self.side, self.discarded)


class IntrigueShuffled(Entry, frozen=True):
    rule = "7.0c"
    cards: int


class NoIntrigueLeft(Entry, frozen=True):
    rule = "7.0c"
    side: Side


# 9 to 11: preparation, scoring, Prestige


class PrestigeMoved(Entry, frozen=True):
    rule = "11.0a"
    side: Side
    by: int
    now: int


class PrestigeBonus(Entry, frozen=True):
    """11.1: `amount` is of cubes or money; an Intrigue card has an entry of its own, IntrigueDrawn."""

    rule = "11.1"
    side: Side
    kind: str
    amount: int


class TurnEnded(Entry, frozen=True):
    """9: the turn ended with this order for the next one."""

    rule = "9.0c"
    turn: int
    order: tuple[Side, ...]


class Scored(Entry, frozen=True):
    """10.1a: the points of one scoring by kind, and all VP so far."""

    rule = "10.1a"
    side: Side
    points: tuple[tuple[str, int], ...]
    vp: int


class GameEnded(Entry, frozen=True):
    rule = "10.2a"
    reason: str


ENTRIES = (
    CubesSetUp,
    TurnOrderDrawn,
    TurnBegan,
    PhaseBegan,
    RoundBegan,
    EventsShuffled,
    ResourcesTaken,
    EventDrawn,
    EventRolled,
    CardClaimed,
    MoneyChanged,
    EmbassiesChanged,
    CubePlaced,
    CubeRemoved,
    AllianceBegan,
    AllianceEnded,
    ControlBegan,
    ControlEnded,
    IntrigueDrawn,
    IntrigueKept,
    IntrigueShuffled,
    NoIntrigueLeft,
    PrestigeMoved,
    PrestigeBonus,
    TurnEnded,
    Scored,
    GameEnded,
    *ACTION_ENTRIES,
)
