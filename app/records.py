"""Recorded games as files: whether they go the same way under today's rules, and their position at any point. It reads
files and changes nothing.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from engine.core.door import menu, waiting
from engine.core.game import AnyGame
from engine.core.journal import Entry, seen
from engine.core.menu import Menu
from engine.core.reading import LARGEST, Unreadable
from engine.core.record import AnyRecord, Differs, Replay, crash, read
from engine.core.state import AnyState, Side

LISTED = 20
"""How many answers of a menu are written out."""


class Verdict(Struct):
    """The result for one file of `horloge record check`."""

    file: str
    result: Literal["same", "differs", "unreadable"]
    game: str | None = None
    entries: int | None = None
    rules: str | None = None
    """The version of the rules under which the record was written."""
    rules_today: str | None = None
    rated: bool | None = None
    entry: int | None = None
    """The first entry that differs; `what` differs there, `expected` and `came` are the two values."""
    what: str | None = None
    expected: Any = None
    came: Any = None
    place: str | None = None
    """Where the file cannot be read; `problem` says why."""
    problem: str | None = None

    def __str__(self) -> str:
        if self.result == "unreadable":
            return f"{self.file}: {self.place}: {self.problem}"
        under = f"under rules {self.rules_today}{written(self.rules, self.rules_today)}"
        if self.result == "same":
            return f"{self.file}: the same in all {self.entries} entries {under}"
        return f"{self.file}: {Differs(self.entry or 0, self.what or '', self.expected, self.came)} {under}"


def written(rules: str | None, today: str | None) -> str:
    """Return a note with the version of the rules under which a record was written, if today's is another."""
    return "" if rules == today else f", written under rules {rules}"


def contents(path: Path) -> bytes:
    """Return the content of a file, or enough of it to show that it is no record. Raises Unreadable."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise Unreadable("file", error.strerror or str(error), "field") from None


def verdict(path: Path) -> Verdict:
    """Check whether the game in this file is the same under today's rules."""
    try:
        game, record = read(contents(path))
    except Unreadable as error:
        return Verdict(str(path), "unreadable", place=error.place, problem=error.problem)
    known = {"game": game.key, "entries": len(record.choices), "rules": record.rules, "rules_today": game.rules}
    judged = Verdict(str(path), "same", **known, rated=record.rated)  # type: ignore[arg-type]
    try:
        for _ in Replay(game, record):
            pass
    except Unreadable as error:
        judged.result, judged.place, judged.problem = "unreadable", error.place, error.problem
    except Differs as differs:
        judged.result, judged.entry, judged.what = "differs", differs.entry, differs.what
        judged.expected, judged.came = differs.expected, differs.came
    return judged


class Waited(Struct):
    """A side that has to decide, and the clause of the rules that asks it."""

    side: Side
    clause: str


class Legal(Struct):
    """The choices of a side: its menu's description, and the first of its answers."""

    menu: Any
    first: list[Any]
    more: bool


class Look(Struct):
    """One point of a record, as `side` or the public may see it."""

    game: str
    title: str
    rules: str
    """Today's version."""
    sides: tuple[Side, ...]
    side: Side | None
    over: bool
    waiting: list[Waited]
    points: dict[Side, int]
    view: dict[str, Any]
    told: list[Any]
    """The news of the last entry."""
    at: int = 0
    entries: int = 0
    written: str = ""
    """The version of the rules under which the record was written."""
    legal: dict[Side, Legal] | None = None
    stopped: str | None = None
    """Why the record cannot be followed further than this under today's rules."""


def look(game: AnyGame, record: AnyRecord, at: int | None, side: Side | None, legal: bool) -> Look:
    """Show the record after entry `at`, or as far as it can be followed. Raises Differs or Unreadable if `at` is out of
    reach."""
    entry, state, news, stopped = reached(game, record, at)
    try:
        shown = seen_as(side, game, state, news)
        if legal:
            menus = {one: menu(game, state, one) for one in ([side] if side else state.sides)}
            shown.legal = {one: described(offered) for one, offered in menus.items() if offered}
    except Exception as error:
        raise Differs(entry, "the position", "one that can be shown", crash(error)) from error
    shown.at, shown.entries, shown.stopped = entry, len(record.choices), stopped
    shown.written = record.rules
    return shown


def seen_as(side: Side | None, game: AnyGame, state: AnyState, news: list[Entry]) -> Look:
    return Look(
        game=game.key,
        title=game.title,
        rules=game.rules,
        sides=state.sides,
        side=side,
        over=not state.agenda,
        waiting=[Waited(asked, state.agenda[-1].clause) for asked in waiting(game, state)],
        points=game.totals(state),
        view=msgspec.to_builtins(game.view(state, side), str_keys=True),
        told=msgspec.to_builtins(seen(news, side), str_keys=True),
    )


def reached(game: AnyGame, record: AnyRecord, at: int | None) -> tuple[int, AnyState, list[Entry], str | None]:
    """Return the position after entry `at`; without `at`, the last one before the record goes differently."""
    last = None
    try:
        for entry, state, news in Replay(game, record):
            last = entry, game.clone(state), news, None
            if entry == at:
                break
    except Differs as differs:
        if last is None or at is not None:
            raise
        return *last[:3], str(differs)
    assert last is not None
    return last


def described(offered: Menu) -> Legal:
    first = list(islice(offered, LISTED + 1))
    return Legal(offered.describe(), msgspec.to_builtins(first[:LISTED]), len(first) > LISTED)
