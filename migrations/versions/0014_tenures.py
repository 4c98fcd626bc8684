"""The tenure of each seat, the fate of a seat whose player has left, and the deadline of a vote."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "tenures",
        sa.Column("id", ID, nullable=False),
        sa.Column("table", ID, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", ID),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer),
        sa.Column("why", sa.String(16), nullable=False),
        sa.Column("began_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_tenures"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_tenures_table", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_tenures_person", ondelete="SET NULL"),
    )
    op.create_index("ix_tenures_table", "tenures", ["table"])
    op.create_index("ix_tenures_person", "tenures", ["person"])
    op.add_column("seats", sa.Column("bot_at", MOMENT))
    op.create_index("ix_seats_bot_at", "seats", ["bot_at"])
    op.add_column("tables", sa.Column("stand_in", sa.Integer, nullable=False, server_default="3"))
    op.add_column("tables", sa.Column("comes_back", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("motions", sa.Column("until", MOMENT))
    op.create_index("ix_motions_outcome_until", "motions", ["outcome", "until"])


def downgrade() -> None:
    op.drop_index("ix_motions_outcome_until", "motions")
    op.drop_column("motions", "until")
    for name in ("comes_back", "stand_in"):
        op.drop_column("tables", name)
    op.drop_index("ix_seats_bot_at", "seats")
    op.drop_column("seats", "bot_at")
    op.drop_table("tenures")
