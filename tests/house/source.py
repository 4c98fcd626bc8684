"""Reads this checkout's own files for the tests of the house, and parses each once."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
MADE_ELSEWHERE = {"__pycache__", "build", "dist", "node_modules", "var", "vendor"}


def files(*places: str, ending: str = "") -> Iterator[Path]:
    """Yield our own files in these folders of the checkout, without those that tools and downloads put there."""
    for place in places:
        for path in sorted((ROOT / place).rglob(f"*{ending}")):
            inside = path.relative_to(ROOT / place).parts
            if path.is_file() and not any(part.startswith(".") or part in MADE_ELSEWHERE for part in inside):
                yield path


def modules(*places: str) -> list[Path]:
    """Return the Python modules that are not empty. A place without any is a mistake in the test that asks."""
    found = [path for path in files(*places, ending=".py") if path.stat().st_size]
    assert found, f"there is no Python in {places}"
    return found


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(), str(path))


def dotted(path: Path) -> str:
    """Return a module's name: app/rooms/__init__.py -> app.rooms"""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def game_names() -> set[str]:
    """Return the folders of engine/ that hold a game."""
    return {path.parent.name for path in (ROOT / "engine").glob("*/__init__.py")} - {"core"}


def docs() -> str:
    """Return everything that users and contributors can read."""
    return "\n".join(path.read_text() for path in (ROOT / "README.md", *files("docs", ending=".md")))
