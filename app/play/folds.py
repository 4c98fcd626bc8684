"""Stories that fold: of what one choice told, the entries that a game tells as one, such as a power's automatic turn.
The first of them is the line that shows; the others open behind it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.core.game import AnyGame
from engine.core.journal import Entry


class Story(Struct, frozen=True):
    """An entry, and those that open behind it; most have none."""

    line: Entry
    rest: tuple[Entry, ...] = ()


def stories(game: AnyGame, news: Sequence[Entry]) -> Iterator[Story]:
    """All entries once and in their order, whatever the game says: a run that goes back is left out, and one that goes
    on beyond the end is cut there."""
    at, runs = 0, game.folds(news) if game.folds else ()
    for run in sorted(runs, key=lambda run: run.start):
        if run.step != 1 or run.start < at:
            continue
        yield from map(Story, news[at : run.start])
        if told := news[run.start : run.stop]:
            yield Story(told[0], tuple(told[1:]))
        at = max(run.stop, run.start)
    yield from map(Story, news[at:])
