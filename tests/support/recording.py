"""A recording proxy for the values given to a template. It notes every read, also by templates that are included,
extended or imported, and reports undeclared reads by their path.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Self

from markupsafe import Markup
from msgspec import Struct

from app.pages import Calling, environment
from app.play.parts import draw
from app.play.reads import Called, Field, Given, Having, Read, Reads, Under, having
from app.words.reader import Reader

Place = tuple[Any, ...]
"""A path into the given values, with indices as they are in one position: the root, and the names and indices that
follow."""


def place_of(read: Read, given: Given) -> Place:
    return (read.root, *filter(None, [read.field]), *(step_of(step, given) for step in read.steps))


def step_of(step: object, given: Given) -> object:
    match step:
        case Field(name):
            return name
        case Under(index):
            return index.get(given)
        case Having(name, index):
            return "having", name, index.get(given)
    return step


class Account:
    """The reads of one rendering: those that its templates declare, and the undeclared ones."""

    def __init__(self, declared: list[Reads], given: Given, facts: frozenset[str] = frozenset()) -> None:
        self.given, self.facts = given, facts
        self.declared = defaultdict[Place, set[tuple[str, str]]](set)
        for said in declared:
            for read in said.items:
                self.declared[place_of(read, given)].add((said.template, read.text))
        self.used: set[tuple[str, str]] = set()
        self.undeclared: set[str] = set()
        self.html = Markup()

    def covers(self, place: Place) -> bool:
        """Tell whether everything at this place is declared."""
        found = [self.declared[place[:end]] for end in range(1, len(place) + 1) if place[:end] in self.declared]
        self.used.update(*found)
        return bool(found)

    def read(self, place: Place, text: str) -> None:
        if not self.covers(place):
            self.undeclared.add(text)

    def step(self, place: Place, text: str, value: Any) -> Any:
        """Return what the template gets there: the value if it is declared, a recording proxy if something inside it
        is."""
        within = any(one[: len(place)] == place for one in self.declared)
        if self.covers(place):
            return value
        if not within and place[1:]:
            self.undeclared.add(text)
            return value
        return value if value is None else Watched(self, place, text, value)

    def name(self, name: str, value: object) -> None:
        """Record that a template looked up a name."""
        if name in self.facts and value is not None and value is self.given.get(name):
            self.read((name,), name)

    def watched(self) -> dict[str, Any]:
        """Return the given values, wrapped so that reads are recorded."""
        found = dict(self.given)
        for root in {"view", "table"} & found.keys():
            found[root] = self.step((root,), root, found[root])
        for name in {"asks", "lately"} & found.keys():
            found[name] = self.noted(name, found[name])
        if "side" in found:
            found["side"] = Told(found["side"], lambda: self.read(("side",), "side"))
        return found

    def noted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: str) -> Any:
            said = ", ".join(f'"{word}"' for word in words)
            self.read((name, Called(words)), f"{name}({said})")
            return function(*words)

        return call


def noting(name: str) -> Callable[..., Any]:
    """Make a method that counts as reading the whole value."""

    def method(self: Watched, *others: Any) -> Any:
        return getattr(self._all(), name)(*others)

    return method


class Watched:
    """A value of which only a part is declared."""

    __slots__ = ("_account", "_place", "_text", "_value")

    def __init__(self, account: Account, place: Place, text: str, value: Any) -> None:
        self._account, self._place, self._text, self._value = account, place, text, value

    def _all(self) -> Any:
        self._account.read(self._place, self._text)
        return self._value

    def __getattr__(self, name: str) -> Any:
        if isinstance(self._value, Mapping) and name == "get":
            return self._get
        if not isinstance(self._value, Struct):
            return getattr(self._all() if hasattr(type(self._value), name) else self._value, name)
        return self._account.step((*self._place, name), f"{self._text}.{name}", getattr(self._value, name))

    def __getitem__(self, index: Any) -> Any:
        at = plain(index)
        place, text = (*self._place, at), f"{self._text}[{at!r}]"
        try:
            value = self._value[at]
        except (LookupError, TypeError):
            self._account.read(place, text)
            raise
        return self._account.step(place, text, value)

    def _get(self, index: Any, otherwise: Any = None) -> Any:
        try:
            return self[index]
        except LookupError:
            return otherwise

    def __contains__(self, index: Any) -> bool:
        if not isinstance(self._value, Mapping):
            return index in self._all()
        self._account.read((*self._place, plain(index)), f"{self._text}[{index!r}]")
        return plain(index) in self._value

    def __bool__(self) -> bool:
        return isinstance(self._value, Struct) or bool(self._all())

    __iter__, __len__, __str__, __repr__ = map(noting, ("__iter__", "__len__", "__str__", "__repr__"))
    __eq__, __hash__, __add__ = map(noting, ("__eq__", "__hash__", "__add__"))


class Told(str):
    """A side. Its use is recorded, unless it only serves as the key of a watched value."""

    __slots__ = ("note",)
    note: Callable[[], None]

    def __new__(cls, side: str, note: Callable[[], None]) -> Self:
        told = super().__new__(cls, side)
        told.note = note
        return told


def noting_side(name: str) -> Callable[..., Any]:
    def method(self: Told, *others: Any) -> Any:
        self.note()
        return getattr(plain(self), name)(*others)

    return method


ON_SIDES = ("eq", "ne", "hash", "str", "format", "add", "contains", "iter", "len")
"""Operations on a side other than looking something up by it."""
for name in ON_SIDES:
    setattr(Told, f"__{name}__", noting_side(f"__{name}__"))


def plain(index: Any) -> Any:
    """Return a side as a plain string."""
    return str.__str__(index) if isinstance(index, Told) else index


accounts: list[Account] = []
"""The renderings in progress."""


class Noting(Calling):
    """Records the names that templates look up."""

    def resolve_or_missing(self, key: str) -> Any:
        found = super().resolve_or_missing(key)
        if accounts:
            accounts[-1].name(key, found)
        return found


def having_noted(things: Any, name: str, value: Any) -> list[tuple[Any, Any]]:
    if isinstance(things, Watched):
        place, text = (*things._place, ("having", name, plain(value))), f'{things._text} | having("{name}", …)'
        things._account.read(place, text)
        things = things._value
    return having(things, name, value)


@contextmanager
def recording() -> Iterator[None]:
    """Within this context, templates record what they read of the values given to `record`."""
    usual, environment.context_class = environment.context_class, Noting
    environment.filters["having"] = having_noted
    try:
        yield
    finally:
        environment.context_class = usual
        environment.filters["having"] = having


def record(
    template: str, reader: Reader, declared: list[Reads], given: Given, facts: frozenset[str] = frozenset()
) -> Account:
    """Draw a template and return what it read."""
    account = Account(declared, given, facts)
    accounts.append(account)
    try:
        account.html = draw(template, reader, **account.watched())
    finally:
        accounts.pop()
    return account


def faults(template: str, account: Account) -> list[str]:
    """Return the undeclared reads as messages."""
    return [f"templates/{template} reads {text}: declare it" for text in sorted(account.undeclared)]
