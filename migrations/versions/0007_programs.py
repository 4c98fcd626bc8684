"""A program with a person's token is a session too: its rights, its table, and its expiry."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sessions", sa.Column("scopes", sa.String(40), nullable=False, server_default=""))
    op.add_column("sessions", sa.Column("table", sa.String(32), nullable=False, server_default=""))
    op.add_column("sessions", sa.Column("until", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.execute("DELETE FROM sessions WHERE scopes <> ''")
    for name in ("until", "table", "scopes"):
        op.drop_column("sessions", name)
