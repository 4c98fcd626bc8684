"""The choices of a side, as the decision form shows them: a few answers written out, or blanks to fill in where there
are too many. They are made from any game's menu alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import islice, product
from math import prod
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.decide.agreements import Agreed, LeftOf, Row, agreed_in
from app.decide.form_fields import Blank, blanks_of
from engine.core.choice import Choice
from engine.core.game import AnyGame
from engine.core.menu import Menu
from engine.core.refusal import Refusal
from engine.core.sides import encoded

LISTED = 200
"""How many answers are looked at one by one."""
FEW = 14
"""How many answers of a kind are written out as buttons."""
REMEMBERED = 256
"""How many menus keep their offers and descriptions in the cache."""
TRIED = 2_000
"""How many conceivable answers of a kind are tried to find the legal ones."""


class AtRest(Struct, frozen=True):
    """The part of one kind of answer that shows before it is filled in: lists have no rows, and the menu's description
    is left out, since it is about filling in."""

    tag: str
    choices: tuple[Choice, ...]
    blanks: tuple[Blank, ...]
    agreed: Agreed
    described: None = None

    @property
    def few(self) -> bool:
        return are_few(self.rows, self.blanks)

    @property
    def rows(self) -> tuple[Row, ...]:
        return rows_of(self.choices, self.agreed)


class Offer(Struct, frozen=True, dict=True):
    """One kind of answer: all of them, if they could be listed, and blanks, if a form can ask for it."""

    kind: type[Choice]
    choices: tuple[Choice, ...]
    described: Any
    """The menu's description of it."""
    agreed: Agreed = Agreed()
    """The answers that an agreement takes out of it."""

    @property
    def tag(self) -> str:
        return tag_of(self.kind)

    @property
    def few(self) -> bool:
        """Whether its answers are better written out, greyed ones included."""
        return are_few(self.rows, self.blanks)

    @property
    def rows(self) -> tuple[Row, ...]:
        """All its answers in order; those that an agreement takes out, with the reason."""
        return rows_of(self.choices, self.agreed)

    @cached_property
    def blanks(self) -> tuple[Blank, ...]:
        """The blanks for what may be chosen; where that could not be listed, with the words that the description
        mentions. Computed when needed: a clause has many."""
        return self.narrowed(blanks_of(self.kind) or ())

    @cached_property
    def at_rest(self) -> AtRest:
        blanks = self.narrowed(blank.at_rest() for blank in blanks_of(self.kind) or ())
        return AtRest(self.tag, self.choices, blanks, self.agreed)

    def narrowed(self, blanks: Iterable[Blank]) -> tuple[Blank, ...]:
        if self.agreed.rows:
            whole = [choice for choice, _ in self.agreed.rows]
            return tuple(
                fit_blank(blank, self.choices or whole if blank.kind == "number" else whole) for blank in blanks
            )
        if self.choices:
            return tuple(fit_blank(blank, self.choices) for blank in blanks)
        mentioned = mentions(self.described)
        return tuple(blank.mentioned(mentioned) for blank in blanks)

    @cached_property
    def digest(self) -> bytes:
        """A digest of the whole offer."""
        return digest_of((self.tag, self.choices, self.described, self.agreed))

    @cached_property
    def digest_at_rest(self) -> bytes:
        return digest_of(self.at_rest)


def rows_of(choices: tuple[Choice, ...], agreed: Agreed) -> tuple[Row, ...]:
    return agreed.rows or tuple((choice, None) for choice in choices)


def are_few(rows: tuple[Row, ...], blanks: tuple[Blank, ...]) -> bool:
    return bool(rows) and (len(rows) <= FEW or not blanks)


def digest_of(what: object) -> bytes:
    return blake2b(encoded(what), digest_size=16).digest()


class Greyed(Struct, frozen=True):
    """An answer that players may look for but cannot choose now, and why."""

    tag: str
    choice: Choice
    refusal: Refusal


def greyed_answers(menu: Menu) -> list[Greyed]:
    """Return a menu's greyed answers in its own order, then one of each kind of which an agreement leaves nothing."""
    refused = [(choice, menu.check(choice)) for choice in menu.specimens()]
    known = {type(choice) for choice, refusal in refused if refusal}
    for part in menu.whole.parts() if menu.whole is not menu else ():
        for kind in part.types - known:
            refused += [(choice, menu.check(choice)) for choice in islice(part, 1) if type(choice) is kind]
    return [Greyed(tag_of(type(choice)), choice, refusal) for choice, refusal in refused if refusal]


