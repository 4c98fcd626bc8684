"""Every clause of rules/en.md has a test named after it."""

from pathlib import Path

from tests.support.clauses import clauses_in, clauses_of_tests

HERE = Path(__file__).parent


def test_every_clause_has_a_test_of_its_name() -> None:
    clauses = clauses_in(HERE / "rules" / "en.md")
    assert {"2.1.3b", "4.2.1a"} < clauses
    assert set(clauses_of_tests(HERE, clauses)) == clauses
