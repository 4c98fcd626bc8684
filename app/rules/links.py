"""The link from a clause, wherever it is shown, to its text. Templates know it as `clause(game, "5.4")`."""

from __future__ import annotations

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
