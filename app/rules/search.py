"""Finds words in a text and marks them. Case and accents do not matter; a word is found by its beginning."""

from __future__ import annotations

import re
from unicodedata import normalize

from markupsafe import Markup, escape

LONGEST = 100
"""How many characters of a question are used."""
MOST = 8
"""How many words of it are looked for."""

Words = tuple[str, ...]


def words_of(question: str) -> Words:
    """Return the words of a question."""
    plain = (word.strip(".,;:!?\"'“”«»()[]") for word in folded(question[:LONGEST]).split())
    return tuple(dict.fromkeys(word for word in plain if word))[:MOST]


def folded(text: str) -> str:
    """Return a text without case, accents and curly apostrophes, character for character."""
    return "".join(normalize("NFD", character)[0].lower()[:1] for character in text.replace("’", "'"))


def has(plain: str, words: Words) -> bool:
    """Tell whether a folded text contains all of the words. Folding all cards of a game takes some 20 ms: so it is done
    once, where a card or a clause is made."""
    return all(re.search(beginning(word), plain) for word in words)


def marked(text: str, words: Words | None) -> str:
    """Return the text as markup with the words marked."""
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
    """Return a pattern for a word that begins like this; a number has to match whole."""
    lettered = r"|[a-z]\b" if "." in word else ""
    whole = rf"(?!\d|\.\d{lettered})" if word[-1].isdigit() else ""
    return rf"(?<![\w.]){re.escape(word)}{whole}"
