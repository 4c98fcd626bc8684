"""`horloge restore`: restore a backup, or only test whether it could be restored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.terminal import bar, complain, find_games, give_up, print_json, say

if TYPE_CHECKING:
    from app.backups import Backup
    from app.restoring import Report
    from app.store.database import Database

NOT_EMPTY = (
    "There is a site in this database already. To throw it away, back it up and say --replace; "
    "else let DATABASE_URL name an empty one; to find out whether this backup is good, say --trial."
)
IN_USE = "A server is at work on this database. Stop it, wait 20 seconds, and say it again."
OTHER_TABLES = "The database's tables are not those of this Horloge: `horloge migrate upgrade` first."


def restore(
    file: Annotated[Path, typer.Argument(help="What `horloge backup` has written.")],
    verify: Annotated[bool, typer.Option("--verify", help="Play every game again afterwards.")] = False,
    replace: Annotated[bool, typer.Option("--replace", help="Throw away what is in the database.")] = False,
    trial: Annotated[
        bool, typer.Option("--trial", help="Restore into a database of its own, verify, and throw that away.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Restore a backup. Exit 0: all is well; 1: some games are not what their logs say; 2: nothing was done."""
    from app.backups import Backup, Unusable
    from app.commands.migrate import on_database
    from app.restoring import Report

    find_games()
    try:
        backup = Backup(file)
    except Unusable as error:
        give_up(f"{error}.")
    report = Report(str(file), backup.head.at, backup.rows, trial)

    async def work(database: Database) -> None:
        await (try_out if trial else put_back)(database, backup, replace, report)
        if verify and not trial:
            await play_again(database, database, report)

    on_database(work)
    print_json(report) if json else draw(report)
    raise typer.Exit(1 if report.wrong else 0)


async def try_out(database: Database, backup: Backup, _replace: bool, report: Report) -> None:
    """Restore into a trial database and verify; the site's own database only records the outcome."""
    from app.restoring import trial_database
    from app.store import schema

    if await schema.current(database) != schema.head():
        give_up(OTHER_TABLES)
    async with trial_database() as trial:
        await put_back(trial, backup, False, report)
        await play_again(trial, database, report)


async def put_back(database: Database, backup: Backup, replace: bool, report: Report) -> None:
    from app import restoring
    from app.store.dumping import InUse, NotEmpty

    try:
        await restoring.put_back(database, backup, replace, report)
    except NotEmpty:
        give_up(NOT_EMPTY)
    except InUse:
        give_up(IN_USE)


async def play_again(restored: Database, site: Database, report: Report) -> None:
    from app.restoring import remember, verify

    with bar("Games") as shown:
        async for games in verify(restored, report):
            shown(report.games, games)
    await remember(site, report)


def draw(report: Report) -> None:
    where = "restored on trial" if report.trial else "restored"
    say(f"{where}: {report.rows:,} rows of {report.made_at:%d %B %Y %H:%M} UTC; {report.raised} games in a new epoch")
    for verdict in report.wrong:
        complain(str(verdict))
    for verdict in report.older:
        say(str(verdict))
    if report.verified:
        well = report.games - len(report.wrong) - len(report.older)
        rules = f", {len(report.older)} went on under older rules" if report.older else ""
        say(f"{report.games} games played again: {well} the same{rules}, {len(report.wrong)} wrong")
    else:
        say("Nobody has looked whether its games can be played on: --verify does.")
