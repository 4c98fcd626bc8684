"""Second factors, the sessions that used one, the time of a person's last proof of identity, and the strength of
passwords.
"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("people", sa.Column("grade", sa.String(8), nullable=False, server_default=""))
    op.add_column("sessions", sa.Column("factor", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("sessions", sa.Column("proved_at", MOMENT))
    op.create_table(
        "factors",
        sa.Column("person", ID, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("waiting", sa.Text, nullable=False),
        sa.Column("step", sa.BigInteger, nullable=False),
        sa.Column("since", MOMENT),
        sa.PrimaryKeyConstraint("person", name="pk_factors"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_factors_person", ondelete="CASCADE"),
    )
    op.create_table(
        "recoveries",
        sa.Column("id", ID, nullable=False),
        sa.Column("person", ID, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_recoveries"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_recoveries_person", ondelete="CASCADE"),
        sa.UniqueConstraint("person", "digest", name="uq_recoveries_person_digest"),
    )
    op.create_table(
        "logins",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("person", ID, nullable=False),
        sa.Column("until", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_logins"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_logins_person", ondelete="CASCADE"),
    )
    op.create_index("ix_logins_person", "logins", ["person"])


def downgrade() -> None:
    for table in ("logins", "recoveries", "factors"):
        op.drop_table(table)
    for table, name in (("sessions", "proved_at"), ("sessions", "factor"), ("people", "grade")):
        op.drop_column(table, name)
