"""The entries of the Antechamber. Only some sides know draws, offers and orders."""

from __future__ import annotations

from typing import Self

from engine.core.journal import Confided, Entry
from engine.core.state import Side
from engine.core.topics import Topic


class Published(Entry, frozen=True):
    rule = "4.1"
    side: Side
    dispatch: int


class Collected(Entry, frozen=True):
    rule = "3.1"
    side: Side
    coins: int


class UsherGave(Entry, frozen=True):
    rule = "3.2"
    side: Side


class Rolled(Entry, frozen=True):
    rule = "4.1"
    die: int


class Raised(Entry, frozen=True):
    rule = "5.1"
    side: Side
    coins: int


class Passed(Entry, frozen=True):
    rule = "5.1"
    side: Side


class AuctionWon(Entry, frozen=True):
    rule = "5.2"
    side: Side
    dispatch: int
    coins: int


class Discarded(Entry, frozen=True):
    rule = "5.3"
    dispatch: int


class Leaked(Entry, frozen=True):
    rule = "5.4"
    side: Side


class BallotShown(Entry, frozen=True):
    rule = "6.1"
    stakes: tuple[tuple[Side, int], ...]
    winner: Side | None


class Drew(Entry, frozen=True):
    rule = "6.1"
    side: Side
    dispatch: int | None

    def seen_by(self, side: Side | None) -> Self:
        return self if side == self.side else type(self)(self.side, None)


class Whispered(Entry, frozen=True):
    rule = "7.1"
    by: Side
    to: Side
    coins: int

    def seen_by(self, side: Side | None) -> Self | None:
        return self if side in (self.by, self.to) else None


class Accepted(Entry, frozen=True):
    rule = "7.2"
    by: Side
    to: Side
    coins: int


class Ordered(Confided, frozen=True):
    rule = "7.3"
    on: bool


class OrderFired(Confided, frozen=True):
    rule = "7.3"


TOPICS = (Topic("deal", (Whispered, Accepted), recap=True), Topic("dice", (Rolled,)))


ENTRIES = (
    Published,
    Collected,
    UsherGave,
    Rolled,
    Raised,
    Passed,
    AuctionWon,
    Discarded,
    Leaked,
    BallotShown,
    Drew,
    Whispered,
    Accepted,
    Ordered,
    OrderFired,
)
