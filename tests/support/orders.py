"""Rows come in the order a question asks for, and in no other: who asks SQLite for none gets them in reverse here, as
Postgres, whose rows lie where the last change has put them, gives them now and then."""

from collections.abc import Iterator

import pytest

from app.store import sqlite


@pytest.fixture(scope="session", autouse=True)
def any_order() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "PRAGMAS", (*sqlite.PRAGMAS, "PRAGMA reverse_unordered_selects = ON"))
        yield
