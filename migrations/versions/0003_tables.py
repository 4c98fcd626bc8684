"""Tables as people arrange them, and their seats; a room stores which sides have an offer to answer."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("rooms", sa.Column("awaited", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "tables",
        sa.Column("id", ID, nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("host", ID),
        sa.Column("access", sa.String(8), nullable=False),
        sa.Column("seating", sa.String(8), nullable=False),
        sa.Column("spectators", sa.Boolean, nullable=False),
        sa.Column("room", ID),
        sa.Column("again", sa.String(32), nullable=False),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("moved_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.UniqueConstraint("key", name="uq_tables_key"),
        sa.UniqueConstraint("room", name="uq_tables_room"),
        sa.ForeignKeyConstraint(["host"], ["people.id"], name="fk_tables_host", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_tables_room", ondelete="CASCADE"),
        sa.CheckConstraint("access IN ('public', 'link')", name="ck_tables_access"),
        sa.CheckConstraint("seating IN ('pick', 'random')", name="ck_tables_seating"),
    )
    op.create_table(
        "seats",
        sa.Column("table", ID, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("sides", sa.Text, nullable=False),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("person", ID),
        sa.Column("ready", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table", "number", name="pk_seats"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_seats_table", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_seats_person", ondelete="SET NULL"),
    )
    op.create_index("ix_seats_person", "seats", ["person"])


def downgrade() -> None:
    op.drop_table("seats")
    op.drop_table("tables")
    op.drop_column("rooms", "awaited")
