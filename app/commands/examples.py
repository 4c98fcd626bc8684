"""`horloge examples`: carry out files of worked examples by today's rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.ops.terminal import complain, find_games, give_up, print_json, say

if TYPE_CHECKING:
    from engine.core.examples import ExamplesReader


def examples(
    game: Annotated[str, typer.Argument(help="The game's key.")],
    files: Annotated[list[Path], typer.Argument(help="Files of worked examples.", metavar="FILE...")],
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Carry out worked examples. Exit 0: all hold; 1: one goes otherwise; 2: a file is malformed, or wrong use."""
    from app.ops.example_check import RESULTS, judgement

    find_games()
    read = reader_of(game)
    judged = [judgement(read, path) for path in files]
    if json:
        print_json({"files": judged})
    for one in () if json else judged:
        for unlike in one.unlike:
            say(str(unlike))
        (complain if one.result == "unreadable" else say)(str(one))
    raise typer.Exit(max(RESULTS.index(one.result) for one in judged))


def reader_of(key: str) -> ExamplesReader:
    from engine.core import registry

    try:
        game = registry.game(key)
    except registry.UnknownGame as unknown:
        give_up(str(unknown))
    return game.teaching.examples or give_up(f"{game.title} has no form for worked examples.")
