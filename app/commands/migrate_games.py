"""`horloge migrate-games`: check running games against today's rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from app.terminal import bar, complain, find_games, give_up, print_json, say

if TYPE_CHECKING:
    from app.renewing import Renewal
    from app.store.database import Database


def migrate_games(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say which games would go otherwise.")] = False,
    prepare: Annotated[
        bool, typer.Option("--prepare", help="Store all positions whole, before a newer version is installed.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play running games again by today's rules; ask the tables of those that go otherwise. Exit 1: there are some."""
    from app.commands.migrate import on_database
    from app.renewing import Renewal

    find_games()
    found = Renewal()
    on_database(lambda database: work(database, dry_run, prepare, found))
    print_json(found) if json else draw(found, prepare)
    raise typer.Exit(1 if found.others or found.unprepared else 0)


async def work(database: Database, dry_run: bool, preparing: bool, found: Renewal) -> None:
    from app.renewing import look_through, prepare
    from app.store import schema
    from app.store.rooms import RoomStore

    if await schema.current(database) != schema.head():
        give_up("The database's tables are not those of this Horloge: `horloge migrate upgrade` first.")
    store = RoomStore(database)
    with bar("Games") as shown:
        async for games in prepare(store, found) if preparing else look_through(store, not dry_run, found):
            shown(found.games, games)


def draw(found: Renewal, prepared: bool) -> None:
    for game in found.others:
        say(str(game))
    for told in found.unprepared:
        complain(told)
    if prepared:
        say(f"{found.games} games being played; their positions are stored")
    else:
        say(f"{found.games} games being played: {found.same} the same, {len(found.others)} otherwise")
