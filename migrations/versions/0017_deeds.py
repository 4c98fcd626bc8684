"""Admins and their actions, branches of games, void games, hidden lines."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("people", sa.Column("role", sa.String(16), nullable=False, server_default="player"))
    op.add_column("people", sa.Column("banned_at", MOMENT))
    op.add_column("rooms", sa.Column("frozen_at", MOMENT))
    op.add_column("rooms", sa.Column("void", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("lines", sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "branches",
        sa.Column("room", ID, autoincrement=False, nullable=False),
        sa.Column("epoch", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("parent", sa.Integer),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer),
        sa.Column("hash", sa.String(32), nullable=False),
        sa.Column("prologue", sa.Text, nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("began_at", MOMENT, nullable=False),
        sa.Column("left_at", MOMENT),
        sa.PrimaryKeyConstraint("room", "epoch", name="pk_branches"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_branches_room", ondelete="CASCADE"),
    )
    op.create_table(
        "deeds",
        sa.Column("id", ID, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("person", ID),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("subject", ID),
        sa.Column("argument", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deeds"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_deeds_person", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["subject"], ["people.id"], name="fk_deeds_subject", ondelete="SET NULL"),
    )
    for column in ("key", "person", "subject"):
        op.create_index(f"ix_deeds_{column}", "deeds", [column])


def downgrade() -> None:
    op.drop_table("deeds")
    op.drop_table("branches")
    op.drop_column("lines", "hidden")
    op.drop_column("rooms", "void")
    op.drop_column("rooms", "frozen_at")
    op.drop_column("people", "banned_at")
    op.drop_column("people", "role")
