"""Groups the log under the headings of its game, such as turns and rounds. A choice that ends one round and begins the
next has a line under each heading; the choices of one story, such as a contest, have one line together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec import Struct

from app.render.stories import is_open
from app.rooms.loading import Told
from engine.core.game import AnyGame
from engine.core.grouping import Heading
from engine.core.journal import Entry
from engine.core.phrase import Phrase
from engine.core.undo import WentBack

Titles = tuple[Phrase, ...]


class Line(Struct, frozen=True):
    """A line of the log. If a choice has several lines, only the first names the side that made it."""

    sequence: int
    side: str
    at: datetime
    news: tuple[Entry, ...]
    number: int = 0
    """The number of the line among those of its choice."""
    last: int = 0
    """The last of the choices that the line tells."""
    is_open: bool = False
    """Whether the next choice may go on with it."""

    @property
    def name(self) -> str:
        return f"{self.sequence}-{self.number}" if self.number else str(self.sequence)


class Group(Struct):
    """The lines under one heading, the oldest first. Lines before the first heading have none."""

    titles: Titles
    lines: list[Line]


def grouped(game: AnyGame, log: Sequence[Told]) -> list[Group]:
    """Return the groups of a readable log, the oldest first."""
    groups, ended = [Group((), [])], dict[int, Titles]()
    for told in log:
        number = 0
        for titles, news in parted(game, told, ended):
            if titles is not None:
                groups.append(Group(titles, []))
            if news:
                add(game, groups[-1].lines, told, number, news)
                number += 1
        ended[told.sequence] = groups[-1].titles
    return [group for group in groups if group.lines]


def parted(game: AnyGame, told: Told, ended: dict[int, Titles]) -> Iterator[tuple[Titles | None, list[Entry]]]:
    """Yield the news of a choice by heading; None stands for the heading before. Where a choice was taken back, the
    heading before that choice holds again."""
    titles, news = None, list[Entry]()
    for entry in told.news:
        heading = heading_of(game, entry, ended)
        if heading is None:
            news.append(entry)
        else:
            yield titles, news
            titles, news = heading.titles, [entry] if heading.is_line else []
    yield titles, news


def heading_of(game: AnyGame, entry: Entry, ended: dict[int, Titles]) -> Heading | None:
    if game.showing.headings is None:
        return None
    if isinstance(entry, WentBack):
        again = ended.get(entry.step - 1)
        return None if again is None else Heading(again, is_line=True)
    return game.showing.headings(entry)


def add(game: AnyGame, lines: list[Line], told: Told, number: int, news: list[Entry]) -> None:
    """Add a line, or go on with the one before."""
    before = lines[-1] if lines and lines[-1].is_open else None
    if before:
        lines.pop()
        news = [*before.news, *news]
    first = before or Line(told.sequence, "" if number else told.side, told.at, (), number)
    lines.append(
        Line(first.sequence, first.side, told.at, tuple(news), first.number, told.sequence, is_open(game, news))
    )
