"""The command `horloge`. Every module of app/commands is one command of that name: a Typer called `app`, if it has
subcommands, else a function with the module's name. Heavy modules are imported inside those functions.
"""

from __future__ import annotations

import sys
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from pkgutil import iter_modules

import typer

import app.commands

horloge = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@horloge.callback()
def about() -> None:
    """Horloge: an open web table for diplomacy board games."""


def add_commands() -> None:
    for found in iter_modules(app.commands.__path__):
        module = import_module(f"app.commands.{found.name}")
        name = found.name.replace("_", "-")
        if hasattr(module, "app"):
            horloge.add_typer(module.app, name=name)
        else:
            horloge.command(name)(getattr(module, found.name))


add_commands()


def main() -> None:
    """Run the command. HORLOGE_GAMES can also name modules in the current folder, as with `python -m`."""
    from app.settings import WrongSettings

    sys.path.insert(0, str(Path.cwd()))
    if isinstance(sys.stdout, TextIOWrapper):
        # a terminal with another alphabet shows "?" for a letter that it lacks
        sys.stdout.reconfigure(errors="replace")
    if unread := unreadable(sys.argv[1:]):
        typer.secho(f'The argument "{unread}" is no text that this terminal knows. Try LC_ALL=C.UTF-8.', err=True)
        sys.exit(2)
    try:
        horloge(prog_name="horloge")
    except WrongSettings as wrong:
        for sentence in wrong.sentences:
            typer.secho(sentence, err=True, fg=typer.colors.RED)
        sys.exit(2)


def unreadable(arguments: list[str]) -> str:
    """Return the first argument that is no valid text, with its bytes escaped; file names may be anything."""
    found = next((one for one in arguments if not is_text(one) and not Path(one).exists()), "")
    return found.encode(errors="surrogateescape").decode("ascii", "backslashreplace")


def is_text(argument: str) -> bool:
    try:
        argument.encode()
    except UnicodeEncodeError:
        return False
    return True
