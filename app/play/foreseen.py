"""What a choice would change on the board, for any game: the figures and words of a view that differ before and after
it. Called by play.decision; a game that says it better has templates/<game>/foreseen.html.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup
from msgspec import Struct, to_builtins

from app.words.reader import Reader

MOST = 12
"""Differences that are told; a game where more changes at once has a template of its own."""


class Difference(Struct, frozen=True):
    """One figure: what it is (`Coins`, `Red`), before and after."""

    what: tuple[Markup | str, ...]
    before: Markup
    after: Markup


def differences(reader: Reader, before: Struct, after: Struct) -> list[Difference]:
    """The first few, in the order of the view."""
    found = changed((), to_builtins(before), to_builtins(after))
    return [
        Difference(tuple(map(reader.label, path)), reader.fact(old, *path[:1]), reader.fact(new, *path[:1]))
        for path, old, new in list(found)[:MOST]
    ]


def changed(path: tuple[str, ...], old: Any, new: Any) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """Single values that differ, and where they stand; what is longer is on the board."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            yield from changed((*path, str(key)), old.get(key), new.get(key))
    elif old != new and not isinstance(old, dict | list) and not isinstance(new, dict | list):
        yield path, old, new