def offers(game: AnyGame, menu: Menu) -> list[Offer]:
    """Return all that a menu offers, in its own order: that of the whole menu, where an agreement narrows it."""
    if menu.whole is menu:
        return [offer for part in menu.parts() if part for offer in offers_of(game, part)]
    left = [LeftOf(part, menu) for part in menu.whole.parts()]
    return [
        replace(offer, agreed=agreed_in(part, offer.kind)) for part in left if part for offer in offers_of(game, part)
    ]


def offers_of(game: AnyGame, menu: Menu) -> tuple[Offer, ...]:
    kinds, open_ended = kinds_of(game, menu.types), menu.open_ended
    listed = tuple(islice(menu.countable(), LISTED + 1))
    description = msgspec.json.encode(menu.describe())
    if len(listed) <= LISTED:
        return all_known(kinds, open_ended, listed, description)
    return make_offers({kind: None if kind in open_ended else try_choices(kind, menu) for kind in kinds}, description)


@lru_cache(REMEMBERED)
def kinds_of(game: AnyGame, types: frozenset[type[Choice]]) -> tuple[type[Choice], ...]:
    """Return the kinds in the game's order."""
    return tuple(kind for kind in game.choices if kind in types)


@lru_cache(REMEMBERED)
def all_known(
    kinds: tuple[type[Choice], ...], open_ended: frozenset[type[Choice]], listed: tuple[Choice, ...], description: bytes
) -> tuple[Offer, ...]:
    """Return the offers of a menu whose answers are all listed. It is cached, since most menus list and describe the
    same again and again, and for several sides."""
    those: dict[type[Choice], list[Choice] | None] = {kind: None if kind in open_ended else [] for kind in kinds}
    for choice in listed:
        if (of_kind := those.get(type(choice))) is not None:
            of_kind.append(choice)
    return make_offers(those, description)


def make_offers(choices: Mapping[type[Choice], list[Choice] | None], description: bytes) -> tuple[Offer, ...]:
    """Return an offer for each kind, given its answers, None where they are not all known. Kinds without answers that
    no form can ask for are dropped."""
    described = msgspec.json.decode(description)
    about = said_of_each(described) if SAYS in description else {}
    return tuple(
        Offer(kind, tuple(those or ()), about.get(tag_of(kind), described))
        for kind, those in choices.items()
        if those or (those is None and blanks_of(kind))
    )


SAYS = b'"do":"'
"""Marks what a description says about one kind of answer."""


def fit_blank(blank: Blank, choices: Sequence[Choice]) -> Blank:
    """Return the blank with the words and bounds that occur in these choices."""
    values = [getattr(choice, blank.name) for choice in choices]
    if blank.kind == "word":
        return replace(blank.among(values), optional=blank.nothing in values)
    if blank.kind == "number":
        return replace(blank, least=min(values), most=max(values))
    if blank.kind == "ticks":
        return blank.among({word for value in values for word in value})
    if blank.kind == "counts":
        return blank.among({word for value in values for word, _ in value})
    return blank


def try_choices(kind: type[Choice], menu: Menu) -> list[Choice] | None:
    """Return the legal ones among all conceivable choices of a type; None if there are too many to try."""
    blanks = blanks_of(kind)
    domains = [domain(blank) for blank in blanks or ()]
    if blanks is None or None in domains or prod(len(values or ()) for values in domains) > TRIED:
        return None
    all_values = product(*(values for values in domains if values))
    choices = (kind(*values) for values in all_values)
    return [choice for choice in choices if menu.check(choice) is None]


def domain(blank: Blank) -> tuple[Any, ...] | None:
    """Return all values of a blank; None if that is not a short list."""
    if blank.kind == "truth":
        return (False, True)
    if blank.kind == "word":
        return (*blank.words, blank.nothing) if blank.optional else blank.words
    if blank.kind == "number" and blank.least is not None and blank.most is not None:
        return tuple(range(blank.least, min(blank.most, blank.least + TRIED) + 1))
    return None


def said_of_each(described: Any) -> dict[str, Any]:
    """Return what a description says about each kind of answer, wherever it is in it; some kinds may have no entry."""
    found: dict[str, Any] = {}
    to_read = [described]
    while to_read:
        match to_read.pop():
            case dict(fields):
                if isinstance(tag := fields.get("do"), str):
                    found.setdefault(tag, fields)
                to_read += reversed(fields.values())
            case list(values):
                to_read += reversed(values)
    return found


def mentions(described: Any) -> set[str]:
    """Return all words in a description as it comes over the wire, wherever they are."""
    text = msgspec.json.encode(described).decode()
    return set(QUOTED.findall(text) if "\\" in text else text.split('"')[1::2])


QUOTED = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"')
"""Matches a JSON string, including escaped quotation marks."""


def tag_of(kind: type[Choice]) -> str:
    return str(kind.__struct_config__.tag)
