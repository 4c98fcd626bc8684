"""Stores the results of finished games, read from rooms and logs, and the ratings that follow from them in the order in
which the games ended.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from app.model.results.outcome import VOID, Entry, Outcome, Sitter
from app.model.results.rating import Rating
from app.model.results.season import Change, Played, Season, Standing
from app.store.db.columns import locked
from app.store.db.database import Database
from app.store.db.schema.games import entries, rooms, seats, snapshots, tables
from app.store.db.schema.ratings import answers, placings, results, seasons, standings
from app.store.db.schema.ratings import traits as kept_traits
from app.store.games.branches import lineage, of_entries, of_snapshots

KEPT = (results, placings, kept_traits, answers, standings, seasons)
ROWS = 500
"""How many rows one statement writes."""


class Over(Struct, frozen=True):
    """A finished game as stored, with its first and last positions as text."""

    room: int
    key: str
    game: str
    began_at: datetime
    ended_at: datetime
    rated: bool
    timed: bool
    void: bool
    sitters: tuple[Sitter, ...]
    opening: str
    last: str
    log: tuple[Entry, ...]


FINISHED = (
    sa.select(rooms.c.id)
    .join(tables, tables.c.room == rooms.c.id)
    .where(
        rooms.c.status == "finished",
        rooms.c.game.in_(sa.bindparam("games", expanding=True)),
        tables.c.kind == "game",
    )
    .order_by(rooms.c.moved_at, rooms.c.id)
)
UNCOUNTED = FINISHED.where(~sa.exists().where(results.c.room == rooms.c.id))


class ResultStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def finished(self, games: Collection[str], uncounted: bool = False) -> list[int]:
        """Return the rooms whose game is over, in the order of their ends: all rooms of these games, or only those not
        counted yet. Analysis boards, lessons and rooms without a table (bots alone) are left out."""
        async with self.database.reading() as connection:
            found = await connection.execute(UNCOUNTED if uncounted else FINISHED, {"games": list(games)})
            return list(found.scalars())

    async def over(self, room: int) -> Over | None:
        """Return a finished game; None if it was deleted or is not over any more."""
        columns = (rooms.c.id, rooms.c.key, rooms.c.game, rooms.c.epoch, rooms.c.sequence, rooms.c.opened_at)
        kept = (tables.c.rated, tables.c.clock, tables.c.id.label("table"))
        query = sa.select(*columns, rooms.c.moved_at, rooms.c.void, *kept)
        async with self.database.reading() as connection:
            joined = query.join(tables, tables.c.room == rooms.c.id)
            row = (await connection.execute(joined.where(rooms.c.id == room, rooms.c.status == "finished"))).first()
            if row is None:
                return None
            opening, last = await ends(connection, row)
            return Over(
                room=row.id,
                key=row.key,
                game=row.game,
                began_at=row.opened_at,
                ended_at=row.moved_at,
                rated=row.rated,
                timed=bool(row.clock),
                void=row.void,
                sitters=await sitters(connection, row.table),
                opening=opening,
                last=last,
                log=await log_of(connection, row),
            )

    async def count(self, found: Outcome) -> bool:
        """Store a game's result and update the ratings; return False if it was counted before. It is done once, by
        whichever process. A game that ended before others that were already counted is put in its place."""
        async with self.database.writing() as connection:
            season = await self.season(connection, found.game, found.players)
            if await is_recorded(connection, found.room) or not await still(connection, found):
                return False
            await write(connection, found)
            if not found.rated:
                return True
            if season.ended_at and (found.ended_at, found.room) < (season.ended_at, season.room):
                await work_out(connection, found.game, found.players)
            else:
                await go_on(connection, found)
        return True

    async def recount(self, connection: AsyncConnection, room: int, game: str, players: int) -> None:
        """Delete a game's result because the game has changed; it counts again once it is counted again."""
        await self.season(connection, game, players)
        rated = sa.select(results.c.rated).where(results.c.room == room)
        counted = (await connection.execute(rated)).scalar()
        await connection.execute(results.delete().where(results.c.room == room))
        if counted:
            await work_out(connection, game, players)

    async def put(self, found: Outcome) -> None:
        """Store a game's result again, without ratings: `rate` has to follow."""
        async with self.database.writing() as connection:
            await self.season(connection, found.game, found.players)
            await connection.execute(results.delete().where(results.c.room == found.room))
            await write(connection, found)

    async def rate(self, game: str, players: int) -> int:
        """Compute all ratings of a game for this number of players from the start; return from how many games."""
        async with self.database.writing() as connection:
            await self.season(connection, game, players)
            return await work_out(connection, game, players)

    async def forget_others(self, games: Collection[str], rooms_kept: Collection[int]) -> None:
        """Delete results of these games that belong to no finished game any more."""
        async with self.database.writing() as connection:
            query = sa.select(results.c.room).where(results.c.game.in_(list(games)))
            gone = set((await connection.execute(query)).scalars()) - set(rooms_kept)
            for some in chunks(sorted(gone)):
                await connection.execute(results.delete().where(results.c.room.in_(some)))

    async def fingerprint(self, games: Collection[str]) -> tuple[int, str]:
        """Return the number of ratings and a hash of all stored results of these games."""
        of_games = sa.select(results.c.room).where(results.c.game.in_(list(games)))
        seen = hashlib.blake2b(digest_size=16)
        ratings = 0
        async with self.database.reading() as connection:
            for table in KEPT:
                where = table.c.game.in_(list(games)) if "game" in table.c else table.c.room.in_(of_games)
                for row in await connection.execute(table.select().where(where).order_by(*table.primary_key)):
                    seen.update(msgspec.json.encode((str(table.name), *row)))
                    ratings += table is standings
        return ratings, seen.hexdigest()

    async def seasons(self, games: Collection[str]) -> list[tuple[str, int]]:
        """Return the pairs of game and number of players for which results were counted."""
        query = sa.select(seasons.c.game, seasons.c.players).where(seasons.c.game.in_(list(games)))
        async with self.database.reading() as connection:
            rows = await connection.execute(query.order_by(seasons.c.game, seasons.c.players))
            return [(row.game, row.players) for row in rows]

    async def season(self, connection: AsyncConnection, game: str, players: int) -> Any:
        """Return how far the ratings are computed, and lock them until the transaction ends."""
        new = self.database.insert(seasons).values(game=game, players=players).on_conflict_do_nothing()
        await connection.execute(new)
        found = locked(seasons.select().where(seasons.c.game == game, seasons.c.players == players))
        return (await connection.execute(found)).one()


