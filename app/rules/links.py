"""The links from a clause or a card, wherever it is named, to where it can be read: a clause in the rules (templates
know it as `clause(game, "5.4")`), a card in the gallery of its game, which a script opens on the spot (js/cards.js).
"""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup, escape

from app.rules.book import book
from app.words.catalogue import DEFAULT

REMEMBERED = 1_024
LINK = Markup('<a class="clause" href="/rules/{game}#{number}">{number}</a>')


def clause(game: str, number: str) -> Markup:
    """Just the number, if the game has no such clause to read."""
    found = book(game, DEFAULT)
    if found and number in found.known:
        return link(game, number)
    return escape(number)


@lru_cache(REMEMBERED)
def link(game: str, number: str) -> Markup:
    return LINK.format(game=game, number=number)


CARD = Markup('<a class="see" href="/rules/{game}/cards#{key}">{name}</a>')
SEEN = re.compile(r'<a class="see" href="([^"]*)">(.*?)</a>')


def card(game: str, key: str, name: str) -> Markup:
    return CARD.format(game=game, key=key, name=name)


def cards_in(html: Markup) -> Markup:
    """The links to the cards that are named there, each once."""
    return Markup(" ").join(dict.fromkeys(Markup(found[0]) for found in SEEN.finditer(html)))  # noqa: S704 - was markup


def keys_in(html: Markup) -> tuple[str, ...]:
    """The keys of the cards that are named there, each once."""
    return tuple(dict.fromkeys(place.partition("#")[2] for place, _ in SEEN.findall(html)))


def unlinked(html: Markup) -> Markup:
    """The same with the bare names of cards, for buttons and summaries, in which no link may stand."""
    return Markup(SEEN.sub(r"\2", html))  # noqa: S704 - was markup and still is
