"""The registered games: every folder of engine/ that makes a GAME, found by looking. Modules outside engine/ (the
example game of the tests, a game that is being tried out) are added by name.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import engine
from engine.core.game import AnyGame

added: list[str] = []


class UnknownGame(LookupError):
    """No game with that key is registered."""


class Unusable(Exception):
    """A named module cannot be imported, or has no game."""


def require(modules: Iterable[str]) -> None:
    """Register the games of these modules, which have to exist. Raises Unusable."""
    for name in modules:
        try:
            found = import_module(name)
        except Exception as error:  # whatever a module raises while it is imported
            raise Unusable(f"{name!r} can't be imported: {error}") from error
        if not hasattr(found, "GAME"):
            raise Unusable(f"{name!r} has no GAME")
        add([name])


def add(modules: Iterable[str]) -> None:
    """Register the games of these modules too."""
    added.extend(module for module in modules if module and module not in added)


def games() -> dict[str, AnyGame]:
    """Return every registered game by its key."""
    return {key: module.GAME for key, module in modules().items()}


def modules() -> dict[str, ModuleType]:
    """Return the modules that make a GAME, by its key."""
    return found_with(*added)


@cache
def found_with(*others: str) -> dict[str, ModuleType]:
    """Search the folders of engine/, once."""
    folders = [f"engine.{folder.name}" for folder in iter_modules(engine.__path__) if folder.name != "core"]
    imported = [import_module(name) for name in (*folders, *others)]
    made = [module for module in imported if hasattr(module, "GAME")]
    return {module.GAME.key: module for module in sorted(made, key=lambda module: in_order(module.GAME))}


def in_order(game: AnyGame) -> tuple[bool, int]:
    """Return the sort key of a game in lists: by the year it begins in, those without a year last."""
    return not game.year, game.year


def folder(key: str) -> Path:
    """Return the folder of a game's own files, such as its words."""
    return Path(str(modules()[key].__file__)).parent


def game(key: str) -> AnyGame:
    try:
        return games()[key]
    except KeyError:
        raise UnknownGame(f"there is no game {key!r}; there are: {', '.join(games()) or 'none'}") from None
