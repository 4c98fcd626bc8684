"""A real Postgres for tests: `postgres_url` is an empty database of the test's own.

The server is the one of DATABASE_URL, if that names a Postgres (the user must be allowed to create databases; only the
tests' own databases are touched). Else the run starts one, with fsync on, from the programs that `needs` finds.
"""

import os
import pwd
import shlex
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

import asyncpg
import pytest
from sqlalchemy.engine import URL, make_url

from tests.support.needs import needs
from tests.support.servers import Server, free_port, shared

numbers = count(1)


def start_postgres(folder: Path) -> Server:
    """Make and start a server in a folder. Postgres refuses to run as root, so there it runs as `nobody`."""
    programs = needs("postgres")
    run_as: dict[str, Any] = {}
    if os.geteuid() == 0:
        programs = for_everyone(programs, folder)
        nobody = pwd.getpwnam("nobody")
        run_as = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    data, port = folder / "data", free_port()
    make = ("initdb", "-o", "--username=postgres --auth=trust --encoding=UTF8 --no-sync")
    start = ("start", "--wait", "--log", folder / "log", "-o", f"-h 127.0.0.1 -p {port} -k {shlex.quote(str(folder))}")
    for step in (make, start):
        command = [programs / "pg_ctl", "--pgdata", data, *step]
        subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL, **run_as)
    return Server(f"postgresql+asyncpg://postgres@127.0.0.1:{port}/postgres", str(data / "postmaster.pid"))


def for_everyone(programs: Path, folder: Path) -> Path:
    """Programs out of .venv, which may lie where only its owner can go, are copied with the libraries beside them."""
    site = programs.parents[2]
    if not site.is_relative_to(sys.prefix):
        return programs
    for part in (programs.parent, site / f"{programs.parents[1].name}.libs"):
        shutil.copytree(part, folder / part.relative_to(site))
    return folder / programs.relative_to(site)


@pytest.fixture(scope="session")
def postgres_server() -> URL:
    """A server's address, in SQLAlchemy's form."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        return make_url(given.replace("postgres://", "postgresql://", 1)).set(drivername="postgresql+asyncpg")
    return make_url(shared("postgres", start_postgres))


@asynccontextmanager
async def new_database(server: URL, template: str = "template0") -> AsyncIterator[URL]:
    """A database for as long as it is needed: empty, or a copy of another one, which nobody may be using."""
    name = f"horloge_test_{os.getpid()}_{next(numbers)}_{uuid4().hex[:8]}"
    admin = await asyncpg.connect(server.set(drivername="postgresql").render_as_string(hide_password=False))
    try:
        await admin.execute(f'CREATE DATABASE {name} TEMPLATE "{template}"')
        yield server.set(database=name)
        await admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        await admin.close()


@pytest.fixture
async def postgres_url(postgres_server: URL) -> AsyncIterator[str]:
    """An empty database of the test's own: `postgresql+asyncpg://...`."""
    async with new_database(postgres_server) as url:
        yield url.render_as_string(hide_password=False)
