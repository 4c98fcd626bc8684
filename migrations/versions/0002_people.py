"""People, and the sessions of their browsers."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("folded", sa.String(80), nullable=False),
        sa.Column("email", sa.String(254)),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("theme", sa.String(8), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("confirm", sa.Boolean, nullable=False),
        sa.Column("sounds", sa.Boolean, nullable=False),
        sa.Column("came_at", MOMENT, nullable=False),
        sa.Column("left_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("folded", name="uq_people_folded"),
        sa.UniqueConstraint("email", name="uq_people_email"),
        sa.CheckConstraint("theme IN ('auto', 'light', 'dark')", name="ck_people_theme"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", ID, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("person", ID, nullable=False),
        sa.Column("agent", sa.String(80), nullable=False),
        sa.Column("began_at", MOMENT, nullable=False),
        sa.Column("seen_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.UniqueConstraint("digest", name="uq_sessions_digest"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_sessions_person", ondelete="CASCADE"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])


def downgrade() -> None:
    op.drop_table("sessions")
    op.drop_table("people")
