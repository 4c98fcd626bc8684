"""Worked examples: small cases of a game's rules, written as data in a form of the game's own. `Game.examples` reads a
file of them; `horloge examples` and the tests carry them out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct


class Difference(Struct, frozen=True):
    """A difference between an example and the rules: its path in the example, the expected and the actual value."""

    path: str
    expected: Any
    got: Any


@dataclass(frozen=True)
class Example:
    """A well-formed example. Each call of `differences` carries it out again; none means that it holds."""

    name: str
    differences: Callable[[], Iterable[Difference]]


ExamplesReader = Callable[[bytes], Sequence[Example]]
"""Reads a whole file before any of it is played. Raises `engine.core.reading.Unreadable`, whose place begins with the
example, for wrong form, unknown words and impossible outcomes."""
