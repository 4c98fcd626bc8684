"""Mail to be sent, and the links in it."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "links",
        sa.Column("id", ID, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("person", ID, nullable=False),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("until", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_links"),
        sa.UniqueConstraint("digest", name="uq_links_digest"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_links_person", ondelete="CASCADE"),
        sa.CheckConstraint("purpose IN ('confirm', 'reset')", name="ck_links_purpose"),
    )
    op.create_index("ix_links_person", "links", ["person"])
    op.create_table(
        "mails",
        sa.Column("id", ID, nullable=False),
        sa.Column("message", sa.String(32), nullable=False),
        sa.Column("recipient", sa.String(254), nullable=False),
        sa.Column("subject", sa.String(200), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("written_at", MOMENT, nullable=False),
        sa.Column("due_at", MOMENT),
        sa.Column("sent_at", MOMENT),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("trouble", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_mails"),
        sa.UniqueConstraint("message", name="uq_mails_message"),
    )
    op.create_index("ix_mails_due_at", "mails", ["due_at"])


def downgrade() -> None:
    op.drop_table("mails")
    op.drop_table("links")
