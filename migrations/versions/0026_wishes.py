"""Tables where a die gives the order in which seats are chosen, and the sides that those who sit down would like to
play.
"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("die", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("wishes", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("seats", "wishes")
    op.drop_column("tables", "die")
