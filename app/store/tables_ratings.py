"""Database tables of finished games, what they report about their players, and the ratings. Part of `tables`."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

from app.store.columns import Id, Moment, metadata

results = Table(
    "results",
    metadata,
    Column("room", Id, ForeignKey("rooms.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(64), nullable=False),
    Column("players", Integer, nullable=False),
    Column("began_at", Moment, nullable=False),
    Column("ended_at", Moment, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("decisions", Integer, nullable=False),
    Column("people", Boolean, nullable=False, doc="Whether each seat was one person's throughout."),
    Column("rated", Boolean, nullable=False),
    Column("void", String(16), nullable=False, doc="Why it says nothing about anybody; empty if it does."),
    PrimaryKeyConstraint("room"),
    Index("ix_results_game_players_ended_at", "game", "players", "ended_at"),
)

placings = Table(
    "placings",
    metadata,
    Column("room", Id, ForeignKey(results.c.room, ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False, doc="Of the seat."),
    Column("sides", Text, nullable=False, doc="What was played from there, with a space between them."),
    Column("person", Id, ForeignKey("people.id", ondelete="SET NULL")),
    Column("bot", String(64), nullable=False),
    Column("rank", Integer, nullable=False),
    Column("share", Float, nullable=False, doc="Its part of the victory."),
    Column("points", Integer, nullable=False),
    Column("mean_before", Float, doc="The rating of the person before the game, and after it, if it was rated."),
    Column("spread_before", Float),
    Column("mean", Float),
    Column("spread", Float),
    PrimaryKeyConstraint("room", "number"),
    Index("ix_placings_person", "person"),
)

traits = Table(
    "traits",
    metadata,
    Column("room", Id, nullable=False),
    Column("number", Integer, nullable=False),
    Column("side", String(64), nullable=False),
    Column("field", String(64), nullable=False, doc="What the game tells sides apart by, such as a strategy."),
    Column("value", String(64), nullable=False),
    PrimaryKeyConstraint("room", "side", "field"),
    ForeignKeyConstraint(["room", "number"], [placings.c.room, placings.c.number], ondelete="CASCADE"),
)

answers = Table(
    "answers",
    metadata,
    Column("room", Id, ForeignKey(results.c.room, ondelete="CASCADE"), nullable=False),
    Column("person", Id, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("asked", Integer, nullable=False, doc="Decisions that were the person's."),
    Column("late", Integer, nullable=False, doc="Of these, how many their time ran out for."),
    PrimaryKeyConstraint("room", "person"),
    Index("ix_answers_person", "person"),
)

standings = Table(
    "standings",
    metadata,
    Column("game", String(64), nullable=False),
    Column("players", Integer, nullable=False),
    Column("person", Id, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("mean", Float, nullable=False),
    Column("spread", Float, nullable=False),
    Column("careful", Float, nullable=False, doc="What leaderboards go by."),
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("game", "players", "person"),
    Index("ix_standings_person", "person"),
    Index("ix_standings_game_players_careful", "game", "players", "careful"),
)

seasons = Table(
    "seasons",
    metadata,
    Column("game", String(64), nullable=False),
    Column("players", Integer, nullable=False),
    Column("ended_at", Moment, doc="When the last game ended that ratings have been worked out from."),
    Column("room", Id, doc="Which one it was."),
    PrimaryKeyConstraint("game", "players"),
)
