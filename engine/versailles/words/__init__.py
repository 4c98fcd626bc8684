"""The words of Versailles. en.po, it.po and es.po hold the sentences and the names of cards and places. The modules
pick the sentence for an entry of the log, a question or a choice where its own name and fields are not enough: entries,
questions, choices, deals for chapter 15, and parts, which all of them share. The game's record passes `phrase` to the
site.
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
    """Return the phrase of a thing; None if the sentence under its own name fits."""
    if isinstance(thing, Choice) and (answered := choices.ANSWERS.get(type(thing))):
        return answered(thing, step)
    said = PHRASES.get(type(thing))
    return said(thing) if said else None
