"""Checks the revision of the database and migrates it.

The files of `migrations/versions` are numbered, so the newest is known without importing Alembic: a server whose
database is up to date starts without it.
"""

from __future__ import annotations

from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.paths import MIGRATIONS
from app.store.database import Database

KEY_OF_LOCK = 1919
"""Identifies the lock that lets one process at a time migrate a Postgres."""


class NewerDatabase(Exception):
    """A newer Horloge than this one has migrated the database."""


def revisions() -> list[str]:
    """Return the number at the start of each file name in `migrations/versions`, oldest first."""
    return sorted(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def head() -> str:
    return revisions()[-1]


def suffices(at: str | None) -> bool:
    """Tell whether tables at this revision have everything this Horloge needs. A newer revision only adds to them,
    unless its release notes require stopping the site."""
    return at is not None and at not in revisions()[:-1]


async def current(database: Database) -> str | None:
    """Return the revision of the database; None if it is empty."""
    async with database.reading() as connection:
        return await connection.run_sync(recorded)


def recorded(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


async def bring_up_to_date(url: str) -> bool:
    """Migrate the database if necessary; return whether it was."""
    database = Database(url, patient=True)
    try:
        at = await current(database)
        if at == head():
            return False
        if at is not None and at not in revisions():
            raise NewerDatabase(f"the database is at {at}, this Horloge knows up to {head()}: install a newer Horloge")
        await migrate(database, head())
    finally:
        await database.close()
    return True


async def migrate(database: Database, to: str) -> None:
    """Migrate up or down to a revision in one transaction, one process at a time."""
    async with database.writing() as connection:
        if database.postgres:
            await take_turn(connection)
        await connection.run_sync(run, to)


async def take_turn(connection: AsyncConnection) -> None:
    """Wait for another migrating process for as long as it takes. Table locks keep their timeout, since other processes
    would queue up behind them."""
    await connection.execute(text("SET LOCAL lock_timeout = 0"))
    await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": KEY_OF_LOCK})
    await connection.execute(text("SET LOCAL lock_timeout TO DEFAULT"))


def run(connection: Connection, to: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    at = recorded(connection)
    down = to == "base" or (at is not None and to < at)
    (command.downgrade if down else command.upgrade)(config, to)
