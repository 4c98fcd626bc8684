"""`horloge migrate`: migrate the database up or down, or print its revision. `serve` migrates up by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

if TYPE_CHECKING:
    from app.store.database import Database

T = TypeVar("T")
app = typer.Typer(no_args_is_help=True, help="Bring the database's tables up to date, or back.")


@app.command()
def upgrade() -> None:
    """Migrate up to what this Horloge works with."""
    from app.store import schema

    typer.echo(on_database(lambda database: move(database, schema.head())))


@app.command()
def downgrade(
    revision: Annotated[str, typer.Argument(help="A revision such as 0001, or base for an empty database.")],
) -> None:
    """Migrate down to an older revision. The content of newer tables is lost."""
    from app.store import schema

    if revision not in {*schema.revisions(), "base"}:
        raise typer.BadParameter(f"there is no revision {revision!r}; there are: {', '.join(schema.revisions())}, base")
    typer.echo(on_database(lambda database: move(database, revision)))


@app.command()
def current() -> None:
    """Print the database's revision, and the newest there is."""
    typer.echo(on_database(where))


async def move(database: Database, to: str) -> str:
    from app.store import schema

    await schema.migrate(database, to)
    return await where(database)


async def where(database: Database) -> str:
    from app.store import schema

    return f"at {await schema.current(database) or 'base'}, newest {schema.head()}"


def on_database(do: Callable[[Database], Awaitable[T]]) -> T:
    """Open the database, run a function on it, close it."""
    from app import logs
    from app.settings import read_settings
    from app.store.database import Database, StoreUnavailable

    settings = read_settings()
    logs.set_up("warning", settings.log_format)

    async def opened() -> T:
        database = Database(settings.database_url, patient=True)
        try:
            return await do(database)
        finally:
            await database.close()

    try:
        return asyncio.run(opened())
    except StoreUnavailable as error:
        typer.secho(f"The database can't be used: {error}. `horloge doctor` says more.", err=True, fg=typer.colors.RED)
        raise typer.Exit(1) from error
