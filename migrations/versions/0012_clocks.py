"""Clocks: a table's time settings, the time left of each side, the hours that count, and the times when the site was
down.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("tables", sa.Column("clock", sa.Text, nullable=False, server_default=""))
    op.add_column("rooms", sa.Column("clock", sa.Text, nullable=False, server_default=""))
    op.add_column("rooms", sa.Column("due_at", MOMENT))
    op.create_index("ix_rooms_due_at", "rooms", ["due_at"])
    op.add_column("people", sa.Column("quiet_from", sa.Integer))
    op.add_column("people", sa.Column("quiet_to", sa.Integer))
    op.add_column("people", sa.Column("weekend", sa.String(7), nullable=False, server_default=""))
    op.create_table(
        "vacations",
        sa.Column("id", ID, nullable=False),
        sa.Column("person", ID, nullable=False),
        sa.Column("first", sa.Date, nullable=False),
        sa.Column("last", sa.Date, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_vacations"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_vacations_person", ondelete="CASCADE"),
    )
    op.create_index("ix_vacations_person", "vacations", ["person"])
    op.create_table(
        "beats",
        sa.Column("id", ID, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_beats"),
    )
    op.create_table(
        "outages",
        sa.Column("id", ID, nullable=False),
        sa.Column("began_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.Column("excused", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_outages"),
    )


def downgrade() -> None:
    for name in ("outages", "beats", "vacations"):
        op.drop_table(name)
    for name in ("weekend", "quiet_to", "quiet_from"):
        op.drop_column("people", name)
    op.drop_index("ix_rooms_due_at", "rooms")
    op.drop_column("rooms", "due_at")
    op.drop_column("rooms", "clock")
    op.drop_column("tables", "clock")
