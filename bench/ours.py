"""Our server for bench.server and bench.fanout: `horloge serve` as anyone starts it, over a database with people at
tables that are about to begin, of Versailles if no other game is named. Games at random are made beforehand, so that
the load only has to send their choices.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import msgspec

from app.accounts.tokens import digest_of, new_token
from app.accounts.visitor import COOKIE
from app.clock import now
from app.live.acts import decode
from app.play.acting import Posted
from app.rooms.rooms import new_room
from app.rooms.seats import seating
from app.store.chairs import Chair
from app.store.database import Database
from app.store.lobby import Arranged, TableStore
from app.store.people import PeopleStore
from app.store.schema import bring_up_to_date
from bench.playing import SEATS, Move, Play, listener
from bench.processes import Started, started
from bench.sockets import Line, address_of, dial
from engine.core.door import apply, waiting
from engine.core.game import AnyGame, Seats
from engine.versailles import GAME
from tests.support.starting import free_port

ROOT = Path(__file__).resolve().parents[1]
NAMES = ("Ann", "Bo", "Cleo", "Dan")
ANSWER, FRAME = b'{"answer"', b'{"seq"'
BEATS = b'"full":false}', b'"html":""}'


@dataclass(frozen=True)
class Site:
    """A database with four people in it, by their cookies."""

    url: str
    cookies: tuple[str, ...]
    people: tuple[int, ...]


@dataclass(frozen=True)
class Served:
    """The server over such a database."""

    site: Site
    port: int
    process: Started


async def founded(url: str) -> Site:
    """Make a new site at an empty database."""
    await bring_up_to_date(url)
    cookies = tuple(new_token() for _ in NAMES)
    async with database(url) as opened:
        store = PeopleStore(opened)
        people = [await store.add_guest(name, name.lower(), now()) for name in NAMES]
        for person, cookie in zip(people, cookies, strict=True):
            await store.begin(person, digest_of(cookie), "", now())
    return Site(url, cookies, tuple(people))


@asynccontextmanager
async def database(url: str) -> AsyncIterator[Database]:
    opened = Database(url)
    try:
        yield opened
    finally:
        await opened.close()


async def open_tables(site: Site, numbers: Iterable[int], rules: AnyGame = GAME) -> list[str]:
    """Open a table for each number, at which the four have just begun; return the keys. The number is the game that is
    played."""
    keys = []
    async with database(site.url) as opened:
        tables = TableStore(opened)
        for number in numbers:
            key = f"bench-{number}"
            chairs = tuple(
                Chair(place, sides, person=person, ready=True)
                for place, (sides, person) in enumerate(zip(chairs_of(rules), site.people, strict=True))
            )
            await tables.open(
                Arranged(
                    id=0, key=key, game=rules.key, title="A table", options="{}", host=site.people[0], access="public",
                    seating="pick", spectators=True, started=True, again="", opened_at=now(), moved_at=now(),
                    chairs=chairs,
                ),
                new_room(rules, "A table", seating(rules, ("",) * SEATS), b"{}", key, seed_of(number)),
            )  # fmt: skip
            keys.append(key)
    return keys


def chairs_of(rules: AnyGame) -> Seats:
    return rules.seating(SEATS, rules.options())


def seed_of(number: int) -> str:
    return f"{number % GAMES:064x}"


GAMES = 24
"""The number of different games; more tables than that play some again."""


@cache
def game(number: int, rules: AnyGame = GAME) -> tuple[Move, ...]:
    """Return a whole game at random, as its players send it."""
    position = rules.start(SEATS, seed=seed_of(number))
    seats = {side: place for place, sides in enumerate(chairs_of(rules)) for side in sides}
    chance, moves = Random(number % GAMES), []
    while position.agenda:
        side, menu = next(iter(waiting(rules, position).items()))
        choice = menu.sample(chance)
        said = {"key": f"k{position.sequence}", "epoch": 0, "sequence": position.sequence, "choice": choice}
        moves.append((seats[side], msgspec.json.encode({"act": said})))
        apply(rules, position, side, choice)
    return tuple(moves)


def act_of(text: bytes) -> Posted:
    """Decode a move of a game."""
    return decode(text).act


@contextmanager
def serving(site: Site, folder: Path, redis: str = "", games: str = "") -> Iterator[Served]:
    """Run our server over a site, without a limit on how fast players may move. `redis`: where hints go, if anywhere;
    `games`: the modules of further games."""
    port = free_port()
    environment = {
        "DATABASE_URL": site.url,
        "REDIS_URL": redis,
        "HORLOGE_SOCKET_PACE": "1000000",
        "HORLOGE_GAMES": games,
    }
    environment["HORLOGE_SOCKETS"] = "0"
    command = [sys.executable, "-m", "app", "serve", "--port", str(port)]
    with started(command, folder, "Horloge is at", environment | {"PYTHONPATH": str(ROOT)}) as process:
        yield Served(site, port, process)


async def seated(served: Served, key: str, form: str, rules: AnyGame = GAME) -> Play:
    """Return a table whose four players have their sockets open, each from an address of their own: pages (`html`) or
    programs (`json`)."""
    play = Play(moves=game(int(key.rpartition("-")[2]), rules), texts=SEATS + 1)
    path = f"/tables/{key}/feed?after=0&as={form}&lang=en"
    for seat, cookie in enumerate(served.site.cookies):
        line = Line(listener(play, counts))
        play.lines.append(await dial(served.port, path, line, f"{COOKIE}={cookie}", address_of(seat)))
    return play


async def watching(served: Served, key: str, heard: Callable[[bytes], None], made: int) -> Line:
    """Open a spectator's page at a table where so many moves have been made."""
    return await dial(served.port, f"/tables/{key}/feed?after={made}&lang=en", Line(heard))


def counts(text: bytes) -> bool:
    """Tell whether it is an answer or a change, which must not be a refusal; a beat and talk are neither."""
    if text.startswith(ANSWER):
        if b'"status":200,' not in text:
            raise RuntimeError(f"a choice was refused: {text[:300]!r}")
        return True
    return text.startswith(FRAME) and not text.endswith(BEATS)
