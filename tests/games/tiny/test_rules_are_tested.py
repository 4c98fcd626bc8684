"""Every clause of rules/en.md has a test named after it."""

from pathlib import Path

from tests.support.clauses import clauses_in, clauses_of_tests

HERE = Path(__file__).parent


def test_every_clause_has_a_test_of_its_name() -> None:
    clauses = clauses_in(HERE / "rules" / "en.md")
    assert clauses
    assert set(clauses_of_tests(HERE, clauses)) == clauses


def test_a_test_may_be_named_after_a_deep_clause(tmp_path: Path) -> None:
    (tmp_path / "en.md").write_text("## 13 Ends\n\n13.4 One.\n\n13.4.6 Two.\n\n13.4.6e Three.\n\n13.5 Four.\n")
    names = ("13_4_the_end", "13_4_6_agreed", "13_4_6e_a_draw", "13_4_7_coins", "13_9_nothing", "other")
    (tmp_path / "test_ends.py").write_text("".join(f"def test_{name}(): ...\n" for name in names))
    clauses = clauses_in(tmp_path / "en.md")
    assert clauses == {"13.4", "13.4.6", "13.4.6e", "13.5"}
    assert [*clauses_of_tests(tmp_path, clauses)] == ["13.4", "13.4.6", "13.4.6e", "13.4", "test_13_9_nothing"]
    assert clauses - set(clauses_of_tests(tmp_path, clauses)) == {"13.5"}
