"""Finds where two views of a game differ, down to the single values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import Struct

from engine.core.sides import named, plain_of


class Differing(NamedTuple):
    """A value of a view, before and after; None where it is missing."""

    path: tuple[str, ...]
    before: Any
    after: Any


def differing(before: Struct, after: Struct) -> Iterator[Differing]:
    """Yield the values that differ, in the order of the view. Dictionaries are looked into; lists are single values."""
    return differing_at((), plain_of(before), plain_of(after))


def differing_at(path: tuple[str, ...], before: Any, after: Any) -> Iterator[Differing]:
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys([*before, *after]):
            yield from differing_at((*path, named(key)), before.get(key), after.get(key))
    elif before != after:
        yield Differing(path, before, after)
