"""What was made lately and may be wanted again: parts of pages, forms, lines of logs. Each kind is kept up to a number;
what nobody has asked for the longest goes first. Everything is found by what it was made from, so that it is never out
of date: forgetting it costs time and nothing else.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """The latest `most` things of a kind."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.things: OrderedDict[K, V] = OrderedDict()
        everything.append(self)

    def get(self, key: K, make: Callable[[], V]) -> V:
        """It, or it made now."""
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
    """As if nothing had been made yet."""
    for kept in everything:
        kept.things.clear()
