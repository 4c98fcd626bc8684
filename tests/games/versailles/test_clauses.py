"""Every numbered clause of chapters 1 to 14 has a test named after it, and every step names its clause."""

import ast
import re
from collections import defaultdict
from pathlib import Path

from engine.core.clauses import is_clause
from engine.core.step import Waiting
from engine.versailles import GAME

HERE = Path(__file__).parent
CLAUSES = {1: 6, 2: 6, 3: 2, 4: 3, 5: 7, 6: 3, 7: 3, 8: 3, 9: 8, 10: 5, 11: 2, 12: 4, 13: 5, 14: 12}
"""The number of clauses in each chapter."""


def named() -> dict[int, set[int]]:
    """Return the clauses by chapter, from the names of the tests."""
    found: dict[int, set[int]] = defaultdict(set)
    for path in HERE.glob("test_[01][0-9]_*.py"):
        for node in ast.parse(path.read_text()).body:
            if number := re.match(r"test_(\d+)_(\d+)_", getattr(node, "name", "")):
                found[int(number[1])].add(int(number[2]))
    return found


def test_every_clause_has_a_test_of_its_name() -> None:
    found = named()
    assert {chapter: found[chapter] for chapter in CLAUSES} == {
        chapter: set(range(1, clauses + 1)) for chapter, clauses in CLAUSES.items()
    }


def test_every_step_that_asks_names_the_clause_it_rests_on() -> None:
    asking = [step for step in (*GAME.steps, type(GAME.out_of_turn.step)) if issubclass(step, Waiting)]
    assert [step.__name__ for step in asking if not is_clause(step.clause)] == []
