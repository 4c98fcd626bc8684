"""Groups the news of a choice into stories: entries that the game tells as one, such as a power's automatic turn. Pages
show the first entry of a story and those that the game picks; the others unfold below them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.core.game import AnyGame
from engine.core.grouping import Fold
from engine.core.journal import Entry


class Story(Struct, frozen=True):
    """The entries that show, and those that unfold below them; most stories have only one entry."""

    shown: tuple[Entry, ...]
    rest: tuple[Entry, ...] = ()


def stories(game: AnyGame, news: Sequence[Entry]) -> Iterator[Story]:
    """Yield all entries once and in order, except that the entries of a story that show come before its others."""
    at = 0
    for fold in folds(game, news):
        yield from alone(news[at : fold.run.start])
        yield told(news, fold)
        at = fold.run.stop
    yield from alone(news[at:])


def is_open(game: AnyGame, news: Sequence[Entry]) -> bool:
    """Tell whether the news end in the middle of a story."""
    return any(fold.is_open and fold.run.stop == len(news) for fold in folds(game, news))


def folds(game: AnyGame, news: Sequence[Entry]) -> Iterator[Fold]:
    """Yield the folds of a game in their order, whatever it says: a run that goes back or is empty is ignored, and one
    beyond the end is cut."""
    at, found = 0, [as_fold(one) for one in game.showing.folds(news)] if game.showing.folds else []
    for fold in sorted(found, key=lambda fold: fold.run.start):
        run = range(fold.run.start, min(fold.run.stop, len(news)), fold.run.step)
        if run and run.step == 1 and run.start >= at:
            yield Fold(run, fold.shown, fold.is_open)
            at = run.stop


def as_fold(found: range | Fold) -> Fold:
    return found if isinstance(found, Fold) else Fold(found)


def alone(news: Sequence[Entry]) -> Iterator[Story]:
    return (Story((entry,)) for entry in news)


def told(news: Sequence[Entry], fold: Fold) -> Story:
    first = fold.run.start
    shown = {first, *fold.shown}
    kept = (tuple(news[number] for number in fold.run if (number in shown) is on) for on in (True, False))
    return Story(*kept)
