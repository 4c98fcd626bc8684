"""The step up to which spectators of a delayed table see, for lists. A table that began before gets its row when it is
next used.
"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sights",
        sa.Column("room", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("waiting", sa.Text(), nullable=False),
        sa.Column("moved_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("room", name="pk_sights"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_sights_room", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("sights")
