"""Whether the database's tables are those this Horloge works with, and how they become so.

The files of migrations/versions are numbered, so the newest is known without importing Alembic: a server whose database
is up to date starts without it.
"""

from __future__ import annotations

from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.paths import MIGRATIONS
from app.store.database import Database

KEY_OF_LOCK = 1919
"""Names the lock that lets one process at a time migrate a Postgres."""


class NewerDatabase(Exception):
    """The database was migrated by a newer Horloge than this one."""


def revisions() -> list[str]:
    """The number that each file of migrations/versions begins with, oldest first."""
    return sorted(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def head() -> str:
    return revisions()[-1]


def suffices(at: str | None) -> bool:
    """Whether tables at this revision have all that this Horloge works with. Those of a newer one have more, unless its
    changes say that the site has to be stopped for it."""
    return at is not None and at not in revisions()[:-1]


async def current(database: Database) -> str | None:
    """The revision that the database is at; None if nothing is there yet."""
    async with database.reading() as connection:
        return await connection.run_sync(recorded)


def recorded(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


async def bring_up_to_date(url: str) -> bool:
    """Migrate if need be; True if there was something to do."""
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
    """Up or down to a revision, in one transaction, one process at a time."""
    async with database.writing() as connection:
        if database.postgres:
            await take_turn(connection)
        await connection.run_sync(run, to)


async def take_turn(connection: AsyncConnection) -> None:
    """Whoever migrates already is waited for as long as that takes; but no table is: others would wait behind."""
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
