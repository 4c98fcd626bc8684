"""The role made by deploy/role.sh owns one database and has no other rights; with it the site works."""

import os
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from app.store.db.migrations import bring_up_to_date
from tests.support.needs import needs
from tests.support.raw import Raw
from tests.support.serving import serving
from tests.support.starting import Postgres, new_postgres, open_folder, stop
from tests.support.topology import furnish

RIGHTS = (
    "SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls FROM pg_roles WHERE rolname = 'horloge'"
)
OWNED = "SELECT datname FROM pg_database JOIN pg_roles ON datdba = pg_roles.oid WHERE rolname = 'horloge'"


@pytest.fixture(scope="module")
def made() -> Iterator[Postgres]:
    """Start a Postgres on which the script has run twice."""
    programs = needs("postgres")
    with open_folder() as folder:
        (folder / "postgres").mkdir()
        postgres = new_postgres(folder / "postgres", programs)
        postgres.start()
        try:
            (folder / "horloge_password").write_text('it\'s "one" $word\n')
            for _ in range(2):
                furnish(postgres.port, folder, {"PATH": f"{programs}:{os.environ['PATH']}"})
            yield postgres
        finally:
            stop(postgres.server)


def address(postgres: Postgres, database: str = "horloge") -> str:
    return f"postgresql://horloge@127.0.0.1:{postgres.port}/{database}"


async def test_the_role_is_no_superuser_and_owns_one_database(made: Postgres) -> None:
    admin = await asyncpg.connect(made.server.url.replace("+asyncpg", ""))
    try:
        assert set((await admin.fetchrow(RIGHTS)).values()) == {False}
        assert [row[0] for row in await admin.fetch(OWNED)] == ["horloge"]
        assert await admin.fetch("SELECT 1 FROM pg_auth_members WHERE member = 'horloge'::regrole") == []
    finally:
        await admin.close()


@pytest.mark.parametrize("database", ["postgres", "template1"])
async def test_the_role_comes_into_no_other_database(made: Postgres, database: str) -> None:
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await asyncpg.connect(address(made, database))


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE DATABASE other",
        "CREATE ROLE other",
        "ALTER ROLE horloge SUPERUSER",
        "COPY (SELECT 1) TO PROGRAM 'true'",
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT * FROM pg_authid",
        "ALTER SYSTEM SET log_statement = 'all'",
    ],
)
async def test_the_role_may_do_nothing_else(made: Postgres, statement: str) -> None:
    role = await asyncpg.connect(address(made))
    try:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await role.execute(statement)
    finally:
        await role.close()


async def test_the_tables_are_made_and_used_with_it(made: Postgres, tmp_path: Path) -> None:
    await bring_up_to_date(address(made).replace("postgresql:", "postgresql+asyncpg:"))
    with serving(tmp_path, "--demo", DATABASE_URL=address(made), REDIS_URL="", HORLOGE_BOT_PACE="0.1") as served:
        with Raw.dialled(served.port) as raw:
            await raw.say(b"GET /tables/demo-1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert (await raw.all()).startswith(b"HTTP/1.1 200 ")
        assert served.complaints() == []
