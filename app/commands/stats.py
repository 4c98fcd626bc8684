"""`horloge stats`: what finished games say, worked out anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from app.terminal import complain, find_games, give_up, print_json, say

if TYPE_CHECKING:
    from app.standings.rebuild import Rebuilt
    from app.store.database import Database

app = typer.Typer(no_args_is_help=True, help="Ratings and statistics of finished games.")


@app.callback()
def about() -> None:
    """So that the one command there is has to be named."""


@app.command()
def rebuild(json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Work everything out anew from the logs. Exit 0: every game could be read; 1: some could not."""
    from app.commands.migrate import on_database
    from app.standings.rebuild import Rebuilt
    from app.store import schema

    find_games()
    rebuilt = Rebuilt()

    async def work(database: Database) -> str:
        if await schema.current(database) != schema.head():
            give_up("The database's tables are older than this Horloge: `horloge migrate upgrade` first.")
        await with_progress(database, rebuilt)
        return ""

    on_database(work)
    print_json(rebuilt) if json else draw(rebuilt)
    raise typer.Exit(1 if rebuilt.unreadable else 0)


async def with_progress(database: Database, rebuilt: Rebuilt) -> None:
    """A bar on a terminal (on the standard error output, so that JSON stays JSON), nothing elsewhere."""
    from rich.console import Console
    from rich.progress import Progress

    from app.standings.rebuild import rebuild as work_out
    from app.store.results import ResultStore

    screen = Console(stderr=True)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        bar = progress.add_task("Games", total=None)
        async for games in work_out(ResultStore(database), rebuilt):
            progress.update(bar, total=games, completed=rebuilt.games)


def draw(rebuilt: Rebuilt) -> None:
    say(f"{rebuilt.games} games, {rebuilt.rated} of them rated; {rebuilt.ratings} ratings; digest {rebuilt.digest}")
    for key in rebuilt.unreadable:
        complain(f"/tables/{key} can't be read under today's rules, and says nothing")
