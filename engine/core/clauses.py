"""The numbers of clauses: `13.4`, `13.4.6`, and either with a letter, `13.4.6e`."""

from __future__ import annotations

import re

PATTERN = r"\d{1,2}(?:\.\d{1,2}){1,2}[a-z]?"
CLAUSE = re.compile(PATTERN)


def is_clause(text: str) -> bool:
    return CLAUSE.fullmatch(text) is not None


def chapter_of(number: str) -> str:
    return number.partition(".")[0]


def place_of(number: str) -> tuple[tuple[int, ...], str]:
    """Return the sort key of a clause: 13.4, 13.4a, 13.4.6, 13.4.6e, 13.4.10, 13.5."""
    letter = number[-1] if number[-1].isalpha() else ""
    return tuple(map(int, number.removesuffix(letter).split("."))), letter
