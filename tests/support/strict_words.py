"""A reader of catalogues without the fallbacks for games that have no words yet, and checks of what a good sentence
looks like. It serves the tests of every game's words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import Any

import pytest
from markupsafe import Markup

from app.words.catalogue import words_of
from app.words.reader import Reader
from engine.core.game import AnyGame

MAKESHIFT = re.compile(r"None|_|\bTrue\b|\bFalse\b|(?<!\w)–(?!\w)|\.\.|Struct|\s[.,;:)]|\(\)|: *$|  ")


class Strict(Reader):
    """A reader that remembers what it produced."""

    def __init__(self, game: AnyGame, language: str) -> None:
        self.used: set[str] = set()
        super().__init__(game, words_of(language, game.key))

    def sentence(self, key: str, facts: Any) -> Markup | None:
        found = super().sentence(key, facts)
        self.used |= {key} if found is not None else set()
        return found

    def plainly(self, key: str, facts: Any) -> Markup:
        raise AssertionError(f"{key} has no sentence for {list(facts)}")

    def well_said(self, markup: Markup) -> str:
        said = text(markup)
        assert said
        assert f"{self.game.key}." not in said, said
        assert not MAKESHIFT.search(said.replace("…", "")), said
        return said


@contextmanager
def strictly(game: AnyGame, language: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Strict]:
    """Yield a strict reader; while it is in use, a thing without a name in the catalogue fails the test."""

    def no_name(name: str) -> str:
        assert not name[0].isalpha(), f"{name!r} has no name in {language}"
        return name

    with monkeypatch.context() as patch:
        patch.setattr("app.words.reader.readable", no_name)
        yield Strict(game, language)


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attributes: Any) -> None:
        self.seen.add(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def text(markup: Markup) -> str:
    """Return the plain text of markup, in which only sides and clauses may have tags."""
    tags = Tags()
    tags.feed(str(markup))
    assert tags.seen <= {"span", "i", "b", "a"}, markup
    return tags.text
