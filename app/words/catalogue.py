"""Catalogues: keyed sentences in one language, read from gettext files when the language is first asked for.

What a language lacks is said in English; what English lacks shows as its key, and a test fails.
"""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from markupsafe import Markup, escape

from app.paths import CATALOGUES

LANGUAGES = {"en": "English", "it": "Italiano", "es": "Español"}
DEFAULT = "en"


class Words:
    """The sentences of one language."""

    def __init__(self, language: str, translations: GNUTranslations) -> None:
        self.language = language
        self.translations = translations

    def sentence(self, key: str, number: int | None = None) -> str | None:
        """The sentence as it is in the catalogue; None if there is none."""
        found = key if number is None else self.translations.ngettext(key, key, number)
        if found == key:
            found = self.translations.gettext(key)
        return None if found == key else found

    def say(self, key: str, **facts: object) -> Markup:
        """The sentence with its facts, safe to put on a page: facts are escaped, unless they are markup."""
        number = next((fact for fact in facts.values() if type(fact) is int), None)
        return escape(self.sentence(key, number) or key).format(**facts)


@cache
def words_of(language: str) -> Words:
    return Words(language, translations(language))


@cache
def translations(language: str) -> GNUTranslations:
    found = compiled(sorted((CATALOGUES / language).glob("*.po")))
    if language != DEFAULT:
        found.add_fallback(translations(DEFAULT))
    return found


def compiled(files: list[Path]) -> GNUTranslations:
    """These files as one catalogue."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    whole, *others = [
        read_po(BytesIO(file.read_bytes()), locale=file.parent.name, abort_invalid=True) for file in files
    ]
    for other in others:
        for message in other:
            if message.id:
                whole[message.id] = message
    made = BytesIO()
    write_mo(made, whole)
    made.seek(0)
    return GNUTranslations(made)
