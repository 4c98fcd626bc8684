"""The results of finished games by player, and standings."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("people", sa.Column("profile", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "results",
        sa.Column("room", ID, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("began_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("decisions", sa.Integer, nullable=False),
        sa.Column("people", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("void", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("room", name="pk_results"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_results_room", ondelete="CASCADE"),
    )
    op.create_index("ix_results_game_players_ended_at", "results", ["game", "players", "ended_at"])
    op.create_table(
        "placings",
        sa.Column("room", ID, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("sides", sa.Text, nullable=False),
        sa.Column("person", ID),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("share", sa.Float, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("mean_before", sa.Float),
        sa.Column("spread_before", sa.Float),
        sa.Column("mean", sa.Float),
        sa.Column("spread", sa.Float),
        sa.PrimaryKeyConstraint("room", "number", name="pk_placings"),
        sa.ForeignKeyConstraint(["room"], ["results.room"], name="fk_placings_room", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_placings_person", ondelete="SET NULL"),
    )
    op.create_index("ix_placings_person", "placings", ["person"])
    op.create_table(
        "traits",
        sa.Column("room", ID, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("side", sa.String(64), nullable=False),
        sa.Column("field", sa.String(64), nullable=False),
        sa.Column("value", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("room", "side", "field", name="pk_traits"),
        sa.ForeignKeyConstraint(
            ["room", "number"],
            ["placings.room", "placings.number"],
            name="fk_traits_room_number",
            ondelete="CASCADE",
        ),
    )
    op.create_table(
        "answers",
        sa.Column("room", ID, nullable=False),
        sa.Column("person", ID, nullable=False),
        sa.Column("asked", sa.Integer, nullable=False),
        sa.Column("late", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("room", "person", name="pk_answers"),
        sa.ForeignKeyConstraint(["room"], ["results.room"], name="fk_answers_room", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_answers_person", ondelete="CASCADE"),
    )
    op.create_index("ix_answers_person", "answers", ["person"])
    op.create_table(
        "standings",
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("person", ID, nullable=False),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("spread", sa.Float, nullable=False),
        sa.Column("careful", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "players", "person", name="pk_standings"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_standings_person", ondelete="CASCADE"),
    )
    op.create_index("ix_standings_person", "standings", ["person"])
    op.create_index("ix_standings_game_players_careful", "standings", ["game", "players", "careful"])
    op.create_table(
        "seasons",
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("ended_at", MOMENT),
        sa.Column("room", ID),
        sa.PrimaryKeyConstraint("game", "players", name="pk_seasons"),
    )


def downgrade() -> None:
    for name in ("seasons", "standings", "answers", "traits", "placings", "results"):
        op.drop_table(name)
    op.drop_column("people", "profile")
