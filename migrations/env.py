"""The script that Alembic runs for each migration. app.store.schema gives it an open connection; `alembic revision`
needs none.
"""

from typing import Any

from alembic import context

from app.store.tables import metadata

connection: Any = context.config.attributes.get("connection")
context.configure(
    connection=connection, target_metadata=metadata, render_as_batch=True, dialect_name=None if connection else "sqlite"
)
context.run_migrations()
