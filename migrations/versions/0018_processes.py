"""The status of each process, so that any of them can answer for all."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("began_at", MOMENT, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("figures", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_processes"),
    )


def downgrade() -> None:
    op.drop_table("processes")
