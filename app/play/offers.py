"""What a side may choose, as the decision panel shows it: a few answers written out, or blanks to fill in where there
are too many. Made from any game's menu alone; called by play.decision.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from math import prod
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.play.blanks import Blank, blanks_of
from engine.core.choice import Choice
from engine.core.game import AnyGame
from engine.core.menu import Either, Menu

LISTED = 200
"""Answers that are looked at one by one."""
FEW = 14
"""Answers of a kind that are written out as buttons."""
TRIED = 2_000
"""Conceivable answers of a kind that are tried out to find the legal ones."""


class Offer(Struct, frozen=True):
    """One kind of answer: all of them, if they could be listed, and blanks, if a form can ask for it. `described` is
    what the menu says of itself."""

    tag: str
    choices: tuple[Choice, ...] = ()
    blanks: tuple[Blank, ...] = ()
    described: Any = None

    @property
    def few(self) -> bool:
        """Whether they are better written out."""
        return bool(self.choices) and (len(self.choices) <= FEW or not self.blanks)


def offers(game: AnyGame, menu: Menu) -> list[Offer]:
    """All that a menu offers, in its own order."""
    return [offer for part in parts(menu) if part for offer in offers_of(game, part)]


def parts(menu: Menu) -> Iterator[Menu]:
    if isinstance(menu, Either):
        for inner in menu.menus:
            yield from parts(inner)
    else:
        yield menu


def offers_of(game: AnyGame, menu: Menu) -> Iterator[Offer]:
    listed = list(islice(menu, LISTED + 1))
    description = menu.describe()
    kinds = [kind for kind in game.choices if kind in menu.types]
    for kind in kinds:
        described = about(tag_of(kind), description)
        those = [choice for choice in listed if type(choice) is kind] if len(listed) <= LISTED else tried(kind, menu)
        offer = wide(kind, described) if those is None else narrow(kind, those, described)
        if offer:
            yield offer


def narrow(kind: type[Choice], choices: list[Choice], described: Any) -> Offer | None:
    """These and no others."""
    if not choices:
        return None
    blanks = tuple(fitted(blank, choices) for blank in blanks_of(kind) or ())
    return Offer(tag_of(kind), tuple(choices), blanks, described)


def fitted(blank: Blank, choices: list[Choice]) -> Blank:
    """With the words and bounds that occur in these choices."""
    values = [getattr(choice, blank.name) for choice in choices]
    if blank.kind == "word":
        return replace(blank.among(values), optional=None in values)
    if blank.kind == "number":
        return replace(blank, least=min(values), most=max(values))
    if blank.kind == "ticks":
        return blank.among({word for value in values for word in value})
    if blank.kind == "counts":
        return blank.among({word for value in values for word, _ in value})
    return blank


def wide(kind: type[Choice], described: Any) -> Offer | None:
    """Too many to list: as its type says, with the words that the menu's description mentions. None if no form can ask
    for it."""
    blanks = blanks_of(kind)
    if not blanks:
        return None
    mentioned = set(mentions(described))
    fit = (blank.among(mentioned) if mentioned & set(blank.words) else blank for blank in blanks)
    return Offer(tag_of(kind), blanks=tuple(fit), described=described)


def tried(kind: type[Choice], menu: Menu) -> list[Choice] | None:
    """The legal ones among all conceivable choices of a type; None if there are too many to try."""
    blanks = blanks_of(kind)
    domains = [domain(blank) for blank in blanks or ()]
    if blanks is None or None in domains or prod(len(values or ()) for values in domains) > TRIED:
        return None
    all_values = product(*(values for values in domains if values))
    choices = (kind(*values) for values in all_values)
    return [choice for choice in choices if menu.check(choice) is None]


def domain(blank: Blank) -> tuple[Any, ...] | None:
    """All that can be filled in; None if that is not a short list."""
    if blank.kind == "truth":
        return (False, True)
    if blank.kind == "word":
        return (*blank.words, None) if blank.optional else blank.words
    if blank.kind == "number" and blank.least is not None and blank.most is not None:
        return tuple(range(blank.least, min(blank.most, blank.least + TRIED) + 1))
    return None


def about(tag: str, described: Any) -> Any:
    """What a description says of one kind of answer, wherever it stands in it; all of it if that can't be told."""
    return next(said_of(tag, described), described)


def said_of(tag: str, described: Any) -> Iterator[Any]:
    if isinstance(described, dict):
        if described.get("do") == tag:
            yield described
        for inner in described.values():
            yield from said_of(tag, inner)
    elif isinstance(described, list | tuple):
        for inner in described:
            yield from said_of(tag, inner)


def mentions(described: Any) -> Iterator[str]:
    """All words in a description, wherever they stand."""
    match msgspec.to_builtins(described):
        case str(word):
            yield word
        case dict(fields):
            for key, value in fields.items():
                yield str(key)
                yield from mentions(value)
        case list(values) | tuple(values):
            for value in values:
                yield from mentions(value)


def tag_of(kind: type[Choice]) -> str:
    return str(kind.__struct_config__.tag)
