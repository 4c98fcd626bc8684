"""Backups that were restored and replayed: the time of each, and its result."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "restores",
        sa.Column("id", ID, nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("restored_at", MOMENT, nullable=False),
        sa.Column("trial", sa.Boolean, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wrong", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_restores"),
    )


def downgrade() -> None:
    op.drop_table("restores")
