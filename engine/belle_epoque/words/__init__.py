"""The words of La Belle Époque. en.po, it.po and es.po hold the sentences and the names of cards and places. The
modules pick the sentence where the name and fields of a thing are not enough: entries for the log, questions for steps,
choices for answers, with parts that all of them share. GAME gives `phrase` and `turn_name` to the site.

Great Britain is singular and the Central Powers are plural, so sentences avoid a verb with a Power as its subject:
"{side}: 2 Fleets to Asia".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.belle_epoque.words import automated, choices, entries, parts, questions
from engine.core.choice import Choice
from engine.core.phrase import Phrase
from engine.core.step import Step

PHRASES: dict[type[Struct], Callable[[Any], Phrase]] = {
    **parts.PHRASES,
    **entries.PHRASES,
    **questions.PHRASES,
    **choices.PHRASES,
    **automated.PHRASES,
}
turn_name = parts.turn_name


def phrase(thing: Struct, step: Step[Any] | None) -> Phrase | None:
    """Return the sentence of a thing; None for the plain one under its own name."""
    if isinstance(thing, Choice) and (answered := choices.ANSWERS.get(type(thing))):
        return answered(thing, step)
    said = PHRASES.get(type(thing))
    return said(thing) if said else None
