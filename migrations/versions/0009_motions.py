"""Votes at tables."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "motions",
        sa.Column("id", ID, nullable=False),
        sa.Column("room", ID, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("person", ID),
        sa.Column("side", sa.String(64), nullable=False),
        sa.Column("argument", sa.Text, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("ballots", sa.Text, nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("closed_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_motions"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_motions_room", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_motions_person", ondelete="SET NULL"),
        sa.CheckConstraint("outcome IN ('', 'agreed', 'declined', 'withdrawn', 'lapsed')", name="ck_motions_outcome"),
    )
    op.create_index("ix_motions_room", "motions", ["room"])
    op.add_column("rooms", sa.Column("motions", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("rooms", "motions")
    op.drop_table("motions")
