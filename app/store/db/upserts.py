"""Upserts: inserts that replace the fields of a row with the same key, in the dialect of either database."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

Insert = sqlite.Insert | postgresql.Insert


def insert_into(table: sa.Table, postgres: bool) -> Insert:
    return postgresql.insert(table) if postgres else sqlite.insert(table)


def replacing(
    new: Insert, key: list[sa.Column[Any]], *fields: str, where: sa.ColumnElement[bool] | None = None
) -> Insert:
    """Complete an insert: a row that has the same key gets these fields of the new one, if `where` holds."""
    changed = {name: new.excluded[name] for name in fields}
    return new.on_conflict_do_update(index_elements=key, set_=changed, where=where)
