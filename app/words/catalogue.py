"""Catalogues: keyed sentences in one language, read from gettext files when first needed. The site's are in this
folder, a game's in a folder `words` beside its rules; either may be divided into chapters, each a folder. A sentence
missing in a language is shown in English; one missing in English shows as its key, and a test fails.
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
"""Size of the cache of sentences with their facts."""

Sentences = dict[str, tuple[str, ...]]
"""By key, with all plural forms; a sentence without a plural has one."""


class Words:
    """The sentences of one language."""

    def __init__(self, language: str, sentences: Sentences, plural: Callable[[int], int]) -> None:
        self.language, self.sentences, self.plural = language, sentences, plural
        self.say_again = lru_cache(SAID, typed=True)(self.say_anew)

    def sentence(self, key: str, number: int | None = None) -> str | None:
        """Return the sentence as it is in the catalogue; None if there is none."""
        forms = self.sentences.get(key)
        if forms is None:
            return None
        return forms[0] if number is None or len(forms) == 1 else forms[self.plural(number)]

    def say(self, key: str, **facts: object) -> Markup:
        """Return the sentence with its facts as markup: facts are escaped, unless they are markup."""
        try:
            return self.say_again(key, **facts)
        except TypeError:  # a fact that cannot be hashed, such as a list
            return self.say_anew(key, **facts)

    def say_anew(self, key: str, **facts: object) -> Markup:
        return escape(self.sentence(key, number_in(facts.values())) or key).format(**facts)


def number_in(facts: Iterable[object]) -> int | None:
    """Return the number that decides the plural."""
    return next((fact for fact in facts if type(fact) is int), None)


@cache
def words_of(language: str, game: str = "") -> Words:
    """Return the site's words, with those of a game."""
    catalogues = [read(file) for folder in (CATALOGUES, *folders(game)) for file in files(folder, language)]
    said = {key: forms for catalogue in catalogues for key, forms in sentences_of(catalogue).items()}
    english = words_of(DEFAULT, game).sentences if language != DEFAULT else {}
    return Words(language, english | said, c2py(catalogues[0].plural_expr))


def folders(*games: str) -> list[Path]:
    """Return the folders with the words of these games."""
    found = (registry.folder(game) / "words" for game in games if game)
    return [folder for folder in found if folder.is_dir()]


def files(folder: Path, language: str) -> list[Path]:
    """Return the files of one language in all chapters."""
    return sorted(file for where in (".", "*") for file in folder.glob(f"{where}/{language}.po"))


def read(file: Path) -> Catalog:
    with file.open("rb") as opened:
        return read_po(opened, abort_invalid=True)


def sentences_of(catalogue: Catalog) -> Sentences:
    """Return all sentences of a file."""
    found: Sentences = {}
    for message in catalogue:
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            found[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return found
