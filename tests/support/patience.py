"""On a busy machine the process of a test may get no processor time for seconds. Postgres ends the transactions of a
process that stands still so long (`STATEMENT_SECONDS`), a connection that is being made is given up sooner still, and a
request is answered with 503: right for a site, and no fault of what is tested. Here both wait longer; tests/harness,
whose servers are processes, holds the site's own bound.
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
