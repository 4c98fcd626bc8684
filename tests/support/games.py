"""The games that only tests play, each in a folder of its own: tests of every game include them."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, TypeVar

import engine
from engine.core import registry
from engine.core.game import AnyGame, Game
from engine.core.state import AnyState

S = TypeVar("S", bound=AnyState)

TEST_GAMES = ("tests.games.tiny", "tests.games.compass")
"""The modules that define them."""

FOLDERS = [one.name for one in iter_modules(engine.__path__) if one.name != "core"]
UNLISTED = tuple(f"engine.{name}.game" for name in FOLDERS if not hasattr(import_module(f"engine.{name}"), "GAME"))
"""The modules of games in engine/ that a site offers only if it names them."""


def short_games() -> dict[str, AnyGame]:
    """Return only these games, by their keys, for tests that play whole games the slow way."""
    return {game.key: game for game in (import_module(name).GAME for name in TEST_GAMES)}


def own_folder(key: str) -> str:
    """Return the name of the folder in tests/games that holds the tests of a game."""
    return registry.found_with(*TEST_GAMES)[key].__name__.rpartition(".")[2]


def own_part(key: str, name: str) -> ModuleType | None:
    """Return a module of a game's own tests that supplies something to tests of every game; None if there is none."""
    folder = f"tests.games.{own_folder(key)}"
    path = f"{folder}.{name}"
    return import_module(path) if find_spec(folder) and find_spec(path) else None


def site_games() -> dict[str, AnyGame]:
    """Return only the games of engine/, by their keys: those that a site has."""
    return {key: module.GAME for key, module in registry.found_with().items()}


def every_game() -> dict[str, AnyGame]:
    """Return all these games, by their keys, for tests that are collected once for each game."""
    return {key: module.GAME for key, module in registry.found_with(*TEST_GAMES).items()}


def out_of_turn(game: Game[S], **changes: Any) -> Game[S]:
    """Return the game with something else going on beside its questions."""
    return replace(game, out_of_turn=replace(game.out_of_turn, **changes))


def showing(game: Game[S], **changes: Any) -> Game[S]:
    """Return the game told or drawn in another way."""
    return replace(game, showing=replace(game.showing, **changes))
