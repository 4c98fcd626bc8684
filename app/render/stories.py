"""Groups the news of a choice into stories: entries that the game tells as one, such as a power's automatic turn. Pages
show the first entry of a story; the others unfold below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.core.game import AnyGame
from engine.core.journal import Entry


class Story(Struct, frozen=True):
    """An entry and those that unfold below it; most have none."""

    line: Entry
    rest: tuple[Entry, ...] = ()


def stories(game: AnyGame, news: Sequence[Entry]) -> Iterator[Story]:
    """Yield all entries once and in order, whatever the game says: a run that goes back is ignored, and one beyond the
    end is cut."""
    at, runs = 0, game.showing.folds(news) if game.showing.folds else ()
    for run in sorted(runs, key=lambda run: run.start):
        if run.step != 1 or run.start < at:
            continue
        yield from map(Story, news[at : run.start])
        if told := news[run.start : run.stop]:
            yield Story(told[0], tuple(told[1:]))
        at = max(run.stop, run.start)
    yield from map(Story, news[at:])
