"""A menu: what one side may choose in one position. It can check one answer, explain a refusal, list the answers lazily
and draw one at random; forms, legality, bots, the fuzzer and the API all use this one definition.

A narrow menu is `OneOf` a few choices. A wide one (place up to 15 cubes on two of five issues) subclasses `Menu`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, Generic

import msgspec
from msgspec import Struct
from typing_extensions import TypeVar

from engine.core.choice import Choice
from engine.core.refusal import Refusal, illegal

K = TypeVar("K", bound=Choice, default=Any)
"""The types of choice that a menu judges."""


class Menu(Generic[K]):
    """The legal choices of a side. Subclasses name the choice types they judge, and give `judge` and `__iter__`."""

    __slots__ = ()

    @property
    def types(self) -> frozenset[type[Choice]]:
        """The types of choice this menu judges."""
        raise TypeError(f"{type(self).__name__} must say which types of choice it judges")

    def check(self, choice: Choice) -> Refusal | None:
        """Return None if the choice is legal, else why not."""
        judged: Any = choice
        return self.judge(judged) if type(choice) in self.types else illegal("not_offered", "")

    def judge(self, choice: K) -> Refusal | None:
        """Do `check` for a choice of one of this menu's types."""
        raise TypeError(f"{type(self).__name__} must judge a choice")

    @property
    def open_ended(self) -> frozenset[type[Choice]]:
        """The types of which `__iter__` gives only the simplest, because nobody could list them all."""
        return frozenset()

    def countable(self) -> Iterator[Choice]:
        """Yield the legal choices of all types except the open-ended ones."""
        return (choice for choice in self if type(choice) not in self.open_ended)

    @property
    def terms(self) -> tuple[Struct, ...]:
        """Former agreements that narrow this menu now, to be shown beside it."""
        return ()

    @property
    def whole(self) -> Menu:
        """The menu as the rules alone give it, before an agreement narrowed it. Forms take the order of their answers
        and the bounds of their fields from it, and grey what `check` refuses."""
        return self

    def parts(self) -> Iterator[Menu]:
        """Yield the menus that it puts side by side, each with its own types of choice; a simple menu yields itself."""
        yield self

    def excluded(self) -> Iterator[tuple[Choice, Refusal]]:
        """Yield each choice that the rules alone would allow and an agreement forbids, with the reason and its clause,
        in the order of `whole`. Of a wide menu there may be thousands."""
        listed = self.whole if self.whole is not self else ()
        return ((choice, refused) for choice in listed if (refused := self.check(choice)) is not None)

    def specimens(self) -> Iterator[Choice]:
        """Yield choices that players may look for here: pages grey those that `check` refuses, and show why."""
        return iter(())

    def __iter__(self) -> Iterator[Choice]:
        """Yield every legal choice, made one at a time, always in the same order."""
        raise TypeError(f"{type(self).__name__} must list its choices")

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def sample(self, rng: Random) -> Choice:
        """Return one legal choice at random. Wide menus override it to avoid listing everything."""
        choices = list(self)
        return choices[int(rng.random() * len(choices))]

    def draw(self, rng: Random) -> Choice | None:
        """Do `sample`, or return None if there is no legal choice. Menus that find this out only by sampling override
        it."""
        return self.sample(rng) if self else None

    def describe(self) -> object:
        """Return the menu as plain data for forms and the API: by default the choices themselves."""
        return {"one_of": [msgspec.to_builtins(choice) for choice in islice(self, 200)]}


class OneOf(Menu):
    """A menu of a few given choices. `otherwise` explains the choices of the same types that are not among them."""

    __slots__ = ("choices", "clause", "otherwise")

    def __init__(
        self, *choices: Choice, clause: str = "", otherwise: dict[type[Choice], Refusal] | None = None
    ) -> None:
        self.choices = choices
        self.clause = clause
        self.otherwise = otherwise

    @property
    def types(self) -> frozenset[type[Choice]]:
        return frozenset(map(type, self.choices)) | frozenset(self.otherwise or ())

    def check(self, choice: Choice) -> Refusal | None:
        if choice in self.choices:
            return None
        return (self.otherwise or {}).get(type(choice)) or illegal("not_offered", self.clause)

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.choices)

    def __bool__(self) -> bool:
        return bool(self.choices)

    def sample(self, rng: Random) -> Choice:
        return self.choices[int(rng.random() * len(self.choices))]

    def draw(self, rng: Random) -> Choice | None:
        return self.choices[int(rng.random() * len(self.choices))] if self.choices else None


