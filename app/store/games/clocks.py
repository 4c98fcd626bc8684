"""Stores the clocks of rooms and the hours of the people who play there. An action changes a clock in the ledger;
everything else changes it here, with the room's row locked so that no action can be recorded at the same time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import date, datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from app.base.clock import now
from app.model.clocks.calendar import Calendar
from app.model.clocks.hands import Calendars, Clock, as_kept, clock_of, other_hours
from app.store.db.columns import When, locked, looked_at
from app.store.db.database import Database
from app.store.db.schema.games import people, rooms, seats, tables, vacations
from engine.core.state import Side

AT_ONCE = 100
"""How many rooms' clocks one transaction changes."""
Change = Callable[[Clock, Calendars], Clock]
"""Returns the new clock, given the old one and the players' calendars."""


class Vacation(Struct, frozen=True):
    """A vacation, from its first day to its last in the person's time zone."""

    id: int
    first: date
    last: date

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1


class ClockStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def due(self, at: datetime, limit: int = 50) -> list[str]:
        """Return the keys of the rooms where a player has to be reminded or answered for, the longest due first."""
        async with self.database.reading() as connection:
            return list((await connection.execute(ringing(at).order_by(rooms.c.due_at).limit(limit))).scalars())

    async def put_off(self, key: str, until: datetime) -> None:
        """Do not look at what is due in this room before then."""
        async with self.database.writing() as connection:
            await connection.execute(rooms.update().where(rooms.c.key == key).values(due_at=until))

    async def wind(self, room: int, change: Change) -> None:
        """Change the clock of one room."""
        async with self.database.writing() as connection:
            await wind(connection, rooms.c.id == room, change)

    async def wind_all(self, change: Change) -> None:
        """Change the clocks of all games, a hundred per transaction."""
        last: int | None = 0
        while last is not None:
            async with self.database.writing() as connection:
                last = await wind(connection, rooms.c.id > last, change, AT_ONCE)

    async def tell_anew(self) -> None:
        """Store the clocks of all games again, where their moments were computed before the database's clock was set
        back."""
        await self.wind_all(lambda clock, _: clock)

    async def hours(self, ids: Collection[int]) -> dict[int, dict[Side, Calendar]]:
        """Return the calendars of the people who play in these rooms, by side."""
        async with self.database.reading() as connection:
            return await hours_in(connection, ids)

    async def hours_at(self, key: str) -> dict[int, Calendar]:
        """Return the calendars of the people seated at a table, by their id."""
        seated = sa.select(*HOURS).distinct().join(seats, seats.c.person == people.c.id)
        seated = seated.join(tables, tables.c.id == seats.c.table).where(tables.c.key == key)
        async with self.database.reading() as connection:
            rows = (await connection.execute(seated)).all()
            away = await vacations_of(connection, [row.id for row in rows])
        return {row.id: calendar(row, away) for row in rows}

    async def hours_of(self, person: int) -> Calendar:
        async with self.database.reading() as connection:
            row = (await connection.execute(sa.select(*HOURS).where(people.c.id == person))).one()
            return calendar(row, await vacations_of(connection, [person]))

    async def vacations_of(self, person: int) -> list[Vacation]:
        async with self.database.reading() as connection:
            return [vacation for _, vacation in await vacations_of(connection, [person])]

    async def set_hours(self, person: int, at: datetime, **values: object) -> None:
        """Set the time zone, quiet hours and weekend."""
        await self.change_hours(person, at, people.update().where(people.c.id == person).values(values))

    async def rest(self, person: int, first: date, last: date, at: datetime) -> None:
        await self.change_hours(person, at, vacations.insert().values(person=person, first=first, last=last))

    async def end_rest(self, person: int, vacation: int, today: date, at: datetime) -> bool:
        """End a vacation today, or delete it if it has not begun; return whether there was one."""
        mine = (vacations.c.person == person, vacations.c.id == vacation, vacations.c.last >= today)
        async with self.database.reading() as connection:
            first: date | None = (await connection.execute(sa.select(vacations.c.first).where(*mine))).scalar()
        if first is None:
            return False
        ended = vacations.update().where(*mine).values(last=today)
        await self.change_hours(person, at, vacations.delete().where(*mine) if first > today else ended)
        return True

    async def change_hours(self, person: int, at: datetime, statement: sa.Executable) -> None:
        """Change a person's hours and adapt the clocks of all their games in the same transaction."""
        theirs = sa.select(tables.c.room).join(seats, seats.c.table == tables.c.id).where(seats.c.person == person)
        async with self.database.writing() as connection:
            held = await hold(connection, rooms.c.id.in_(theirs))
            before = await hours_in(connection, [row.id for row in held])
            await connection.execute(statement)
            after = await hours_in(connection, [row.id for row in held])
            for row in held:
                clock = other_hours(row.clock, at, before[row.id], after[row.id])
                await keep(connection, row, clock)


