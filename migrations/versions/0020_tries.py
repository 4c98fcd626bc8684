"""The count of attempts, for all processes together."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tries",
        sa.Column("mark", sa.String(64), nullable=False),
        sa.Column("full_at", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("mark", name="pk_tries"),
    )


def downgrade() -> None:
    op.drop_table("tries")
