"""The games that only tests play, each in a folder of its own: tests of every game include them."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType

import engine
from engine.core import registry
from engine.core.game import AnyGame

TEST_GAMES = ("tests.tiny", "tests.compass")
"""The modules that define them."""

FOLDERS = [one.name for one in iter_modules(engine.__path__) if one.name != "core"]
UNLISTED = tuple(f"engine.{name}.game" for name in FOLDERS if not hasattr(import_module(f"engine.{name}"), "GAME"))
"""The modules of games in engine/ that a site offers only if it names them."""


def short_games() -> dict[str, AnyGame]:
    """Return only these games, by their keys, for tests that play whole games the slow way."""
    return {game.key: game for game in (import_module(name).GAME for name in TEST_GAMES)}


def own_part(key: str, name: str) -> ModuleType | None:
    """Return a module of a game's own tests that supplies something to tests of every game; None if there is none."""
    folder = registry.found_with(*TEST_GAMES)[key].__name__.rpartition(".")[2]
    path = f"tests.{folder}.{name}"
    return import_module(path) if find_spec(f"tests.{folder}") and find_spec(path) else None


def site_games() -> dict[str, AnyGame]:
    """Return only the games of engine/, by their keys: those that a site has."""
    return {key: module.GAME for key, module in registry.found_with().items()}


def every_game() -> dict[str, AnyGame]:
    """Return all these games, by their keys, for tests that are collected once for each game."""
    return {key: module.GAME for key, module in registry.found_with(*TEST_GAMES).items()}
