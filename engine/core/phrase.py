"""Phrases: what a game has to say, as the key of a sentence and its facts, never as text.

An entry, a choice or a question is said by the sentence of its own name with its own fields. Where that is not enough,
because another sentence fits better or a part is a sentence of its own, the game's `phrase` returns one of these
instead; app puts it into the reader's language. Phrases are never part of a position.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct


class Phrase(Struct, frozen=True):
    """A sentence with its facts, as in `Phrase("entry.chess.castled", {"side": "white"})`: the key is the whole key in
    the catalogues. A fact is a number, a side, the name of a thing, a phrase, a struct that has one, Verbatim, or a
    tuple of such."""

    key: str
    facts: Mapping[str, Any] = {}


class Verbatim(Struct, frozen=True):
    """Text that a person wrote, shown as it is."""

    text: str
