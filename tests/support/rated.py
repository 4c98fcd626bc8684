"""Games of the Antechamber that people have played to the end, for tests of results and ratings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any, Protocol

import sqlalchemy as sa
from msgspec.structs import replace

from app.jobs.ratings import Counting
from app.model.names import fold_name
from app.rooms.room import Room
from app.rooms.rooms import Rooms, new_key, new_room
from app.rooms.seats import Seat
from app.store.db.database import Database
from app.store.db.schema.ratings import answers, placings, results, seasons, standings, traits
from app.store.people.people import PeopleStore
from app.store.tables.seats import Chair
from app.store.tables.tables import Arranged
from engine.core import door
from tests.games.tiny import GAME
from tests.support.process import acted

SIDES = ("red", "blue", "green")
KEPT = (results, placings, traits, answers, standings, seasons)


class Site(Protocol):
    """A process, or the services of a whole server."""

    @property
    def database(self) -> Database: ...

    @property
    def rooms(self) -> Rooms: ...


async def account(process: Site, name: str) -> int:
    """Make a person with a password."""
    store = PeopleStore(process.database)
    person = await guest(process, name)
    await store.change(person, password="kept")
    return person


async def guest(process: Site, name: str) -> int:
    return await PeopleStore(process.database).add_guest(name, fold_name(name), datetime.now(UTC))


async def accounts(process: Site, *names: str) -> list[int]:
    return [await account(process, name) for name in names]


async def table(process: Site, people: Sequence[int], title: str = "A table", **terms: Any) -> Room:
    """Start a rated game of these people, in the order of the sides; 0 is a bot."""
    seats = tuple(Seat((side,), "" if one else "random") for side, one in zip(SIDES, people, strict=False))
    chairs = tuple(
        Chair(number, seat.sides, seat.bot, people[number] or None, ready=True) for number, seat in enumerate(seats)
    )
    at = datetime.now(UTC)
    arranged = Arranged(
        id=0, key=new_key(), game=GAME.key, title=title, options="{}", host=None, access="public", seating="pick",
        spectators=True, started=False, again="", opened_at=at, moved_at=at, rated=True, chairs=chairs,
    )  # fmt: skip
    arranged = replace(arranged, **terms)
    await process.rooms.tables.open(arranged, new_room(GAME, title, seats, b'{"rounds":1}', arranged.key))
    room = await process.rooms.get(arranged.key)
    assert isinstance(room, Room)
    return room


async def play(room: Room, people: Sequence[int], chance: int = 1) -> Room:
    """Play to the end with random choices, each sent by the player of the side."""
    rng = Random(chance)
    whose = dict(zip(SIDES, people, strict=False))
    while room.status == "playing":
        side, menu = next(iter(door.waiting(GAME, room.position).items()))
        sender = whose[side] or "bot"
        await acted(room, side, menu.sample(rng), f"{sender}.k.0.{room.sequence}")
    return room


async def played(process: Site, people: Sequence[int], chance: int = 1, **terms: Any) -> Room:
    return await play(await table(process, people, **terms), people, chance)


async def counted(process: Site) -> None:
    """Run the server's background counting once."""
    await Counting(process.rooms).count_all()


async def rows(process: Site, *tables: sa.Table) -> dict[str, list[Any]]:
    """Return all rows of all tables, or of these."""
    async with process.database.reading() as connection:
        return {
            one.name: [tuple(row) for row in await connection.execute(one.select().order_by(*one.primary_key))]
            for one in tables or KEPT
        }
