"""The amount by which the database's clock has been set back, so that deadlines keep the time that was left."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("beats", sa.Column("back", sa.Float(53), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("beats", "back")
