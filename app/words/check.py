"""Checks that the catalogues are complete: every language has the sentences of English with the same facts, and every
sentence can be formatted. The doctor reports faults, and a test fails on them.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from string import Formatter

from app.paths import CATALOGUES
from app.words.catalogue import DEFAULT, LANGUAGES, Sentences, files, folders, read, sentences_of
from engine.core import registry


def faults() -> list[str]:
    """Return what is wrong with the words of the site and of every game, one line each."""
    return [fault for folder in (CATALOGUES, *folders(*registry.games())) for fault in faults_in(folder)]


def faults_in(folder: Path) -> list[str]:
    english = sentences(folder, DEFAULT)
    found = []
    for language in LANGUAGES:
        said = sentences(folder, language)
        found += [f"{language} lacks {key}" for key in english.keys() - said.keys()]
        found += [f"{language} has {key}, which English lacks" for key in said.keys() - english.keys()]
        found += [
            f"{language} {key}: {fault}" for key in said for fault in wrong(said[key], english.get(key, said[key]))
        ]
    found += [fault for language in LANGUAGES for fault in said_twice(folder, language)]
    return sorted(found)


def said_twice(folder: Path, language: str) -> list[str]:
    keys = Counter(key for file in files(folder, language) for key in sentences_of(read(file)))
    return [f"{language} says {key} in several chapters" for key, count in keys.items() if count > 1]


def sentences(folder: Path, language: str) -> Sentences:
    """Return all sentences of a language; none if it has no file."""
    return {key: forms for file in files(folder, language) for key, forms in sentences_of(read(file)).items()}


def wrong(said: tuple[str, ...], english: tuple[str, ...]) -> list[str]:
    try:
        facts, wanted = set().union(*map(placeholders, said)), set().union(*map(placeholders, english))
    except ValueError as error:
        return [f"can't be filled in: {error}"]
    found = [] if facts == wanted else [f"tells {sorted(facts)} where English tells {sorted(wanted)}"]
    if not all(said):
        found.append("is empty")
    if odd := [name for name in facts if not name.isidentifier()]:
        found.append(f"fills in {odd[0]!r}, which is no name")
    return found


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}
