"""A real Postgres for tests: `postgres_url` is an empty database of the test's own.

If DATABASE_URL names a Postgres, its server is used (the user must be allowed to create databases; only the tests' own
databases are touched). Otherwise the run starts a server, with fsync on, from the programs that `needs` finds.
"""

import os
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from uuid import uuid4

import asyncpg
import pytest
from sqlalchemy.engine import URL, make_url

from tests.support.needs import needs
from tests.support.servers import shared
from tests.support.starting import Server, start_postgres

numbers = count(1)


def started(folder: Path) -> Server:
    return start_postgres(folder, needs("postgres"))


@pytest.fixture(scope="session")
def postgres_server() -> URL:
    """Return a server's address in SQLAlchemy's form."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        return make_url(given.replace("postgres://", "postgresql://", 1)).set(drivername="postgresql+asyncpg")
    return make_url(shared("postgres", started))


@asynccontextmanager
async def new_database(server: URL, template: str = "template0") -> AsyncIterator[URL]:
    """Create a database for the duration of the context: empty, or a copy of another one without open connections."""
    name = f"horloge_test_{os.getpid()}_{next(numbers)}_{uuid4().hex[:8]}"
    admin = await asyncpg.connect(server.set(drivername="postgresql").render_as_string(hide_password=False))
    try:
        await admin.execute(f'CREATE DATABASE {name} TEMPLATE "{template}"')
        yield server.set(database=name)
        await admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        await admin.close()


async def empty(url: str, tables: Iterable[str]) -> None:
    """Delete all rows and end all connections of a database. Tables that others refer to come last."""
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        await connection.execute(f"{others} AND pid <> pg_backend_pid()")
        await connection.execute(";".join(f"DELETE FROM {table}" for table in tables))
        await connection.execute("SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S'")
    finally:
        await connection.close()


@pytest.fixture
async def postgres_url(postgres_server: URL) -> AsyncIterator[str]:
    """Return the address of an empty database of the test's own: `postgresql+asyncpg://...`."""
    async with new_database(postgres_server) as url:
        yield url.render_as_string(hide_password=False)
