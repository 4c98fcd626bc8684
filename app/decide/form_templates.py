"""Finds the templates of decision forms and of their answers, and what these declare that they read (`reads`). A form
that is not filled in is drawn again only if something of that has changed; with an undeclared template it is drawn each
time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import Struct

from app.base.paths import TEMPLATES
from app.render.parts import view_type
from app.render.template_reads import Given, getter, reads
from engine.core.game import AnyGame

OFFERED, DECISION, ASIDE = "offered", "decision", "aside"
"""The names of the forms."""
OFFERS_OF = {OFFERED: "offered", DECISION: "asked", ASIDE: "aside"}
OFFERS = frozenset(OFFERS_OF.values())
GIVEN = ("view", "side", "step", "panel", "alone", "dead", "offer", *OFFERS, "asks", "lately")
"""Names that the template of an answer may declare."""
GIVEN_TO_FORMS = (*GIVEN, "key", "several", "answers", "terms", "impossible", "acts", "rehearsed", "suggested")
"""Names that the template of a form may declare."""
DESCRIBED = "offer.described"
IN_ANY_CASE = (DESCRIBED, "offer", "answers")
"""Reads that are part of the cache key in any case."""


class Look(Struct, frozen=True):
    """The reads of a template: how to get it, the forms whose answers it reads, and whether it reads the menu's
    description."""

    get: Callable[[Given], list[Any]]
    offers: tuple[str, ...]
    explains: bool

    def read(self, given: Given) -> list[Any]:
        """Return all of it as the key that identifies a rendering; answers, which are long, by their digests."""
        return [*self.get(given), *(offer.digest for name in self.offers for offer in given[name])]


@cache
def look_of(template: str) -> Look | None:
    """Return the declared reads of a template; None if it declares nothing."""
    said = reads(template)
    if said is None:
        return None
    named = [item.text for item in said.items]
    read = tuple(item for item in said.items if item.text not in {*IN_ANY_CASE, *OFFERS})
    return Look(getter(read), tuple(name for name in named if name in OFFERS), DESCRIBED in named)


def form_templates(game: str, panel: str) -> list[str]:
    """Return the templates of a form: the one for any game, and the game's own within it."""
    usual = f"play/{panel}.html"
    return [*dict.fromkeys((usual, own_template(game, panel, usual)))]


def check_forms(game: AnyGame) -> None:
    """Raise WrongReads if a template of the game's forms says that it reads what is not there."""
    forms = {template for panel in OFFERS_OF for template in form_templates(game.key, panel)}
    for template in forms.union(answer_templates(game.key)):
        if said := reads(template):
            said.check(GIVEN_TO_FORMS if template in forms else GIVEN, view=view_type(game))


@cache
def answer_template(game: str, tag: str) -> str:
    """Return the template that draws a kind of answer."""
    return own_template(game, f"decide/{tag}", "play/offer.html")


def answer_templates(game: str) -> list[str]:
    """Return the templates with which a game draws its kinds of answers."""
    own = sorted(path.name for path in (TEMPLATES / game / "decide").glob("*.html"))
    return [*(f"{game}/decide/{name}" for name in own), "play/offer.html"]


def own_template(game: str, name: str, usual: str) -> str:
    """Return the game's own template, or the one for any game: for a kind of answer, for offers, for a preview."""
    own = f"{game}/{name}.html"
    return own if exists(own) else usual


@cache
def exists(template: str) -> bool:
    return (TEMPLATES / template).is_file()
