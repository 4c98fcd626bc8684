"""`horloge stats`: compute the results of finished games again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from app.terminal import bar, complain, find_games, give_up, print_json, say

if TYPE_CHECKING:
    from app.standings.rebuild import Rebuilt
    from app.store.database import Database

app = typer.Typer(no_args_is_help=True, help="Ratings and statistics of finished games.")


@app.callback()
def about() -> None:
    """Require the command's name, although there is only one command."""


@app.command()
def rebuild(json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Compute everything again from the logs. Exit 0: every game could be read; 1: some could not."""
    from app.commands.migrate import on_database
    from app.standings.rebuild import Rebuilt
    from app.store import schema

    find_games()
    rebuilt = Rebuilt()

    async def work(database: Database) -> None:
        if await schema.current(database) != schema.head():
            give_up("The database's tables are older than this Horloge: `horloge migrate upgrade` first.")
        await with_progress(database, rebuilt)

    on_database(work)
    print_json(rebuilt) if json else draw(rebuilt)
    raise typer.Exit(1 if rebuilt.unreadable else 0)


async def with_progress(database: Database, rebuilt: Rebuilt) -> None:
    from app.standings.rebuild import rebuild as work_out
    from app.store.results import ResultStore

    with bar("Games") as shown:
        async for games in work_out(ResultStore(database), rebuilt):
            shown(rebuilt.games, games)


def draw(rebuilt: Rebuilt) -> None:
    say(f"{rebuilt.games} games, {rebuilt.rated} of them rated; {rebuilt.ratings} ratings; digest {rebuilt.digest}")
    for key in rebuilt.unreadable:
        complain(f"/tables/{key} can't be read under today's rules, and says nothing")