class Either(Menu):
    """Several menus side by side, each judging its own types of choice. `otherwise` explains types that none of them
    judges."""

    __slots__ = ("menus", "otherwise")

    def __init__(self, *menus: Menu, otherwise: dict[type[Choice], Refusal] | None = None) -> None:
        self.menus = menus
        self.otherwise = otherwise

    @property
    def types(self) -> frozenset[type[Choice]]:
        return frozenset().union(*(menu.types for menu in self.menus))

    def check(self, choice: Choice) -> Refusal | None:
        """Return None if any menu accepts the choice, else the refusal of the first one that judges its type."""
        refusal: Refusal | None = None
        for menu in self.menus:
            if type(choice) in menu.types:
                verdict = menu.check(choice)
                if verdict is None:
                    return None
                refusal = refusal or verdict
        return refusal or (self.otherwise or {}).get(type(choice)) or illegal("not_offered", "")

    @property
    def open_ended(self) -> frozenset[type[Choice]]:
        return frozenset().union(*(menu.open_ended for menu in self.menus))

    def parts(self) -> Iterator[Menu]:
        for menu in self.menus:
            yield from menu.parts()

    @property
    def terms(self) -> tuple[Struct, ...]:
        return tuple(dict.fromkeys(term for menu in self.menus for term in menu.terms))

    @property
    def whole(self) -> Menu:
        narrowed = any(menu.whole is not menu for menu in self.menus)
        return Either(*(menu.whole for menu in self.menus), otherwise=self.otherwise) if narrowed else self

    def specimens(self) -> Iterator[Choice]:
        """Yield those of the menus, and choices without fields that `otherwise` explains."""
        for menu in self.menus:
            yield from menu.specimens()
        yield from (kind() for kind in self.otherwise or () if not kind.__struct_fields__)

    def __iter__(self) -> Iterator[Choice]:
        for menu in self.menus:
            yield from menu

    def __bool__(self) -> bool:
        return any(self.menus)

    def sample(self, rng: Random) -> Choice:
        """Return a random menu's sample: a wide menu does not drown a narrow one."""
        menus = list(filter(None, self.menus))
        return menus[int(rng.random() * len(menus))].sample(rng)

    def describe(self) -> object:
        return {"either": [menu.describe() for menu in self.menus if menu]}


class Narrowed(Menu):
    """A menu without the choices that an agreement forbids. Subclasses give `forbids`, and `terms` to show why."""

    __slots__ = ("menu",)
    TRIES = 8
    """Draws from the whole menu before the allowed choices are listed."""

    def __init__(self, menu: Menu) -> None:
        self.menu = menu

    def forbids(self, choice: Choice) -> Refusal | None:
        """Return why a choice that the rules allow is forbidden; None if it is not."""
        raise TypeError(f"{type(self).__name__} must say what it forbids")

    @property
    def types(self) -> frozenset[type[Choice]]:
        return self.menu.types

    @property
    def open_ended(self) -> frozenset[type[Choice]]:
        return self.menu.open_ended

    @property
    def whole(self) -> Menu:
        return self.menu.whole

    def specimens(self) -> Iterator[Choice]:
        return self.menu.specimens()

    def check(self, choice: Choice) -> Refusal | None:
        """Refuse an impossible choice for its own reason first."""
        return self.menu.check(choice) or self.forbids(choice)

    def __iter__(self) -> Iterator[Choice]:
        return (choice for choice in self.menu if self.forbids(choice) is None)

    def sample(self, rng: Random) -> Choice:
        """Return a draw from the whole menu that happens to be allowed, in most cases; else one of the allowed
        choices."""
        drawn = (self.menu.sample(rng) for _ in range(self.TRIES))
        return next((choice for choice in drawn if self.forbids(choice) is None), None) or super().sample(rng)

    def describe(self) -> object:
        """Describe the menu with the agreements, to be shown at the decision they narrow."""
        return {"bound_by": [msgspec.to_builtins(term) for term in self.terms], "menu": self.menu.describe()}
