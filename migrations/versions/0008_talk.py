"""Talk at tables, how far people have read it, whom they mute and report; their notes, and the last step of each game
that they have seen.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("tables", sa.Column("private_talk", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "channels",
        sa.Column("id", ID, nullable=False),
        sa.Column("table", ID, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_channels"),
        sa.UniqueConstraint("table", "name", name="uq_channels_table_name"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_channels_table", ondelete="CASCADE"),
    )
    op.create_table(
        "lines",
        sa.Column("channel", ID, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("person", ID),
        sa.Column("sides", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("channel", "number", name="pk_lines"),
        sa.ForeignKeyConstraint(["channel"], ["channels.id"], name="fk_lines_channel", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_lines_person", ondelete="SET NULL"),
    )
    op.create_table(
        "marks",
        sa.Column("person", ID, nullable=False),
        sa.Column("channel", ID, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("person", "channel", name="pk_marks"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_marks_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["channel"], ["channels.id"], name="fk_marks_channel", ondelete="CASCADE"),
    )
    op.create_table(
        "mutes",
        sa.Column("person", ID, nullable=False),
        sa.Column("muted", ID, nullable=False),
        sa.PrimaryKeyConstraint("person", "muted", name="pk_mutes"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_mutes_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["muted"], ["people.id"], name="fk_mutes_muted", ondelete="CASCADE"),
    )
    op.create_index("ix_mutes_muted", "mutes", ["muted"])
    op.create_table(
        "reports",
        sa.Column("id", ID, nullable=False),
        sa.Column("person", ID),
        sa.Column("channel", ID, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sa.UniqueConstraint("person", "channel", "number", name="uq_reports_person_channel_number"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_reports_person", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(
            ["channel", "number"],
            ["lines.channel", "lines.number"],
            name="fk_reports_channel_number",
            ondelete="CASCADE",
        ),
    )
    op.create_table(
        "notes",
        sa.Column("person", ID, nullable=False),
        sa.Column("table", ID, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("person", "table", name="pk_notes"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_notes_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_notes_table", ondelete="CASCADE"),
    )
    op.create_table(
        "visits",
        sa.Column("person", ID, nullable=False),
        sa.Column("room", ID, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("person", "room", name="pk_visits"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_visits_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_visits_room", ondelete="CASCADE"),
    )


def downgrade() -> None:
    for table in ("visits", "notes", "reports", "mutes", "marks", "lines", "channels"):
        op.drop_table(table)
    op.drop_column("tables", "private_talk")
