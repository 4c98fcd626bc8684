"""Idempotency: the things that people asked to create, so that a request sent twice creates one."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "requests",
        sa.Column("person", ID, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("payload", sa.String(64), nullable=False),
        sa.Column("answer", sa.String(80), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("person", "key", name="pk_requests"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_requests_person", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("requests")
