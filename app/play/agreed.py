"""The answers that an agreement, such as a binding deal, takes out of a menu: forms show them greyed in their place
with the reason, and fields end where the agreement ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from engine.core.choice import Choice
from engine.core.menu import Menu, Narrowed
from engine.core.refusal import Refusal

LOOKED_THROUGH = 5_000
"""How many choices of a part of a menu are looked through for those that are left."""


class LeftOf(Narrowed):
    """The rest of one part of a menu; it describes itself like the whole part."""

    __slots__ = ("narrowed",)

    def __init__(self, part: Menu, narrowed: Menu) -> None:
        super().__init__(part)
        self.narrowed = narrowed

    def forbids(self, choice: Choice) -> Refusal | None:
        return self.narrowed.check(choice)

    def describe(self) -> object:
        return self.menu.describe()


Row = tuple[Choice, Refusal | None]
"""A choice that the rules allow, and why an agreement forbids it."""


class Agreed(Struct, frozen=True):
    """The rest of one kind of answer: all choices in their order, and by the names of fields (`cubes`, `cubes.syria`)
    the reason why a field is bounded or a word is ruled out."""

    rows: tuple[Row, ...] = ()
    barred: Mapping[str, Refusal] = {}

    @property
    def reasons(self) -> list[Refusal]:
        """The reasons why fields are bounded, each once."""
        all_of_them = list(self.barred.values())
        return [refusal for at, refusal in enumerate(all_of_them) if refusal not in all_of_them[:at]]


def agreed_in(part: LeftOf, kind: type[Choice]) -> Agreed:
    whole = (choice for choice in islice(part.menu, LOOKED_THROUGH) if type(choice) is kind)
    rows = tuple((choice, part.forbids(choice)) for choice in whole)
    return Agreed(rows, barred_in(rows)) if any(refusal for _, refusal in rows) else Agreed()


def barred_in(rows: tuple[Row, ...]) -> dict[str, Refusal]:
    possible: dict[str, set[Any]] = {}
    for choice, refusal in rows:
        for name, value in values_of(choice):
            possible.setdefault(name, set())
            if refusal is None:
                possible[name].add(value)
    found: dict[str, Refusal] = {}
    for choice, refusal in rows:
        for name, value in values_of(choice) if refusal else ():
            if refusal and not reached(possible[name], value):
                found.setdefault(name if isinstance(value, int) else f"{name}.{value}", refusal)
    return found


def reached(possible: set[Any], value: Any) -> bool:
    """Tell whether a field may still hold this value: a number has to lie within the bounds of the possible ones."""
    if isinstance(value, int) and not isinstance(value, bool):
        return bool(possible) and min(possible) <= value <= max(possible)
    return value in possible


def values_of(choice: Choice) -> Iterator[tuple[str, Any]]:
    """Yield the words and numbers in the fields of a choice."""
    for name, value in asdict(choice).items():
        if isinstance(value, tuple):
            yield from ((name, one[0] if isinstance(one, tuple) else one) for one in value)
        elif value is not None:
            yield name, value
