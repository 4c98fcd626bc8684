"""The registered games: every folder of engine/ that makes a GAME, found by looking. app and the tools ask here.

Modules outside engine/ (the example game of the tests, a game somebody tries out) are added by name.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules

import engine
from engine.core.game import AnyGame

added: list[str] = []


class UnknownGame(LookupError):
    """No game of that key is registered."""


def add(modules: Iterable[str]) -> None:
    """Register the games of these modules too."""
    added.extend(module for module in modules if module and module not in added)


def games() -> dict[str, AnyGame]:
    """Every registered game by its key."""
    found = [f"engine.{folder.name}" for folder in iter_modules(engine.__path__) if folder.name != "core"]
    modules = [import_module(name) for name in (*found, *added)]
    return {module.GAME.key: module.GAME for module in modules if hasattr(module, "GAME")}


def game(key: str) -> AnyGame:
    try:
        return games()[key]
    except KeyError:
        raise UnknownGame(f"there is no game {key!r}; there are: {', '.join(games()) or 'none'}") from None
