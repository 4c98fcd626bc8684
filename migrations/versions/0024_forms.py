"""Whether a person wants to confirm every move, off by default, and whether their browser has told their time zone."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("zone_known", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("people", sa.Column("confirms", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("people", "confirms")
    op.drop_column("people", "zone_known")
