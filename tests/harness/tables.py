"""The tables of a run and their players: one for each seat, with a cookie of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random

from app.base.clock import now
from app.base.tokens import digest_of, form_token_of, new_token
from app.rooms.rooms import new_room
from app.rooms.seats import seating
from app.store.db.database import Database
from app.store.people.people import PeopleStore
from app.store.tables.seats import Chair
from app.store.tables.tables import Arranged, TableStore
from app.web.visitor import COOKIE
from engine.core import registry
from engine.core.game import AnyGame
from engine.core.state import Side
from tests.games.tiny import GAME as ANTECHAMBER

ENDLESS = b'{"rounds":100000}'


@dataclass(frozen=True)
class Seat:
    """The player, the table and the sides of a seat."""

    room: str
    game: AnyGame
    sides: tuple[Side, ...]
    person: int
    cookie: str

    def headers(self, address: str) -> dict[str, str]:
        """Return the headers that a browser would send."""
        own = {"cookie": f"{COOKIE}={self.cookie}", "x-horloge-token": form_token_of(self.cookie)}
        return own | {"origin": address}


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    database = Database(url)
    try:
        yield database
    finally:
        await database.close()


async def set_up(url: str, small: int, large: int, chance: Random) -> list[Seat]:
    """Set up this many tables of the Antechamber, for two and for three, and of each game of engine/ with all its
    seats."""
    async with opened(url) as database:
        seats = []
        for number in range(small):
            seats += await set_table(database, ANTECHAMBER, 2 + number % 2, ENDLESS, f"small-{number}", chance)
        for key, module in registry.found_with().items():
            for number in range(large):
                players = max(module.GAME.players)
                seats += await set_table(database, module.GAME, players, b"{}", f"large-{key}-{number}", chance)
    return seats


async def set_table(
    database: Database, game: AnyGame, players: int, options: bytes, key: str, chance: Random
) -> list[Seat]:
    sides, people = game.seating(players, game.options()), PeopleStore(database)
    seats = [await newcomer(people, key, game, own, f"{key} {number}") for number, own in enumerate(sides)]
    chairs = tuple(Chair(place, seat.sides, person=seat.person, ready=True) for place, seat in enumerate(seats))
    table = Arranged(
        id=0, key=key, game=game.key, title=key, options=options.decode(), host=seats[0].person, access="public",
        seating="pick", spectators=True, started=True, again="", opened_at=now(), moved_at=now(), chairs=chairs,
    )  # fmt: skip
    seed = f"{chance.getrandbits(256):064x}"
    await TableStore(database).open(table, new_room(game, key, seating(game, ("",) * players), options, key, seed))
    return seats


async def newcomer(people: PeopleStore, room: str, game: AnyGame, sides: tuple[Side, ...], name: str) -> Seat:
    cookie = new_token()
    person = await people.add_guest(name, name, now())
    await people.begin(person, digest_of(cookie), "", now())
    return Seat(room, game, sides, person, cookie)
