"""The output of commands: lines that cannot upset a terminal, plain data as tables and trees, and JSON; and the games
of this installation.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from rich.console import Console, RenderableType

BRIEF = 100
"""A value that takes more characters than this is drawn as a tree."""


def say(line: str) -> None:
    typer.echo(printable(line))


def complain(line: str) -> None:
    typer.echo(printable(line), err=True)


def give_up(line: str) -> NoReturn:
    """Say why a command cannot be carried out, and exit as for wrong use."""
    complain(line)
    raise typer.Exit(2)


def printable(text: str) -> str:
    """Return text of unknown origin without control characters."""
    return "".join(char if char.isprintable() or char == "\n" else "\N{REPLACEMENT CHARACTER}" for char in text)


def print_json(value: object) -> None:
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def find_games() -> None:
    """Register the games that HORLOGE_GAMES names."""
    from app.settings import read_settings
    from engine.core import registry

    try:
        registry.require(read_settings().game_modules)
    except registry.Unusable as error:
        give_up(f"HORLOGE_GAMES: {error}")


def console() -> Console:
    from rich.console import Console

    return Console(markup=False, highlight=False, emoji=False)


@contextmanager
def bar(label: str) -> Iterator[Callable[[int, int | None], None]]:
    """Show a bar on a terminal (on standard error, so that JSON stays JSON), nothing elsewhere. Yields a function that
    takes how much is done, and of how much."""
    from rich.console import Console
    from rich.progress import Progress

    screen = Console(stderr=True)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(label, total=None)

        def show(done: int, of: int | None) -> None:
            progress.update(task, completed=done, total=of)

        yield show


def brief(value: object) -> str:
    """Return plain data as one line."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {brief(inner)}" for key, inner in value.items()) or "-"
    if isinstance(value, list | tuple):
        return (
            ", ".join(f"({brief(inner)})" if isinstance(inner, dict | list) else brief(inner) for inner in value) or "-"
        )
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None or value == "" else printable(str(value))


def drawn(view: Mapping[str, Any], sides: tuple[str, ...]) -> Iterable[RenderableType]:
    """Draw a view: what belongs to sides in one table, the rest below each other."""
    by_side = {name: value for name, value in view.items() if isinstance(value, dict) and set(value) & set(sides)}
    if by_side:
        yield table_of(by_side, dict.fromkeys((*sides, *(owner for column in by_side.values() for owner in column))))
    yield grid_of({name: value for name, value in view.items() if name not in by_side})


def table_of(lines: Mapping[str, Mapping[str, Any]], owners: Iterable[str]) -> RenderableType:
    """Draw a table with a column for each side and any other owner."""
    from rich.table import Table

    owners = list(owners)
    table = Table("")
    for owner in owners:
        table.add_column(printable(owner), overflow="fold")
    for name, line in lines.items():
        table.add_row(spoken(name), *(brief(line[owner]) if owner in line else "" for owner in owners))
    return table


def grid_of(values: Mapping[str, Any]) -> RenderableType:
    from rich.table import Table

    grid = Table.grid(padding=(0, 2))
    for name, value in values.items():
        line = brief(value)
        grid.add_row(spoken(name), line if len(line) <= BRIEF else tree_of(value))
    return grid


def tree_of(value: Any, name: str = "") -> RenderableType:
    from rich.tree import Tree

    tree = Tree(name, hide_root=not name)
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        nested = isinstance(inner, dict | list) and len(brief(inner)) > BRIEF
        tree.add(tree_of(inner, spoken(str(key))) if nested else f"{spoken(str(key))}: {brief(inner)}")
    return tree if tree.children else brief(value)


def spoken(name: str) -> str:
    return printable(name.replace("_", " "))
