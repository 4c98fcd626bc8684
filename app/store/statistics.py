"""Statistics of the finished games of one kind: who wins with what, how long they take."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from app.store.database import Database
from app.store.standings import COUNTS, FARED, Fared, fared
from app.store.tables_ratings import placings, results, traits

LATEST = 5_000
"""How many of the latest games statistics cover."""


class Trait(Struct, frozen=True):
    """How sides do with one value of a trait that the game reports about them."""

    field: str
    value: str
    games: int
    wins: float
    points: float

    @property
    def rate(self) -> float:
        return self.wins / self.games


class Length(Struct, frozen=True):
    """How long a game was."""

    turns: int
    decisions: int
    began_at: datetime
    ended_at: datetime


class StatisticsStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def numbers(self, game: str, people: bool) -> dict[int, int]:
        """Return how many games there are for each number of players; `people`: only games without bots."""
        query = sa.select(results.c.players, sa.func.count()).where(*counted(game, people))
        return {row[0]: row[1] for row in await self.all(query.group_by(results.c.players))}

    async def sides(self, game: str, players: int, people: bool) -> list[Fared]:
        """Return how each seat does."""
        columns = (results.c.game, results.c.players, placings.c.sides)
        joined = placings.join(results, results.c.room == placings.c.room)
        query = sa.select(*columns, *FARED).select_from(joined).where(results.c.room.in_(latest(game, players, people)))
        rows = await self.all(query.group_by(*columns).order_by(sa.func.min(placings.c.number)))
        return [fared(row) for row in rows]

    async def traits(self, game: str, players: int, people: bool) -> list[Trait]:
        """Return how sides do by the traits that the game reports, the most frequent first."""
        seat = sa.and_(placings.c.room == traits.c.room, placings.c.number == traits.c.number)
        joined = traits.join(placings, seat)
        query = sa.select(traits.c.field, traits.c.value, *FARED).select_from(joined)
        of = query.where(traits.c.room.in_(latest(game, players, people))).group_by(traits.c.field, traits.c.value)
        rows = await self.all(of.order_by(traits.c.field, sa.desc("games"), traits.c.value))
        return [Trait(row.field, row.value, row.games, float(row.wins), float(row.points)) for row in rows]

    async def lengths(self, game: str, players: int, people: bool) -> list[Length]:
        columns = (results.c.turns, results.c.decisions, results.c.began_at, results.c.ended_at)
        query = sa.select(*columns).where(results.c.room.in_(latest(game, players, people)))
        return [Length(*row) for row in await self.all(query)]

    async def all(self, query: sa.Select[Any]) -> list[Any]:
        async with self.database.reading() as connection:
            return list((await connection.execute(query)).all())


def counted(game: str, people: bool) -> list[sa.ColumnElement[bool]]:
    return [results.c.game == game, COUNTS, *([results.c.people] if people else [])]


def latest(game: str, players: int, people: bool) -> sa.Select[Any]:
    """Select the rooms of the latest of these games."""
    of = sa.select(results.c.room).where(*counted(game, people), results.c.players == players)
    return of.order_by(results.c.ended_at.desc(), results.c.room.desc()).limit(LATEST)
