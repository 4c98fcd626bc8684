"""The servers that browser tests share."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.at_rest import lay_out
from tests.browser.sites import site_in
from tests.support.serving import Served


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One site for all tests of a process, with tables at rest: nothing happens but what their visitors do. A test that
    kills the server, or needs others to act, has a site of its own."""
    folder = tmp_path_factory.mktemp("site")
    asyncio.run(lay_out(f"sqlite+aiosqlite:///{folder / 'site.db'}"))
    with site_in(folder, "--demo", HORLOGE_LOCAL_HOOKS="true") as served:
        yield served


@pytest.fixture
def lively_site(tmp_path: Path) -> Iterator[Served]:
    """A site of the test's own, where bots answer at once."""
    with site_in(tmp_path, pace="0.1") as served:
        yield served
