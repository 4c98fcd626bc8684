"""Finding words in a text, and marking them. Case and accents don't matter; a word is found by its beginning."""

from __future__ import annotations

import re
from unicodedata import normalize

from markupsafe import Markup, escape

LONGEST = 100
"""Characters of a question that are looked at."""
MOST = 8
"""Words of it that are looked for."""

Words = tuple[str, ...]


def words_of(question: str) -> Words:
    """What is to be looked for."""
    plain = (word.strip(".,;:!?\"'“”«»()[]") for word in folded(question[:LONGEST]).split())
    return tuple(dict.fromkeys(word for word in plain if word))[:MOST]


def folded(text: str) -> str:
    """Without case, accents and curls, character for character."""
    return "".join(normalize("NFD", character)[0].lower()[:1] for character in text.replace("’", "'"))


def has(plain: str, words: Words) -> bool:
    """Whether all of the words are in a folded text. To fold all cards of a game takes some 20 ms: that is done once,
    where a card or a clause is made."""
    return all(re.search(beginning(word), plain) for word in words)


def marked(text: str, words: Words | None) -> str:
    """The text as markup, with the words marked in it."""
    if not words:
        return escape(text)
    longest_first = sorted(words, key=len, reverse=True)
    found = re.finditer("|".join(rf"{beginning(word)}\w*" for word in longest_first), folded(text))
    html, after = Markup(), 0
    for hit in found:
        html += Markup("{}<mark>{}</mark>").format(text[after : hit.start()], text[hit.start() : hit.end()])
        after = hit.end()
    return html + text[after:]


def beginning(word: str) -> str:
    """Matches where a word begins so; a number has to be the whole number."""
    lettered = r"|[a-z]\b" if "." in word else ""
    whole = rf"(?!\d|\.\d{lettered})" if word[-1].isdigit() else ""
    return rf"(?<![\w.]){re.escape(word)}{whole}"