def ringing(at: When) -> sa.Select[str]:
    """Select the rooms where a player has to be reminded or answered for."""
    return sa.select(rooms.c.key).where(rooms.c.due_at <= at, looked_at(rooms.c.status) == "playing")


class Held(Struct, frozen=True):
    """A game whose clock no other transaction can change now."""

    id: int
    clock: Clock
    kept: str
    """The clock as stored so far."""


async def hold(connection: AsyncConnection, *where: Any, limit: int | None = None) -> list[Held]:
    query = sa.select(rooms.c.id, rooms.c.clock).where(rooms.c.clock != "", rooms.c.status == "playing", *where)
    rows = (await connection.execute(locked(query.order_by(rooms.c.id).limit(limit)))).all()
    return [Held(row.id, clock, row.clock) for row in rows if (clock := clock_of(row.clock))]


async def keep(connection: AsyncConnection, held: Held, clock: Clock) -> None:
    if (kept := as_kept(clock)) != held.kept:
        values = {"clock": kept, "due_at": clock.due_at, "changes": rooms.c.changes + 1}
        values |= {"news_at": sa.func.coalesce(rooms.c.news_at, now())}
        await connection.execute(rooms.update().where(rooms.c.id == held.id).values(values))


async def wind(connection: AsyncConnection, where: Any, change: Change, limit: int | None = None) -> int | None:
    """Change the clocks of the selected games; return the id of the last one, None if there was none."""
    held = await hold(connection, where, limit=limit)
    hours = await hours_in(connection, [row.id for row in held])
    for row in held:
        await keep(connection, row, change(row.clock, hours[row.id]))
    return held[-1].id if held else None


HOURS = [people.c[name] for name in ("id", "zone", "quiet_from", "quiet_to", "weekend")]


async def hours_in(connection: AsyncConnection, ids: Collection[int]) -> dict[int, dict[Side, Calendar]]:
    """Return the calendars of the people who play in these rooms, by room and side. A free seat or a bot has none."""
    found: dict[int, dict[Side, Calendar]] = {room: {} for room in ids}
    if not found:
        return found
    joined = sa.select(tables.c.room, seats.c.sides, *HOURS).select_from(seats)
    joined = joined.join(tables, tables.c.id == seats.c.table).join(people, people.c.id == seats.c.person)
    rows = (await connection.execute(joined.where(tables.c.room.in_(list(found))))).all()
    away = await vacations_of(connection, {row.id for row in rows})
    for row in rows:
        found[row.room] |= dict.fromkeys(row.sides.split(), calendar(row, away))
    return found


async def vacations_of(connection: AsyncConnection, ids: Collection[int]) -> list[tuple[int, Vacation]]:
    """Return the vacations of these people, in order of their first day."""
    query = sa.select(vacations).where(vacations.c.person.in_(list(ids))).order_by(vacations.c.first)
    rows = (await connection.execute(query)).all() if ids else []
    return [(row.person, Vacation(row.id, row.first, row.last)) for row in rows]


def calendar(row: Any, away: Iterable[tuple[int, Vacation]]) -> Calendar:
    quiet = None if row.quiet_from is None or row.quiet_to is None else (row.quiet_from, row.quiet_to)
    rests = tuple((rest.first, rest.last) for person, rest in away if person == row.id)
    return Calendar(row.zone, quiet, frozenset(map(int, row.weekend)), rests)
