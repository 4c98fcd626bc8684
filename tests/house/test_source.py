"""Rules for our source: every module has a docstring and stays readable; every skipped test is loud about it."""

import ast
import re

import pytest

from tests.house.source import ROOT, dotted, files, modules, tree

LONGEST = {"app": 500, "engine": 500, "tests": 400}
QUIET_SKIPS = {"skip", "skipif", "importorskip", "xfail"}
MACHINE_PATH = re.compile(r"(?<![\w.}])/(?:home|root|tmp|work|Users)/\w+")
OURS = ("app", "engine", "tests", "bench", "migrations", "templates", "static", "docs", "requirements", ".ci")


def quiet_skips(module: ast.Module) -> list[str]:
    """Return uses of pytest's own ways to skip a test."""
    named = (node for node in ast.walk(module) if isinstance(node, ast.Attribute) and node.attr in QUIET_SKIPS)
    return sorted(f"line {node.lineno}: {node.attr}" for node in named if "pytest" in ast.unparse(node.value))


@pytest.mark.parametrize("place", ["app", "engine"])
def test_every_module_says_what_it_is_for(place: str) -> None:
    assert [dotted(path) for path in modules(place) if not ast.get_docstring(tree(path))] == []


@pytest.mark.parametrize("place", LONGEST)
def test_no_module_is_too_long_to_read(place: str) -> None:
    assert [dotted(path) for path in modules(place) if len(path.read_text().splitlines()) > LONGEST[place]] == []


def test_a_test_is_skipped_only_through_needs() -> None:
    allowed = {"tests.support.needs"}
    skips = {dotted(path): quiet_skips(tree(path)) for path in modules("tests") if dotted(path) not in allowed}
    assert {name: found for name, found in skips.items() if found} == {}


def test_no_file_knows_the_machine_it_was_written_on() -> None:
    texts = [*files(*OURS), *(path for path in ROOT.glob("[!.]*") if path.is_file())]
    paths = {str(path): MACHINE_PATH.findall(path.read_text(errors="replace")) for path in texts}
    assert {name: found for name, found in paths.items() if found} == {}


def test_a_planted_skip_is_found() -> None:
    source = """
@pytest.mark.skipif(True, reason="")
def test_a(): pytest.skip("no")
pytestmark = [pytest.mark.skip]
line.skip()
"""
    assert quiet_skips(ast.parse(source)) == ["line 2: skipif", "line 3: skip", "line 4: skip"]


@pytest.mark.parametrize("user", ["home", "root", "Users"])
def test_a_planted_path_is_found(user: str) -> None:
    assert MACHINE_PATH.findall(f'open("/{user}/somebody/horloge.db")')
    assert not MACHINE_PATH.findall(f"https://example.org/{user}/somebody a/{user}/b /{user}")
