"""Rooms are looked up by their status alone: no column that changes with every choice is indexed."""

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_rooms_status_moved_at", "rooms")
    op.create_index("ix_rooms_status", "rooms", ["status"])


def downgrade() -> None:
    op.drop_index("ix_rooms_status", "rooms")
    op.create_index("ix_rooms_status_moved_at", "rooms", ["status", "moved_at"])
