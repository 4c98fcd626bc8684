"""A bounded cache of things that may be needed again: parts of pages, forms, lines of logs. Each kind has a maximum;
the least recently used goes first. The key is what a thing was made from, so it is never out of date: forgetting it
only costs time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """A least-recently-used cache of `most` things."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.things: OrderedDict[K, V] = OrderedDict()
        everything.append(self)

    def get(self, key: K, make: Callable[[], V]) -> V:
        """Return the cached thing, or make and cache it."""
        if key not in self.things:
            made = make()
            self.put(key, made)
            return made
        self.things.move_to_end(key)
        return self.things[key]

    def put(self, key: K, thing: V) -> None:
        self.things[key] = thing
        self.things.move_to_end(key)
        if len(self.things) > self.most:
            self.things.popitem(last=False)


everything: list[Kept[Any, Any]] = []


def forget() -> None:
    """Empty all caches."""
    for kept in everything:
        kept.things.clear()
