"""Looks through recorded games for listed situations: each choice of a record is a moment, and a game's tests list the
moments that its records must contain.

A game's list maps a name to a function that tells whether a moment is such a situation; `missed` returns the names
without any moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from engine.core.choice import Choice
from engine.core.journal import Entry
from engine.core.record import Replay, read
from engine.core.state import AnyState, Side

StateT = TypeVar("StateT", bound=AnyState)
EntryT = TypeVar("EntryT", bound=Entry)
MomentT = TypeVar("MomentT", bound="Moment[Any]")


class Moment(NamedTuple, Generic[StateT]):
    """One choice: the position it was made in, the position after it, and the entries of the log that it added."""

    before: StateT
    side: Side
    choice: Choice
    after: StateT
    news: list[Entry]

    @property
    def step(self) -> Any:
        """Return the step that was pending."""
        return self.before.agenda[-1]

    @property
    def over(self) -> bool:
        return not self.after.agenda

    def told(self, kind: type[EntryT], /, **facts: object) -> list[EntryT]:
        """Return the entries of a kind with these facts."""
        return [entry for entry in self.news if type(entry) is kind and has(entry, facts)]

    def in_a_row(self, first: type[Entry], second: type[Entry]) -> list[Any]:
        """Return the entries of the second kind that directly follow one of the first."""
        return [two for one, two in pairwise(self.news) if type(one) is first and type(two) is second]


def has(entry: Entry, facts: Mapping[str, object]) -> bool:
    return all(getattr(entry, name) == fact for name, fact in facts.items())


def moments(file: Path, kind: type[MomentT]) -> Iterator[MomentT]:
    """Yield every choice of a record."""
    game, record = read(file.read_bytes())
    before: Any = None
    for entry, state, news in Replay(game, record):
        if before is not None:
            chosen = record.choices[entry - 1]
            yield kind(before, chosen.side, chosen.choice, state, news)
        before = game.clone(state)


def missed(files: Iterable[Path], listed: Mapping[str, Callable[[MomentT], object]], kind: type[MomentT]) -> list[str]:
    """Return the listed names that no moment of these records fulfils."""
    missing = dict(listed)
    for file in files:
        for moment in moments(file, kind):
            for name in [name for name, met in missing.items() if met(moment)]:
                del missing[name]
    return list(missing)


def line(what: str, one: Any) -> str:
    """Name one line of a list by what it is about and by a number, a word, or a kind of choice or entry."""
    return f"{what} {one if isinstance(one, str | int) else one.__struct_config__.tag}"
