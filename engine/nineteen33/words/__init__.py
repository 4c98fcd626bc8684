"""The words of 1933. en.po, it.po and es.po hold the sentences, and the names of places and cards; the modules say
which sentence an entry, a question or a choice is told by, where its own name and fields don't tell enough: entries the
journals, questions what is asked, choices what is answered, with parts that all of them share. GAME gives `phrase` to
the site; calendar has `turn_name`.

A Power may be one or several, and of either gender in Italian and Spanish, so most sentences say what happens without a
verb that a Power is the subject of: "{leader}: alliance with Spain".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.core.phrase import Phrase
from engine.core.step import Step
from engine.nineteen33.words import choices, entries, parts, questions

PHRASES: dict[type[Struct], Callable[[Any], Phrase]] = {
    **parts.PHRASES,
    **entries.PHRASES,
    **questions.PHRASES,
    **choices.PHRASES,
}


def phrase(thing: Struct, _step: Step[Any] | None) -> Phrase | None:
    """None: by the sentence of its own name."""
    said = PHRASES.get(type(thing))
    return said(thing) if said else None
