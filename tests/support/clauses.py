"""Finds the clauses of a rulebook that have a test named after them: `test_13_4_6e_...` is one of 13.4.6e."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from engine.core.clauses import PATTERN

CLAUSES = re.compile(rf"^({PATTERN}) ", re.MULTILINE)
NUMBERED = re.compile(r"test_\d")


def clauses_in(rules: Path) -> set[str]:
    return set(CLAUSES.findall(rules.read_text()))


def clauses_of_tests(tests: Path, clauses: Collection[str]) -> Iterator[str]:
    """Yield the clause of each numbered test, or the test's name if there is no such clause. `test_5_2_3_coins` belongs
    to 5.2.3, or to 5.2 if the rulebook goes no deeper."""
    longest_first = sorted(clauses, key=len, reverse=True)
    for path in sorted(tests.glob("test_*.py")):
        for name in (getattr(node, "name", "") for node in ast.parse(path.read_text()).body):
            if NUMBERED.match(name):
                prefixes = ((clause, f"test_{clause.replace('.', '_')}_") for clause in longest_first)
                yield next((clause for clause, prefix in prefixes if name.startswith(prefix)), name)
