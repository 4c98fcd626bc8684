"""Notifications about games: their contents, their ways, and their delivery."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("rooms", sa.Column("news_at", MOMENT))
    op.create_index("ix_rooms_news_at", "rooms", ["news_at"])
    op.add_column("mails", sa.Column("unsubscribe", sa.String(300), nullable=False, server_default=""))
    op.create_table(
        "notices",
        sa.Column("id", ID, nullable=False),
        sa.Column("person", ID, nullable=False),
        sa.Column("table", ID, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("matter", sa.String(80), nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("stands", sa.Boolean, nullable=False),
        sa.Column("noticed_at", MOMENT, nullable=False),
        sa.Column("prompt_at", MOMENT),
        sa.Column("mail_at", MOMENT),
        sa.Column("parcel", sa.String(32), nullable=False, server_default=""),
        sa.Column("mail", sa.String(32), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("id", name="pk_notices"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_notices_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_notices_table", ondelete="CASCADE"),
        sa.UniqueConstraint("person", "table", "kind", "matter", name="uq_notices_person_table_kind_matter"),
    )
    for column in ("table", "prompt_at", "mail_at", "parcel", "mail"):
        op.create_index(f"ix_notices_{column}", "notices", [column])
    op.create_table(
        "wishes",
        sa.Column("person", ID, autoincrement=False, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_wishes"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_wishes_person", ondelete="CASCADE"),
    )
    op.create_table(
        "receivers",
        sa.Column("id", ID, nullable=False),
        sa.Column("person", ID, nullable=False),
        sa.Column("session", ID),
        sa.Column("shape", sa.String(8), nullable=False),
        sa.Column("address", sa.String(500), nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("reached_at", MOMENT),
        sa.Column("trouble", sa.String(200), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("id", name="pk_receivers"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_receivers_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["session"], ["sessions.id"], name="fk_receivers_session", ondelete="CASCADE"),
        sa.UniqueConstraint("person", "address", name="uq_receivers_person_address"),
        sa.CheckConstraint("shape IN ('push', 'json', 'discord', 'slack')", name="ck_receivers_shape"),
    )
    op.create_index("ix_receivers_session", "receivers", ["session"])
    op.create_table(
        "parcels",
        sa.Column("id", ID, nullable=False),
        sa.Column("message", sa.String(32), nullable=False),
        sa.Column("receiver", ID, nullable=False),
        sa.Column("topic", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("written_at", MOMENT, nullable=False),
        sa.Column("due_at", MOMENT),
        sa.Column("sent_at", MOMENT),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("trouble", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_parcels"),
        sa.ForeignKeyConstraint(["receiver"], ["receivers.id"], name="fk_parcels_receiver", ondelete="CASCADE"),
        sa.UniqueConstraint("message", "receiver", name="uq_parcels_message_receiver"),
    )
    for column in ("receiver", "due_at"):
        op.create_index(f"ix_parcels_{column}", "parcels", [column])
    op.create_table(
        "keys",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_keys"),
    )


def downgrade() -> None:
    for table in ("keys", "parcels", "receivers", "wishes", "notices"):
        op.drop_table(table)
    op.drop_column("mails", "unsubscribe")
    op.drop_index("ix_rooms_news_at", "rooms")
    op.drop_column("rooms", "news_at")
