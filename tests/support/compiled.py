"""Shares compiled SQL statements among all databases of a process.

SQLAlchemy caches them separately for each engine, under its dialect. Nearly every test opens a new database and would
spend two fifths of its time compiling the same statements again. Here all engines share one cache, and two dialects of
one class count as the same key.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.engine import Engine
from sqlalchemy.util import LRUCache

MOST = 2_000
"""Far more than there are statements, so that none is dropped."""


class Shared:
    """Replaces the cache of every engine, whatever the engine itself sets."""

    def __init__(self) -> None:
        self.compiled: LRUCache[Any, Any] = LRUCache(MOST)

    def __get__(self, _engine: object, _owner: object) -> LRUCache[Any, Any]:
        return self.compiled

    def __set__(self, _engine: object, _own: object) -> None:
        pass


def same_kind(one: object, other: object) -> bool:
    return type(one) is type(other)


def by_kind(dialect: object) -> int:
    return hash(type(dialect))


@pytest.fixture(scope="session", autouse=True)
def statements_are_compiled_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Engine, "_compiled_cache", Shared(), raising=False)
        for dialect in (PGDialect_asyncpg, SQLiteDialect_aiosqlite):
            patch.setattr(dialect, "__eq__", same_kind)
            patch.setattr(dialect, "__hash__", by_kind)
        yield