async def ends(connection: AsyncConnection, row: Any) -> tuple[str, str]:
    """Return the first and the last position of a room. There is a snapshot of the last, unless the game is void."""
    of = of_snapshots(row.id, await lineage(connection, row.id, row.epoch))
    found = sa.select(snapshots.c.state).where(of).limit(1)
    first = (await connection.execute(found.order_by(snapshots.c.sequence))).scalar_one()
    last = await connection.execute(found.where(snapshots.c.sequence == row.sequence))
    return str(first), str(last.scalar() or "")


async def sitters(connection: AsyncConnection, table: int) -> tuple[Sitter, ...]:
    query = sa.select(seats.c.number, seats.c.sides, seats.c.person, seats.c.bot).where(seats.c.table == table)
    rows = await connection.execute(query.order_by(seats.c.number))
    return tuple(Sitter(row.number, tuple(row.sides.split()), row.person, row.bot) for row in rows)


async def log_of(connection: AsyncConnection, row: Any) -> tuple[Entry, ...]:
    query = sa.select(entries.c.side, entries.c.key, entries.c.choice)
    of = of_entries(row.id, await lineage(connection, row.id, row.epoch))
    rows = await connection.execute(query.where(of).order_by(entries.c.sequence))
    return tuple(Entry(*one) for one in rows)


async def is_recorded(connection: AsyncConnection, room: int) -> bool:
    found = await connection.execute(sa.select(results.c.room).where(results.c.room == room))
    return found.first() is not None


async def still(connection: AsyncConnection, found: Outcome) -> bool:
    """Tell whether the game is still as it was read: not rewound and not voided in the meantime."""
    query = sa.select(rooms.c.status, rooms.c.moved_at, rooms.c.void).where(rooms.c.id == found.room)
    row = (await connection.execute(query)).first()
    return row is not None and (row.status, row.moved_at, row.void) == ("finished", found.ended_at, found.void == VOID)


async def write(connection: AsyncConnection, found: Outcome) -> None:
    kept = ("room", "game", "players", "began_at", "ended_at", "turns", "decisions", "people", "rated", "void")
    await connection.execute(results.insert().values({name: getattr(found, name) for name in kept}))
    seated = [
        {
            "room": found.room, "number": one.number, "sides": " ".join(one.sides), "person": one.person,
            "bot": one.bot, "rank": one.rank, "share": one.share, "points": one.points,
        }
        for one in found.placings
    ]  # fmt: skip
    told = [
        {"room": found.room, "number": one.number, "side": side, "field": field, "value": value}
        for one in found.placings
        for side, facts in one.facts.items()
        for field, value in facts.items()
    ]
    given = [{"room": found.room, "person": one.person, "asked": one.asked, "late": one.late} for one in found.answers]
    for table, rows in ((placings, seated), (kept_traits, told), (answers, given)):
        if rows:
            await connection.execute(table.insert(), rows)


