"""Delayed spectators, and analysis boards."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("delay", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("kind", sa.String(8), nullable=False, server_default="game"))
    op.add_column("tables", sa.Column("origin", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    for name in ("origin", "kind", "delay"):
        op.drop_column("tables", name)
