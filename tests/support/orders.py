"""Makes SQLite return rows in reverse wherever a query asks for no order. Postgres, whose rows lie where the last
change put them, returns any order now and then.
"""

from collections.abc import Iterator

import pytest

from app.store import sqlite


@pytest.fixture(scope="session", autouse=True)
def any_order() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "PRAGMAS", (*sqlite.PRAGMAS, "PRAGMA reverse_unordered_selects = ON"))
        yield
