"""Tables for invited people, seats by order of joining, rated games, and mails of invitation.

SQLite cannot change a check of a table that others refer to without rebuilding the table, which would empty those; but
it stores a check as text, so the migration changes the text.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
CHECKS = {
    "access": ("access IN ('public', 'link')", "access IN ('public', 'link', 'named')"),
    "seating": ("seating IN ('pick', 'random')", "seating IN ('pick', 'random', 'order')"),
}


def upgrade() -> None:
    for name, (before, after) in CHECKS.items():
        change_check(name, before, after)
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("people", sa.Column("notices", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "invitations",
        sa.Column("table", ID, nullable=False),
        sa.Column("person", ID, nullable=False),
        sa.PrimaryKeyConstraint("table", "person", name="pk_invitations"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_invitations_table", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_invitations_person", ondelete="CASCADE"),
    )
    op.create_index("ix_invitations_person", "invitations", ["person"])


def downgrade() -> None:
    op.drop_table("invitations")
    op.drop_column("people", "notices")
    op.drop_column("tables", "rated")
    op.execute("UPDATE tables SET access = 'link' WHERE access = 'named'")
    op.execute("UPDATE tables SET seating = 'pick' WHERE seating = 'order'")
    for name, (before, after) in CHECKS.items():
        change_check(name, after, before)


def change_check(name: str, before: str, after: str) -> None:
    if op.get_bind().dialect.name != "sqlite":
        named = op.f(f"ck_tables_ck_tables_{name}")
        op.drop_constraint(named, "tables")
        op.create_check_constraint(named, "tables", after)
        return
    change = sa.text("UPDATE sqlite_master SET sql = replace(sql, :before, :after) WHERE name = 'tables'")
    op.execute("PRAGMA writable_schema = ON")
    op.execute(change.bindparams(before=before, after=after))
    op.execute("PRAGMA writable_schema = RESET")
