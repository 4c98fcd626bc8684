"""Links a clause or a card, wherever it is named, to its text: a clause in the rules (templates know it as
`clause(game, "5.4")`), a card in the gallery of its game, which a script opens on the spot (js/cards.js).
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
    """Return the link to a clause; just the number if the game's rules have no such clause."""
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
    """Return the links to the cards named in markup, each once."""
    return Markup(" ").join(dict.fromkeys(Markup(found[0]) for found in SEEN.finditer(html)))  # noqa: S704 - was markup


def keys_in(html: Markup) -> tuple[str, ...]:
    """Return the keys of the cards named in markup, each once."""
    return tuple(dict.fromkeys(place.partition("#")[2] for place, _ in SEEN.findall(html)))


def unlinked(html: Markup) -> Markup:
    """Return the markup with the bare names of cards, for buttons and summaries, which may not contain links."""
    return Markup(SEEN.sub(r"\2", html))  # noqa: S704 - was markup and still is
