"""Docstrings and documents name modules that exist: `rooms.seating`, `engine.core.door`, `app/web/forms.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.house.source import ROOT, dotted, files, modules

NAMED = re.compile(r"`(?:app[./])?([a-z_]+(?:[./]\w+)+?)(?:\.py)?(?:\(\))?`")
STOREYS = {path.name for path in (ROOT / "app").iterdir() if path.is_dir()} - {"__pycache__"}
HEADS = STOREYS | {"engine", "bench", "tests"}
CATALOGUES = {"words/en.po", "words/it.po", "words/es.po"}
"""Files of a game's own folder."""


def known() -> set[str]:
    """Return the names of all modules and packages, those of app/ as docstrings call them: without `app`."""
    names = {dotted(path).removeprefix("app.") for path in modules("app", "engine", "bench", "tests")}
    return names | {".".join(name.split(".")[:size]) for name in names for size in range(1, name.count(".") + 1)}


def misnamed(text: str, names: set[str]) -> Iterator[str]:
    """Yield the names that look like modules and are none. A name in a module may follow the module's own."""
    for named in NAMED.findall(text):
        parts = named.replace("/", ".").split(".")
        if parts[0] not in HEADS or named in CATALOGUES or (ROOT / "app" / named).is_dir():
            continue
        if not {".".join(parts[:2]), ".".join(parts[:3])} & names:
            yield named


def readable() -> Iterator[Path]:
    yield from (ROOT / "README.md", ROOT / "CONTRIBUTING.md")
    yield from files("docs", ending=".md")
    yield from modules("app", "engine", "bench", "tests")


def test_every_module_that_is_named_exists() -> None:
    names = known()
    found = {str(path.relative_to(ROOT)): [*misnamed(path.read_text("utf-8"), names)] for path in readable()}
    assert {path: wrong for path, wrong in found.items() if wrong and path != "tests/house/test_references.py"} == {}


def test_a_module_that_is_gone_would_be_found() -> None:
    names = known()
    assert [*misnamed("as `rooms.walking` does, and `app/rooms/asked.py`", names)] == ["rooms.walking", "rooms/asked"]
    assert [*misnamed("`rooms.seating`, `engine.core.door`, `game.rules`, `app/rooms`, `rooms.room.Room`", names)] == []
