"""Each ruling where the printed rules are silent stands in every language, and in the code with its clause."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.versailles

FOLDER = Path(str(engine.versailles.__file__)).parent
MARKS = {"en": "Our ruling", "it": "Nostra interpretazione", "es": "Nuestra interpretación"}
NAMED_IN_ISSUE_12 = {"5.5", "5.7", "7.2", "9.3", "9.7", "12.3"}


def ruled(language: str) -> list[str]:
    """Return the clauses below which a ruling stands, in order."""
    found, clause = [], ""
    for line in (FOLDER / "rules" / f"{language}.md").read_text().splitlines():
        if number := re.match(r"(\d+\.\d+) ", line):
            clause = number[1]
        found += [clause] if line.startswith(f"> **{MARKS[language]}:**") else []
    return found


def marked() -> Iterator[str]:
    """Yield the clauses that are named where the code says [R]."""
    for file in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.Module):
                said = ast.get_docstring(node) or ""
                yield from re.findall(r"\d+\.\d+", said) if "[R]" in said else ()


@pytest.mark.parametrize("language", ["it", "es"])
def test_the_same_rulings_stand_in_every_language(language: str) -> None:
    assert ruled(language) == ruled("en")


def test_every_ruling_is_marked_in_the_code() -> None:
    assert set(ruled("en")) - set(marked()) == set()


def test_the_readings_that_published_games_asked_for_are_rulings() -> None:
    assert set(ruled("en")) >= NAMED_IN_ISSUE_12
