"""A game's texts without markup: for programs, and wherever else markup has no place."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup, escape
from msgspec import Struct

from app.words.catalogue import words_of
from app.words.reader import Reader
from engine.core.game import AnyGame
from engine.core.refusal import Refusal
from engine.core.state import Side


class PlainReader(Reader):
    """A Reader whose sides are names without discs; its sentences still have links until they are `text`."""

    def side(self, side: Side) -> Markup:
        return escape(self.name(side))

    def text(self, thing: Struct) -> str:
        """Return anything a game tells, including refusals, as plain text."""
        return (self.refusal(thing) if isinstance(thing, Refusal) else self.told(thing)).striptags()


@cache
def plain_reader_of(game: AnyGame, language: str) -> PlainReader:
    return PlainReader(game, words_of(language, game.key))
