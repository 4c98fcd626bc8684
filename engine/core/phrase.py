"""Phrases: what a game has to say, as the key of a sentence and what it is filled in with, never as text.

An entry, a choice, a question is said by the sentence of its own name with its own fields. Where that won't do,
because another sentence fits better or a part is a sentence of its own, the game's `phrase` gives one of these instead;
app puts it into the reader's language. Nothing here is ever in a position.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct


class Phrase(Struct, frozen=True):
    """`Phrase("entry.chess.castled", {"side": "white"})`: the whole key, as it stands in the catalogues. A fact is a
    number, a side, the name of a thing, a phrase, a struct that has one, Verbatim, or a tuple of such."""

    key: str
    facts: Mapping[str, Any] = {}


class Verbatim(Struct, frozen=True):
    """What a person wrote: shown as it is, whatever it looks like."""

    text: str
