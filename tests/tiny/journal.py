"""What the Antechamber tells. Draws, offers and orders are known to some only."""

from __future__ import annotations

from typing import Self

from engine.core.journal import Entry
from engine.core.state import Side


class Published(Entry, frozen=True):
    side: Side
    dispatch: int


class Collected(Entry, frozen=True):
    side: Side
    coins: int


class UsherGave(Entry, frozen=True):
    side: Side


class Rolled(Entry, frozen=True):
    die: int


class Raised(Entry, frozen=True):
    side: Side
    coins: int


class Passed(Entry, frozen=True):
    side: Side


class AuctionWon(Entry, frozen=True):
    side: Side
    dispatch: int
    coins: int


class Discarded(Entry, frozen=True):
    dispatch: int


class Leaked(Entry, frozen=True):
    side: Side


class BallotShown(Entry, frozen=True):
    stakes: tuple[tuple[Side, int], ...]
    winner: Side | None


class Drew(Entry, frozen=True):
    side: Side
    dispatch: int | None

    def seen_by(self, side: Side | None) -> Self:
        return self if side == self.side else type(self)(self.side, None)


class Whispered(Entry, frozen=True):
    by: Side
    to: Side
    coins: int

    def seen_by(self, side: Side | None) -> Self | None:
        return self if side in (self.by, self.to) else None


class Accepted(Entry, frozen=True):
    by: Side
    to: Side
    coins: int


class Ordered(Entry, frozen=True):
    side: Side
    on: bool

    def seen_by(self, side: Side | None) -> Self | None:
        return self if side == self.side else None


class OrderFired(Entry, frozen=True):
    side: Side

    def seen_by(self, side: Side | None) -> Self | None:
        return self if side == self.side else None


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
