"""The words of Versailles. en.po, it.po and es.po hold the sentences, and the names of cards and places; the modules
say which sentence an entry, a question or a choice is told by, where its own name and fields don't tell enough: entries
the journal, questions what is asked, choices what is answered, deals chapter 15, with parts that all of them share.
GAME gives `phrase` to the site.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.core.choice import Choice
from engine.core.phrase import Phrase
from engine.core.step import Step
from engine.versailles.words import choices, deals, entries, parts, questions

PHRASES: dict[type[Struct], Callable[[Any], Phrase]] = {
    **parts.PHRASES,
    **entries.PHRASES,
    **questions.PHRASES,
    **choices.PHRASES,
    **deals.PHRASES,
}


def phrase(thing: Struct, step: Step[Any] | None) -> Phrase | None:
    """None: by the sentence of its own name."""
    if isinstance(thing, Choice) and (answered := choices.ANSWERS.get(type(thing))):
        return answered(thing, step)
    said = PHRASES.get(type(thing))
    return said(thing) if said else None
