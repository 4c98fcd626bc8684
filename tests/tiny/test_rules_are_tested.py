"""Every clause of rules/en.md has a test that is named after it."""

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent


def test_every_clause_has_a_test_of_its_name() -> None:
    clauses = set(re.findall(r"^(\d+\.\d+) ", (HERE / "rules" / "en.md").read_text(), re.MULTILINE))
    tests = (node for path in HERE.glob("test_*.py") for node in ast.parse(path.read_text()).body)
    named = {
        found[1].replace("_", ".")
        for node in tests
        if (found := re.match(r"test_(\d+_\d+)_", getattr(node, "name", "")))
    }
    assert clauses
    assert named == clauses
