"""Reads leaderboards and a person's rated games for pages; `results` writes them. Games at tables that are not listed
are shown only to their players.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from app.model.results.rating import LEAST_GAMES, WIDEST, Rating
from app.store.db.database import Database
from app.store.db.schema.games import people, rooms, seats, sights, tables, tenures
from app.store.db.schema.ratings import answers, placings, results, standings
from app.store.games.delayed_views import OF_ROOM
from app.store.games.rooms import struct_of
from app.store.tables.lists import kept_behind
from engine.core.state import Side

PAGE = 25
"""How many lines a page of a list has."""
DRAWN = 200
"""How many of the latest games the rating chart covers at most."""
GAVE_UP = ("resigned", "timed_out", "replaced")
"""Why a player left a seat before the end of the game."""
MET = 20
"""How many people a person is compared with: those met most often."""


class Known(Struct, frozen=True):
    """A person who may have a profile."""

    id: int
    name: str
    guest: bool
    profile: bool
    """Whether others may see the profile."""
    came_at: datetime


class Leader(Struct, frozen=True):
    """A line of a leaderboard."""

    place: int
    person: int
    name: str
    rating: Rating
    games: int


class Rated(Struct, frozen=True):
    """A person's rating in one game for one number of players."""

    game: str
    players: int
    rating: Rating
    games: int

    @property
    def listed(self) -> bool:
        """Whether it qualifies for a leaderboard."""
        return self.games >= LEAST_GAMES and self.rating.spread <= WIDEST


class Past(Struct, frozen=True):
    """One of a person's finished games; `before` and `after` are their ratings, if it was rated."""

    room: int
    key: str
    title: str
    game: str
    players: int
    ended_at: datetime
    people: bool
    sides: tuple[Side, ...]
    rank: int
    share: float
    points: int
    before: Rating | None
    after: Rating | None

    @property
    def change(self) -> int | None:
        return self.after.shown - self.before.shown if self.before and self.after else None


class Fared(Struct, frozen=True):
    """How a person, or all people, do with a seat."""

    game: str
    players: int
    sides: tuple[Side, ...]
    games: int
    wins: float
    points: float

    @property
    def rate(self) -> float:
        return self.wins / self.games


class Met(Struct, frozen=True):
    """A person one has played with, and how often each finished before the other."""

    person: int
    name: str
    linked: bool
    """Whether others may see the person's profile."""
    games: int
    before: int
    even: int
    behind: int


class Point(Struct, frozen=True):
    """A rating after a game."""

    at: datetime
    rating: Rating


class Seated(Struct, frozen=True):
    """How one game changed a person's rating."""

    person: int
    name: str
    linked: bool
    sides: tuple[Side, ...]
    rank: int
    before: Rating
    after: Rating


def rating_of(mean: float | None, spread: float | None) -> Rating | None:
    return None if mean is None or spread is None else Rating(mean, spread)


STAYS = people.c.left_at.is_(None)
LINKED = sa.and_(STAYS, people.c.profile).label("linked")
"""Whether the person has a profile that others may see."""
COUNTS = results.c.void == ""
HEARD = results.join(rooms, rooms.c.id == results.c.room).join(tables, tables.c.room == rooms.c.id)


def shown_to(viewer: int | None) -> sa.ColumnElement[bool]:
    """The condition that everyone may find the game's table, or the viewer played there."""
    mine = placings.alias()
    sat = sa.exists().where(mine.c.room == results.c.room, mine.c.person == (viewer or 0))
    return sa.or_(sa.and_(tables.c.access == "public", tables.c.spectators), sat)


class StandingStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def known(self, number: int | None, folded: str) -> Known | None:
        """Find a person by id or by folded name, unless they left for good."""
        which = people.c.id == number if number is not None else people.c.folded == folded
        columns = (people.c.id, people.c.name, (people.c.password == "").label("guest"), people.c.profile)
        query = sa.select(*columns, people.c.came_at).where(which, STAYS)
        rows = await self.all(query)
        return struct_of(Known, rows[0]) if rows else None

    async def leaders(self, game: str, players: int, page: int) -> tuple[list[Leader], int]:
        """Return a page of a leaderboard and its number of lines in all. Guests and people with a hidden profile are
        not listed."""
        enough = (standings.c.games >= LEAST_GAMES, standings.c.spread <= WIDEST)
        of = (standings.c.game == game, standings.c.players == players, people.c.password != "", LINKED, *enough)
        joined = standings.join(people, people.c.id == standings.c.person)
        columns = (people.c.id, people.c.name, standings.c.mean, standings.c.spread, standings.c.games)
        query = sa.select(*columns).select_from(joined).where(*of)
        ordered = query.order_by(standings.c.careful.desc(), people.c.id).limit(PAGE).offset(PAGE * (page - 1))
        [(count,)] = await self.all(sa.select(sa.func.count()).select_from(joined).where(*of))
        rows = await self.all(ordered)
        lines = [
            Leader(PAGE * (page - 1) + n, row.id, row.name, Rating(row.mean, row.spread), row.games)
            for n, row in enumerate(rows, 1)
        ]
        return lines, count

    async def ratings(self, person: int) -> list[Rated]:
        query = standings.select().where(standings.c.person == person)
        rows = await self.all(query.order_by(standings.c.games.desc(), standings.c.game, standings.c.players))
        return [Rated(row.game, row.players, Rating(row.mean, row.spread), row.games) for row in rows]

    async def history(self, person: int, game: str, players: int) -> list[Point]:
        """Return the ratings game by game, the oldest first."""
        joined = placings.join(results, results.c.room == placings.c.room)
        query = sa.select(results.c.ended_at, placings.c.mean, placings.c.spread).select_from(joined)
        of = (results.c.game == game, results.c.players == players, placings.c.person == person)
        latest = query.where(*of, placings.c.mean.isnot(None)).order_by(
            results.c.ended_at.desc(), results.c.room.desc()
        )
        rows = await self.all(latest.limit(DRAWN))
        return [Point(row.ended_at, Rating(row.mean, row.spread)) for row in reversed(rows)]

    async def games(self, person: int, viewer: int | None, page: int) -> tuple[list[Past], int]:
        """Return a page of a person's finished games, the latest first, and their number in all."""
        of = (placings.c.person == person, COUNTS, shown_to(viewer))
        joined = HEARD.join(placings, placings.c.room == results.c.room)
        columns = (results.c.room, rooms.c.key, rooms.c.title, results.c.game, results.c.players, results.c.ended_at)
        fared = (placings.c.sides, placings.c.rank, placings.c.share, placings.c.points)
        query = sa.select(*columns, results.c.people, *fared, *RATINGS).select_from(joined).where(*of)
        ordered = query.order_by(results.c.ended_at.desc(), results.c.room.desc(), placings.c.number)
        [(count,)] = await self.all(sa.select(sa.func.count()).select_from(joined).where(*of))
        return [past(row) for row in await self.all(ordered.limit(PAGE).offset(PAGE * (page - 1)))], count

    async def sides(self, person: int, viewer: int | None) -> list[Fared]:
        """Return how a person does with each seat, in games without bots."""
        joined = HEARD.join(placings, placings.c.room == results.c.room)
        columns = (results.c.game, results.c.players, placings.c.sides)
        query = sa.select(*columns, *FARED).select_from(joined)
        of = (placings.c.person == person, results.c.people, COUNTS, shown_to(viewer))
        rows = await self.all(query.where(*of).group_by(*columns).order_by(*columns))
        return [fared(row) for row in rows]

    async def met(self, person: int, viewer: int | None) -> list[Met]:
        """Return the people a person has played with, the most often met first, in games without bots."""
        other = placings.alias()
        joined = HEARD.join(placings, placings.c.room == results.c.room).join(other, other.c.room == results.c.room)
        among = joined.join(people, people.c.id == other.c.person)
        mine, theirs = placings.c.rank, other.c.rank
        counted = [
            sa.func.count().label("games"),
            *(how_often(one, name) for name, one in (("before", mine < theirs), ("even", mine == theirs))),
            how_often(mine > theirs, "behind"),
        ]
        query = sa.select(people.c.id.label("person"), people.c.name, LINKED, *counted).select_from(among)
        of = (placings.c.person == person, other.c.person != person, results.c.people, COUNTS, shown_to(viewer))
        grouped = query.where(*of).group_by(people.c.id, people.c.name, people.c.left_at, people.c.profile)
        rows = await self.all(grouped.order_by(sa.desc("games"), people.c.folded).limit(MET))
        return [struct_of(Met, row) for row in rows]

    async def punctuality(self, person: int) -> tuple[int, int]:
        """Return how many decisions a person had to make at tables with a clock, and how many of them were late."""
        sums = (sa.func.coalesce(sa.func.sum(column), 0) for column in (answers.c.asked, answers.c.late))
        [(asked, late)] = await self.all(sa.select(*sums).where(answers.c.person == person))
        return int(asked), int(late)

    async def given_up(self, person: int, viewer: int | None) -> int:
        """Return in how many games a person left the seat before the end or was away too long; of delayed tables, as
        far as the viewer may see."""
        seated = sa.exists().where(seats.c.table == tables.c.id, seats.c.person == (viewer or 0))
        shown = (tenures.c.person == viewer, sa.not_(kept_behind(seated)), sights.c.sequence >= tenures.c.last)
        joined = tenures.join(tables, tables.c.id == tenures.c.table).join(rooms, rooms.c.id == tables.c.room)
        query = sa.select(sa.func.count(tenures.c.table.distinct())).select_from(joined.outerjoin(sights, OF_ROOM))
        of = (tenures.c.person == person, tenures.c.why.in_(GAVE_UP), sa.or_(*shown))
        [(count,)] = await self.all(query.where(*of))
        return int(count)

    async def moved(self, key: str) -> list[Seated] | None:
        """Return what a game did to the ratings of its players; empty if it is not rated, None if it is not counted
        yet."""
        joined = rooms.join(results, results.c.room == rooms.c.id)
        if not await self.all(sa.select(results.c.room).select_from(joined).where(rooms.c.key == key)):
            return None
        seated = joined.join(placings, placings.c.room == results.c.room)
        among = seated.join(people, people.c.id == placings.c.person)
        columns = (placings.c.person, people.c.name, LINKED)
        query = sa.select(*columns, placings.c.sides, placings.c.rank, *RATINGS).select_from(among)
        rated = query.where(rooms.c.key == key, placings.c.mean.isnot(None))
        rows = await self.all(rated.order_by(placings.c.rank, placings.c.number))
        return [
            Seated(
                *(row.person, row.name, bool(row.linked), tuple(row.sides.split()), row.rank),
                before=Rating(row.mean_before, row.spread_before),
                after=Rating(row.mean, row.spread),
            )
            for row in rows
        ]

    async def all(self, query: sa.Select[Any]) -> list[Any]:
        async with self.database.reading() as connection:
            return list((await connection.execute(query)).all())


RATINGS = (placings.c.mean_before, placings.c.spread_before, placings.c.mean, placings.c.spread)
FARED = (
    sa.func.count().label("games"),
    sa.func.sum(placings.c.share).label("wins"),
    sa.func.avg(placings.c.points).label("points"),
)


def how_often(condition: sa.ColumnElement[bool], name: str) -> sa.Label[int]:
    return sa.func.sum(sa.case((condition, 1), else_=0)).label(name)


def ratings_in(row: Any) -> Iterable[Rating | None]:
    return (rating_of(row.mean_before, row.spread_before), rating_of(row.mean, row.spread))


def past(row: Any) -> Past:
    before, after = ratings_in(row)
    return Past(
        *(row.room, row.key, row.title, row.game, row.players, row.ended_at, row.people),
        *(tuple(row.sides.split()), row.rank, row.share, row.points),
        before=before,
        after=after,
    )


def fared(row: Any) -> Fared:
    return Fared(row.game, row.players, tuple(row.sides.split()), row.games, float(row.wins), float(row.points))
