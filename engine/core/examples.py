"""Worked examples: small cases of a game's rules, written down as data in a form of the game's own. `Game.examples`
reads a file of them; `horloge examples` and the tests carry them out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct


class Difference(Struct, frozen=True):
    """One thing that went otherwise than an example says: where in the example, what stands there, what came."""

    path: str
    expected: Any
    got: Any


@dataclass(frozen=True)
class Example:
    """One example in good form. `differences` carries it out anew each time it is called; none: it holds."""

    name: str
    differences: Callable[[], Iterable[Difference]]


ExamplesReader = Callable[[bytes], Sequence[Example]]
"""Reads a whole file before any of it is played. Raises `engine.core.reading.Unreadable`, whose place begins with the
example, for wrong form, unknown words and outcomes that are impossible."""
