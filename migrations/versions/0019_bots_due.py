"""Finds the rooms that wait for a bot without reading those that wait for people. At tables of people the index is
never written.
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    due = {"sqlite_where": sa.text("bot_due = 1"), "postgresql_where": sa.text("bot_due")}
    op.create_index("ix_rooms_bot_due", "rooms", ["bot_due"], **due)


def downgrade() -> None:
    op.drop_index("ix_rooms_bot_due", "rooms")
