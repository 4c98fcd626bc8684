"""Catalogues: keyed sentences in one language, read from gettext files when somebody first asks for them. The site's
are in this folder, a game's in a folder `words` beside its rules; either may be divided into chapters, each a folder.

What a language lacks is said in English; what English lacks shows as its key, and a test fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from gettext import c2py
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from markupsafe import Markup, escape

from app.paths import CATALOGUES
from engine.core import registry

LANGUAGES = {"en": "English", "it": "Italiano", "es": "Español"}
DEFAULT = "en"
SAID = 2_048
"""Sentences that are remembered with their facts."""

Sentences = dict[str, tuple[str, ...]]
"""By key, in all plural forms; a sentence without a plural has one."""


class Words:
    """The sentences of one language."""

    def __init__(self, language: str, sentences: Sentences, plural: Callable[[int], int]) -> None:
        self.language, self.sentences, self.plural = language, sentences, plural
        self.say_again = lru_cache(SAID, typed=True)(self.say_anew)

    def sentence(self, key: str, number: int | None = None) -> str | None:
        """The sentence as it is in the catalogue; None if there is none."""
        forms = self.sentences.get(key)
        if forms is None:
            return None
        return forms[0] if number is None or len(forms) == 1 else forms[self.plural(number)]

    def say(self, key: str, **facts: object) -> Markup:
        """The sentence with its facts, safe to put on a page: facts are escaped, unless they are markup."""
        try:
            return self.say_again(key, **facts)
        except TypeError:  # a fact that can't be remembered, such as a list
            return self.say_anew(key, **facts)

    def say_anew(self, key: str, **facts: object) -> Markup:
        return escape(self.sentence(key, number_in(facts.values())) or key).format(**facts)


def number_in(facts: Iterable[object]) -> int | None:
    """The fact that a plural goes by."""
    return next((fact for fact in facts if type(fact) is int), None)


@cache
def words_of(language: str, game: str = "") -> Words:
    """The site's words, and those of a game with them."""
    catalogues = [read(file) for folder in (CATALOGUES, *folders(game)) for file in files(folder, language)]
    said = {key: forms for catalogue in catalogues for key, forms in sentences_of(catalogue).items()}
    english = words_of(DEFAULT, game).sentences if language != DEFAULT else {}
    return Words(language, english | said, c2py(catalogues[0].plural_expr))


def folders(*games: str) -> list[Path]:
    """Where the words of these games are, if they have any."""
    found = (registry.folder(game) / "words" for game in games if game)
    return [folder for folder in found if folder.is_dir()]


def files(folder: Path, language: str) -> list[Path]:
    """The files of one language, of all chapters."""
    return sorted(file for where in (".", "*") for file in folder.glob(f"{where}/{language}.po"))


def read(file: Path) -> Catalog:
    with file.open("rb") as opened:
        return read_po(opened, abort_invalid=True)


def sentences_of(catalogue: Catalog) -> Sentences:
    """All that a file says."""
    found: Sentences = {}
    for message in catalogue:
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            found[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return found
