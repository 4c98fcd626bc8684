"""The storeys of the house: a module uses what stands below it, and nothing above. A feature uses no other feature, and
`app.main` alone puts routes together. So who calls whom never has to be written down.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.house.source import dotted, modules, tree

STOREYS = (
    "base", "model", "store", "words", "rooms", "render", "decide", "live", "web", "features", "api", "jobs", "ops",
    "server", "commands",
)  # fmt: skip
TOP = {"app", "app.main", "app.cli", "app.settings", "app.wiring", "app.__main__"}
"""The modules beside the storeys. `settings` may be used everywhere, the others by each other and by commands."""
TYPES_ONLY = {"app.web.services"}
"""It lists what a process has open, from whichever storey, and imports it for the type checker alone."""


def storey(module: str) -> str:
    return module.split(".")[1] if module.count(".") else ""


def feature(module: str) -> str:
    return module.split(".")[2] if storey(module) == "features" and module.count(".") > 1 else ""


def imported(found: ast.Module, types: bool) -> Iterator[str]:
    """Yield the modules of app/ that a module imports; with `types` also those for the type checker alone."""
    hidden = set[ast.AST]()
    for node in ast.walk(found):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            hidden |= set() if types else {*ast.walk(node)}
        if node in hidden:
            continue
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.split(".")[0] == "app")
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "app":
            yield from (f"{node.module}.{name.name}" for name in node.names)


def wrong(module: str, used: str) -> bool:
    """Tell whether a module may not use a name of another one."""
    if used.startswith("app.settings"):
        return False
    mine, theirs = storey(module), storey(used)
    if theirs not in STOREYS:
        return mine in STOREYS and mine != "commands"
    if mine not in STOREYS:
        return False
    if feature(module) and feature(used) and feature(module) != feature(used):
        return True
    if used.split(".")[-2].endswith("routes") or used.endswith("routes"):
        return True
    return STOREYS.index(theirs) > STOREYS.index(mine)


def violations(module: str, found: ast.Module) -> list[str]:
    return sorted({used for used in imported(found, module not in TYPES_ONLY) if wrong(module, used)})


def all_modules() -> dict[str, Path]:
    return {dotted(path): path for path in modules("app")}


def test_each_module_uses_what_stands_below_it() -> None:
    found = {name: violations(name, tree(path)) for name, path in all_modules().items() if name not in TOP}
    assert {name: used for name, used in found.items() if used} == {}


def test_a_violation_would_be_found() -> None:
    def found(module: str, source: str) -> list[str]:
        return violations(module, ast.parse(source))

    assert found("app.store.games.rooms", "from app.rooms.room import Room") == ["app.rooms.room.Room"]
    assert found("app.base.clock", "def f():\n    import app.web.pages") == ["app.web.pages"]
    assert found("app.features.talk.routes", "from app.features.lobby.lists import x") == ["app.features.lobby.lists.x"]
    assert found("app.api.talk", "from app.features.talk.routes import y") == ["app.features.talk.routes.y"]
    assert found("app.rooms.room", "from app.wiring import open_services") == ["app.wiring.open_services"]
    below = "from app.store.games.rooms import RoomStore\nfrom app.settings import Settings"
    assert found("app.rooms.room", below) == []
    hidden = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from app.jobs.mail import Mailer"
    assert found("app.rooms.room", hidden) == ["app.jobs.mail.Mailer"]
    assert found("app.web.services", hidden) == []


def test_every_module_stands_in_a_storey() -> None:
    outside = {name for name in all_modules() if name not in TOP and storey(name) not in STOREYS}
    assert outside == set()


def test_no_two_folders_of_app_import_each_other() -> None:
    def folder(module: str) -> str:
        return feature(module) or storey(module)

    used = set[tuple[str, str]]()
    for name, path in all_modules().items():
        if name not in TOP:
            names = imported(tree(path), name not in TYPES_ONLY)
            used |= {(folder(name), folder(other)) for other in names if storey(other) in STOREYS}
    assert {pair for pair in used if pair[0] < pair[1] and pair[::-1] in used} == set()
