"""The entries of Compass. Only two sides know which letter was taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from engine.core.journal import Entry
from engine.core.state import Side
from engine.core.topics import Topic
from tests.games.compass.state import Place


class RoundBegan(Entry, frozen=True):
    rule = "3.2"
    round: int
    first: Side


class Held(Entry, frozen=True):
    rule = "3.1"
    power: Side


class Mustered(Entry, frozen=True):
    rule = "3.2.1"
    power: Side
    place: Place


class CameToNothing(Entry, frozen=True):
    rule = "3.2.1a"
    power: Side


class Entered(Entry, frozen=True):
    rule = "4.1"
    power: Side
    origin: Place
    goal: Place


class BattleWon(Entry, frozen=True):
    """The marching army beat an army of the other power."""

    rule = "4.2.1a"
    power: Side
    against: Side
    place: Place
    die: int


class BattleLost(Entry, frozen=True):
    rule = "4.2.1b"
    power: Side
    against: Side
    place: Place
    die: int


class HomeEntered(Entry, frozen=True):
    rule = "4.3"
    power: Side
    owner: Side


class LetterTaken(Entry, frozen=True):
    rule = "4.3"
    power: Side
    owner: Side
    letter: int | None

    def seen_by(self, side: Side | None) -> Self:
        return self if side in (self.power, self.owner) else type(self)(self.power, self.owner, None)


class WindsShuffled(Entry, frozen=True):
    rule = "5.1.1"


class WindTurned(Entry, frozen=True):
    rule = "5.1.1"
    wind: str
    place: Place


class CrownMustered(Entry, frozen=True):
    rule = "5.1.2"


class CrownRested(Entry, frozen=True):
    rule = "5.1.3b"


TOPICS = (Topic("battles", (BattleWon, BattleLost), recap=True),)


def folds(told: Sequence[Entry]) -> Iterator[range]:
    """5.1: group the crown's turn into one story, up to the next round."""
    begins = next((n for n, entry in enumerate(told) if isinstance(entry, WindsShuffled | WindTurned)), None)
    if begins is not None:
        ends = next((n for n, entry in enumerate(told) if n > begins and isinstance(entry, RoundBegan)), len(told))
        yield range(begins, ends)


ENTRIES = (
    RoundBegan,
    Held,
    Mustered,
    CameToNothing,
    Entered,
    BattleWon,
    BattleLost,
    HomeEntered,
    LetterTaken,
    WindsShuffled,
    WindTurned,
    CrownMustered,
    CrownRested,
)
