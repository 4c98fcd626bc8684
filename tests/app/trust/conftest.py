"""The tests of this folder hold what the whole site promises, whichever folder of app/ answers. All tests of a module
share one world, which is restored after each request that changed it.
"""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from app.store.db.migrations import bring_up_to_date
from tests.app.trust.world import World, world_on
from tests.support.postgres import new_database
from tests.support.visitors import quick_settings


@pytest.fixture(scope="module")
def new_sqlite(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], str]:
    """Return a function that makes a database each time."""

    def made() -> str:
        file = tmp_path_factory.mktemp("world") / "horloge.db"
        shutil.copy(migrated_sqlite, file)
        return f"sqlite+aiosqlite:///{file}"

    return made


@pytest.fixture(scope="module")
def new_postgres(postgres_server: URL) -> Iterator[Callable[[], str]]:
    with asyncio.Runner() as runner:
        opened = AsyncExitStack()

        async def made() -> str:
            url = await opened.enter_async_context(new_database(postgres_server))
            address = url.render_as_string(hide_password=False)
            await bring_up_to_date(address)
            return address

        yield lambda: runner.run(made())
        runner.run(opened.aclose())


@pytest.fixture(scope="module")
def world(request: pytest.FixtureRequest) -> Iterator[World]:
    new: Callable[[], str] = request.getfixturevalue(f"new_{getattr(request, 'param', 'sqlite')}")
    with world_on(quick_settings(new(), show_mails=True)) as opened:
        yield opened
