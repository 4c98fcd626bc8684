"""What the forms of a decision look at: what their templates read of the view and of the answers, found in the
templates themselves (`reads`). A form that nobody has filled in is drawn again only when something of that has changed.
Called by play.decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from msgspec import Struct

from app.paths import TEMPLATES
from app.play.reads import VIEW, Read, asked_for, attributes, besides, reads, uses

OFFERED, DECISION, ASIDE = "offered", "decision", "aside"
"""The names of the forms."""
OFFERS_OF = {OFFERED: "offered", DECISION: "asked", ASIDE: "aside"}
CALLED = ("asks", "lately")
"""What templates may ask with words written there."""
FACTS = ("step", "alone", "dead", "side", "panel")
"""What the look of an answer may depend on, besides the offer and what its template reads."""
FORMS = 1_024
"""Forms of which it is remembered what they look at: by the kinds of answers in them, for every game."""


class Look(Struct, frozen=True):
    """What a template looks at."""

    facts: tuple[str, ...]
    reads: tuple[Read, ...]
    """Of the view."""
    called: tuple[tuple[str, tuple[str, ...]], ...]
    """What it learns by asking."""
    offers: tuple[str, ...]
    """Of which panels it reads the answers; only a game's own may."""
    explains: bool
    """Whether it reads what the menu described."""

    def read(self, said: Mapping[str, Any]) -> list[Any]:
        seen = [read.get(said) for read in self.reads]
        told = [said[name](*words) for name, words in self.called]
        return [seen, told, [offer.digest for name in self.offers for offer in said[name]]]


@cache
def look_of(template: str) -> Look:
    used, own = uses(template) & besides(template), () if template.startswith("play/") else OFFERS_OF.values()
    return Look(
        tuple(name for name in FACTS if name in used),
        tuple(read for read in reads(template) if any(root == VIEW for root, _ in read.roots)),
        tuple((name, words) for name in CALLED for words in asked_for(template, name)),
        tuple(name for name in own if name in used),
        "described" in attributes(template),
    )


@lru_cache(FORMS)
def look_of_form(game: str, panel: str, tags: tuple[str, ...]) -> Look:
    """What a form with answers of these kinds looks at: its own templates and theirs, which know the question only
    where they answer it."""
    usual = f"play/{panel}.html"
    forms = [look_of(name) for name in dict.fromkeys((usual, own_template(game, panel, usual)))]
    answers = [look_of(answer_template(game, tag)) for tag in tags]
    looks = [*forms, *answers]
    facts = {name for look in answers for name in look.facts if name != "step" or panel == DECISION}
    return Look(
        tuple(sorted(facts.union(*(look.facts for look in forms)))),
        tuple({read.text: read for look in looks for read in look.reads}.values()),
        tuple(dict.fromkeys(call for look in looks for call in look.called)),
        tuple(dict.fromkeys(name for look in looks for name in look.offers)),
        any(look.explains for look in looks),
    )


@cache
def answer_template(game: str, tag: str) -> str:
    """What draws a kind of answer."""
    return own_template(game, f"decide/{tag}", "play/offer.html")


def answer_templates(game: str) -> list[str]:
    """Those that a game draws its kinds of answers with, and the forms around them."""
    own = sorted(path.name for path in (TEMPLATES / game / "decide").glob("*.html"))
    return [f"{game}/decide/{name}" for name in own] + [f"play/{name}.html" for name in (*OFFERS_OF, "offer")]


def own_template(game: str, name: str, usual: str) -> str:
    """The game's own template, or the one for any game's: of a kind of answer, of what is offered, of a preview."""
    own = f"{game}/{name}.html"
    return own if exists(own) else usual


@cache
def exists(template: str) -> bool:
    return (TEMPLATES / template).is_file()
