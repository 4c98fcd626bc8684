"""Rooms, the entries of their logs, and snapshots of their positions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "rooms",
        sa.Column("id", ID, nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("prologue", sa.Text, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("trouble", sa.Text, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("hash", sa.String(32), nullable=False),
        sa.Column("waiting", sa.Text, nullable=False),
        sa.Column("bot_due", sa.Boolean, nullable=False),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("moved_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rooms"),
        sa.UniqueConstraint("key", name="uq_rooms_key"),
        sa.CheckConstraint("status IN ('playing', 'finished', 'frozen')", name="ck_rooms_status"),
    )
    op.create_index("ix_rooms_status_moved_at", "rooms", ["status", "moved_at"])
    op.create_table(
        "entries",
        sa.Column("room", ID, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("side", sa.String(64), nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("digest", sa.String(32), nullable=False),
        sa.Column("choice", sa.Text, nullable=False),
        sa.Column("news", sa.Text, nullable=False),
        sa.Column("rules", sa.String(16), nullable=False),
        sa.Column("hash", sa.String(32), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("room", "epoch", "sequence", name="pk_entries"),
        sa.UniqueConstraint("room", "key", name="uq_entries_room_key"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_entries_room", ondelete="CASCADE"),
    )
    op.create_table(
        "snapshots",
        sa.Column("room", ID, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("room", "epoch", "sequence", name="pk_snapshots"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_snapshots_room", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("snapshots")
    op.drop_table("entries")
    op.drop_table("rooms")
