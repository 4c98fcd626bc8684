"""Longer time limits for the tests' own processes. On a busy machine the process of a test may get no processor time
for seconds. Postgres ends the transactions of a process that stands still that long (`STATEMENT_SECONDS`), a new
connection is given up even sooner, and a request is answered with 503: right for a site, but no fault of what is
tested. Tests in tests/harness, whose servers are processes, keep the limits of a site.
"""

from collections.abc import Iterator

import pytest

STAND_STILL_SECONDS = 120


@pytest.fixture(scope="session", autouse=True)
def tests_may_stand_still() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for bound in ("CONNECT_SECONDS", "STATEMENT_SECONDS"):
            patch.setattr(f"app.store.database.{bound}", STAND_STILL_SECONDS)
        yield