async def go_on(connection: AsyncConnection, found: Outcome) -> None:
    """Update the ratings by a game that ended after all that were counted."""
    played = played_by(found)
    of = (standings.c.game == found.game, standings.c.players == found.players)
    rows = await connection.execute(standings.select().where(*of, standings.c.person.in_(played.people)))
    so_far = {row.person: Standing(Rating(row.mean, row.spread), row.games) for row in rows}
    await keep(connection, found.game, found.players, Season(so_far).take([played]))
    await record_progress(connection, found.game, found.players, found.ended_at, found.room)


def played_by(found: Outcome) -> Played:
    people = tuple(one.person for one in found.placings if one.person is not None)
    return Played(found.room, people, tuple(one.rank for one in found.placings))


async def work_out(connection: AsyncConnection, game: str, players: int) -> int:
    """Compute all ratings again from the stored results; return from how many games."""
    of = (results.c.game == game, results.c.players == players)
    theirs = placings.c.room.in_(sa.select(results.c.room).where(*of))
    nothing = dict.fromkeys(("mean_before", "spread_before", "mean", "spread"))
    await connection.execute(placings.update().where(theirs, placings.c.mean.isnot(None)).values(nothing))
    await connection.execute(standings.delete().where(standings.c.game == game, standings.c.players == players))
    games = await rated_games(connection, *of)
    await keep(connection, game, players, Season().take(one for one, _ in games))
    ended_at, room = (games[-1][1], games[-1][0].room) if games else (None, None)
    await record_progress(connection, game, players, ended_at, room)
    return len(games)


async def rated_games(connection: AsyncConnection, *of: sa.ColumnElement[bool]) -> list[tuple[Played, datetime]]:
    """Return the rated games in the order in which they ended, each with its end. A game does not count for a person
    whose row is gone."""
    columns = (results.c.room, results.c.ended_at, placings.c.person, placings.c.rank)
    query = sa.select(*columns).join(placings, placings.c.room == results.c.room).where(*of, results.c.rated)
    rows = await connection.execute(query.order_by(results.c.ended_at, results.c.room, placings.c.number))
    games: dict[int, tuple[datetime, list[Any]]] = {}
    for row in rows:
        games.setdefault(row.room, (row.ended_at, []))[1].append(row)
    return [
        (Played(room, tuple(one.person for one in seated), tuple(one.rank for one in seated)), ended_at)
        for room, (ended_at, seated) in games.items()
        if all(one.person is not None for one in seated)
    ]


async def keep(connection: AsyncConnection, game: str, players: int, season: Season) -> None:
    """Store the standings and the rating changes that led to them, replacing existing rows."""
    of = (standings.c.game == game, standings.c.players == players)
    for some in chunks(list(season.standings)):
        await connection.execute(standings.delete().where(*of, standings.c.person.in_(some)))
    rows = [standing_row(game, players, person, one) for person, one in season.standings.items()]
    for some in chunks(rows):
        await connection.execute(standings.insert(), some)
    changed = placings.update().where(
        placings.c.room == sa.bindparam("in_room"), placings.c.person == sa.bindparam("whose")
    )
    for changes in chunks([change_row(one) for one in season.changes]):
        await connection.execute(changed, changes)


def standing_row(game: str, players: int, person: int, one: Standing) -> dict[str, Any]:
    rating = {"mean": one.rating.mean, "spread": one.rating.spread, "careful": one.rating.careful}
    return {"game": game, "players": players, "person": person, "games": one.games} | rating


def change_row(one: Change) -> dict[str, Any]:
    before = {"mean_before": one.before.mean, "spread_before": one.before.spread}
    return {"in_room": one.room, "whose": one.person, "mean": one.after.mean, "spread": one.after.spread} | before


async def record_progress(
    connection: AsyncConnection, game: str, players: int, ended_at: datetime | None, room: int | None
) -> None:
    """Record how far the ratings are computed."""
    of = (seasons.c.game == game, seasons.c.players == players)
    await connection.execute(seasons.update().where(*of).values(ended_at=ended_at, room=room))


def chunks(rows: Sequence[Any]) -> Iterable[list[Any]]:
    return (list(rows[first : first + ROWS]) for first in range(0, len(rows), ROWS))
