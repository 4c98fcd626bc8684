"""A table of the example game with people, and the background work that notifies them; time passes only when a test
says so. Each person has an account with an address.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa

from app.base import clock
from app.features.notifications.service import Notices
from app.jobs.notifications import Notifying
from app.live.bus import OneProcess
from app.live.presence import Presence
from app.live.watchers import Hub
from app.model.clocks.terms import Terms, as_kept
from app.rooms.room import Room
from app.rooms.rooms import new_key, new_room
from app.rooms.seats import seating
from app.settings import Settings
from app.store.db.schema.games import mails, rooms, seats, tables
from app.store.db.schema.messages import notices
from app.store.messages.notes_and_visits import KeepingStore, Visit
from app.store.messages.notices import Notice
from app.store.people.people import PeopleStore, Person
from app.store.tables.seats import Chair
from app.store.tables.tables import Arranged, Guest
from tests.games.tiny import GAME
from tests.support import timed as clocks
from tests.support.process import SEED, Process

SIDES = ("red", "blue", "green")
NAMES = ("Ada", "Bob", "Cleo")
START = datetime(2026, 3, 10, 12, tzinfo=clock.now().tzinfo)


class Time(clocks.Time):
    """A clock that stands still until told to go on."""

    def passes(self, **much: float) -> None:
        self.pass_by(**much)


class NotifiedSite:
    """`notices` is the work of one process; another site over the same database stands for another process."""

    def __init__(self, process: Process, **settings: Any) -> None:
        self.process = process
        self.settings = Settings(**({"address": "https://horloge.example"} | settings))
        self.people, self.keeping = PeopleStore(process.database), KeepingStore(process.database)
        bus = OneProcess()
        self.hub = Hub(bus)
        self.presence = Presence(process.rooms, self.hub, bus)
        self.notices = Notices(self.settings, process.rooms, self.people)
        self.notifying = Notifying(self.settings, process.rooms, self.keeping, self.presence, self.notices)

    async def person(self, name: str, **values: object) -> Person:
        number = await self.people.add_guest(name, name.lower(), START)
        given = {"email": f"{name.lower()}@example.org", "password": "hash", "language": "en"} | values
        await self.people.change(number, **given)
        return await self.found(number)

    async def found(self, number: int) -> Person:
        person = await self.people.found(number)
        assert person
        return person

    async def table(self, *names: str, key: str = "", invited: tuple[int, ...] = (), **values: object) -> Arranged:
        """Make a table that has not begun; the first person is its host."""
        seated = [await self.person(name) for name in names]
        chairs = tuple(Chair(n, (side,), "", seated[n].id) for n, side in enumerate(SIDES[: len(seated)]))
        new = Arranged(
            0, key or new_key(), GAME.key, "A table", "{}", seated[0].id, "public", "pick", True, False, "",
            START, START, chairs=chairs,
        )  # fmt: skip
        new = msgspec.structs.replace(new, **values)
        if invited:
            guests = tuple(Guest(number, "") for number in invited)
            new = msgspec.structs.replace(new, access="named", invited=guests)
        await self.process.rooms.tables.add(new, invited)
        found = await self.process.rooms.tables.find(new.key)
        assert found
        return found

    async def game(self, *names: str, terms: Terms | None = None, **values: object) -> Room:
        """Make a table whose game has begun."""
        table = await self.table(*(names or NAMES[:2]), clock=as_kept(terms), **values)  # type: ignore[arg-type]
        seats = seating(GAME, [""] * len(table.chairs))
        room = new_room(GAME, table.title, seats, table.options.encode(), table.key, SEED, terms)
        await self.process.rooms.tables.begin(table.key, lambda before: (before, room))
        return await self.process.room(table.key)

    async def take_seat(self, key: str, number: int, person: int) -> None:
        async with self.process.database.writing() as connection:
            table = (await connection.execute(tables.select().where(tables.c.key == key))).one().id
            where = (seats.c.table == table, seats.c.number == number)
            await connection.execute(seats.update().where(*where).values(person=person))
            await connection.execute(rooms.update().where(rooms.c.key == key).values(changes=rooms.c.changes + 1))

    async def look(self) -> None:
        await self.notifying.noticing.work()

    async def tell(self) -> None:
        await self.notifying.teller.work()

    async def goes_by(self, time: Time, **much: float) -> None:
        """Let time pass, with a round of background work before and at the end."""
        time.passes(seconds=11)
        await self.look()
        time.passes(**(much or {"minutes": 2}))
        await self.look()
        await self.tell()

    async def mails(self) -> list[tuple[str, str, str]]:
        """Return recipient, subject and text of all mails written."""
        query = sa.select(mails.c.recipient, mails.c.subject, mails.c.text).order_by(mails.c.id)
        async with self.process.database.reading() as connection:
            return [(row[0], row[1], row[2]) for row in await connection.execute(query)]

    async def waiting(self, person: int) -> list[Notice]:
        return await self.notices.store.of(person)

    async def rows(self, table: sa.Table) -> list[Any]:
        async with self.process.database.reading() as connection:
            return list((await connection.execute(table.select().order_by(*table.primary_key))).all())

    async def kinds(self) -> list[tuple[int, str, bool]]:
        """Return person, kind and whether it stands, of all notifications."""
        return [(row.person, row.kind, row.stands) for row in await self.rows(notices)]

    async def session(self, person: int) -> int:
        return await self.people.begin(person, "digest", "A browser", START)

    async def seen(self, room: Room, person: int) -> None:
        await self.keeping.saw(person, room.id, Visit(room.epoch, room.sequence), START)


def people_of(room: Room) -> Iterator[int]:
    assert room.table
    for chair in room.table.chairs:
        assert chair.person
        yield chair.person
