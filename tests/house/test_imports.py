"""Dependencies point one way: templates -> app -> engine.core <- engine.<game>.

No game knows another, and the rules do no input or output.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.source import dotted, modules, tree

IN_THE_ENGINE = {"msgspec", "typing_extensions"}
I_O = {"asyncio", "http", "logging", "select", "socket", "sqlite3", "ssl", "subprocess", "threading", "urllib"}


def imported(module: ast.Module, package: list[str]) -> Iterator[str]:
    """Yield every module that is imported anywhere in the source, with `from . import x` spelled out."""
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{start}.{alias.name}" for alias in node.names)


def part(name: str) -> str:
    """Return the part of the house that a module belongs to: app, engine.core, engine.<game>; otherwise its first
    name."""
    first, *rest = name.split(".")
    return f"engine.{rest[0]}" if first == "engine" and rest else first


def allowed(importer: str, name: str) -> bool:
    here, there = part(importer), part(name)
    if name == "engine":
        return here == "engine.core"  # the registry looks for the folders there
    if there in {"app", "bench", "tests", "migrations"} or there.startswith("engine."):
        return there in {here, "engine.core"}
    if here.startswith("engine"):
        return there in IN_THE_ENGINE or (there in sys.stdlib_module_names and there not in I_O)
    return True


def wrong_imports(path: Path) -> list[str]:
    importer = dotted(path)
    package = importer.split(".") if path.name == "__init__.py" else importer.split(".")[:-1]
    return [f"{importer} imports {name}" for name in imported(tree(path), package) if not allowed(importer, name)]


@pytest.mark.parametrize("place", ["app", "engine"])
def test_imports_point_only_in_the_allowed_direction(place: str) -> None:
    assert [wrong for path in modules(place) for wrong in wrong_imports(path)] == []


@pytest.mark.parametrize(
    ("importer", "name", "fine"),
    [
        ("app.rooms.live", "app.store.games.rooms", True),
        ("app.rooms.live", "engine.core.registry", True),
        ("app.rooms.live", "engine.versailles.state", False),
        ("app.rooms.live", "engine", False),
        ("app.rooms.live", "sqlalchemy", True),
        ("app.rooms.live", "tests.games.tiny", False),
        ("engine.core.door", "engine.core.step", True),
        ("engine.core.door", "engine.versailles", False),
        ("engine.core.door", "app.settings", False),
        ("engine.core.door", "sqlalchemy", False),
        ("engine.core.door", "asyncio", False),
        ("engine.core.door", "hmac", True),
        ("engine.versailles.settle", "engine.core.step", True),
        ("engine.versailles.settle", "engine.versailles.state", True),
        ("engine.versailles.settle", "engine.belle_epoque.state", False),
    ],
)
def test_the_direction_is_judged_right(importer: str, name: str, fine: bool) -> None:
    assert allowed(importer, name) is fine


def test_an_import_is_seen_however_it_is_spelled() -> None:
    source = """
import app.settings
from engine import versailles
from . import b
from ..store.rooms import Room
def late():
    from engine.nineteen33 import state
"""
    assert list(imported(ast.parse(source), ["app", "rooms"])) == [
        "app.settings",
        "engine.versailles",
        "app.rooms.b",
        "app.store.rooms.Room",
        "engine.nineteen33.state",
    ]


def test_a_planted_import_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    planted = tmp_path / "engine" / "core" / "leak.py"
    planted.parent.mkdir(parents=True)
    planted.write_text("from ...app import settings\n")
    monkeypatch.setattr("tests.house.source.ROOT", tmp_path)
    assert wrong_imports(planted) == ["engine.core.leak imports app.settings"]
