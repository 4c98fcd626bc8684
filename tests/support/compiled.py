"""Statements that SQLAlchemy has compiled once in a process serve every database that is opened there.

SQLAlchemy keeps them for each engine by itself, under its dialect. Nearly every test opens a new database, and would
spend two fifths of its time on compiling the same statements. Here engines share one cache, and two dialects of one
class count as the same key.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.engine import Engine
from sqlalchemy.util import LRUCache

MOST = 2_000
"""Far more than there are statements: none is thrown away."""


class Shared:
    """In place of an engine's own cache, whatever the engine sets."""

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
