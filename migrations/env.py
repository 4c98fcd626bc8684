"""Runs each migration. `app.store.db.migrations` hands Alembic an open connection; `alembic revision` needs none."""

from typing import Any

from alembic import context

from app.store.db.schema.games import metadata

connection: Any = context.config.attributes.get("connection")
context.configure(
    connection=connection, target_metadata=metadata, render_as_batch=True, dialect_name=None if connection else "sqlite"
)
context.run_migrations()
