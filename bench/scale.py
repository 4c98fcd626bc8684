"""Several processes over one Postgres with fsync, and what a site costs as it grows. No process is bound to a core: two
processes, Postgres and the load share what the machine has, so on two cores a second process cannot double it.

`actions` are moves of Versailles over sockets at twenty tables, by one process and by two, in turns of the same run.
The fan-out is the time from sending a move through one process until a spectator at the other has it. `recovery` is the
time from killing a process until each of its players has the whole table again from another one, which has never seen
it. Cold tables are loaded from SQLite, in this process. `at rest` is the processor time that an idle server takes, on
each database; `sleeping tables` is what ten thousand games add to that, in which a player has to decide and nobody
looks.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from statistics import median

from app.rooms.move import Move
from app.rooms.room import Room
from app.rooms.rooms import Rooms, open_room
from app.store.db.database import Database
from app.store.db.migrations import bring_up_to_date
from app.store.games.ledger import open_ledger
from app.store.games.rooms import RoomStore
from app.web.visitor import COOKIE
from bench import ours
from bench.arena import complain, run
from bench.figure import Figure, figure
from bench.ours import Served, Site
from bench.playing import SEATS, Play, rate
from bench.processes import CORES
from bench.resting import resting
from bench.sockets import Line, dial
from engine.core import registry
from tests.games.tiny import GAME
from tests.games.tiny.choices import Order
from tests.support.redis import start_redis
from tests.support.starting import postgres_programs, start_postgres, stop

BUSY = 20
"""At how many tables the load plays."""
ROUNDS = 3
MOVES = 15
"""Moves at each table, for each second that a figure may take."""
HOPS = 30
KILLS = 4
AT_TABLES = 5
"""How many tables the players of the killed process have."""
COLD = (50, 500, 5_000)
PAST = 25
"""Entries since the last snapshot, which is the middle."""
LOADED = 15
PATIENCE = 30
NUMBERS = count(1_000)


def figures(seconds: float) -> Iterator[tuple[str, Figure]]:
    yield from run(measure(seconds)).items()


async def measure(seconds: float) -> dict[str, Figure]:
    made = await cold_rooms()
    programs = postgres_programs()
    with tempfile.TemporaryDirectory(prefix="horloge-bench-") as name, ExitStack() as stack:
        folder = furnished(Path(name))
        homes = (folder / f"home-{number}" for number in count())
        made |= await at_rest(await ours.founded(f"sqlite+aiosqlite:///{folder / 'horloge.db'}"), next(homes), "sqlite")
        if programs is None:
            complain("Postgres is missing, so several processes can't be measured: sudo apt-get install postgresql")
            return made
        server = start_postgres(folder / "database", programs)
        stack.callback(stop, server)
        site = await ours.founded(server.url)
        made |= await at_rest(site, next(homes), "postgres")
        with serving(site, next(homes)) as one, serving(site, next(homes)) as two:
            made |= await actions(one, two, seconds)
            made |= named("fanout_notify", await hops(one, one), await hops(one, two))
            made |= recovery([taken for _ in range(KILLS) for taken in await recovered(site, next(homes), two)])
        redis = start_redis(folder / "redis")
        stack.callback(stop, redis)
        with serving(site, next(homes), redis.url) as one, serving(site, next(homes), redis.url) as two:
            made |= named("fanout_redis", await hops(one, one), await hops(one, two))
    return made


async def at_rest(site: Site, folder: Path, database: str) -> dict[str, Figure]:
    await ours.open_tables(site, [next(NUMBERS)])
    with serving(site, folder) as served:
        return await resting(served, database)


def furnished(folder: Path) -> Path:
    """Make a folder for each server; others may enter them, since Postgres runs as another user where this runs as
    root."""
    folder.chmod(0o755)
    for home in ("database", "redis", *(f"home-{number}" for number in range(2 * KILLS + 10))):
        (folder / home).mkdir()
    return folder


@contextmanager
def serving(site: Site, folder: Path, redis: str = "") -> Iterator[Served]:
    """Run a process that may use any core."""
    with ours.serving(site, folder, redis) as served:
        if CORES:
            os.sched_setaffinity(served.process.process.pid, CORES)
        yield served


async def actions(one: Served, two: Served, seconds: float) -> dict[str, Figure]:
    """Measure by turns; the first round warms up and does not count."""
    rates: dict[int, list[float]] = {1: [], 2: []}
    for number in range(ROUNDS + 1):
        for processes, servers in ((1, [one]), (2, [one, two])):
            plays = await seated(servers, BUSY)
            found = await rate(plays, max(2, int(MOVES * seconds)))
            for play in plays:
                play.close()
            if number:
                rates[processes].append(found)
    alone, both = median(rates[1]), median(rates[2])
    return {
        "scale_actions_1_process": figure(alone, "moves/s"),
        "scale_actions_2_processes": figure(both, "moves/s", "one process", alone),
    }


async def seated(servers: list[Served], tables: int) -> list[Play]:
    """Return this many new tables, whose players are spread over these processes table by table."""
    keys = await ours.open_tables(servers[0].site, [next(NUMBERS) for _ in range(tables)])
    return [await ours.seated(servers[place % len(servers)], key, "json") for place, key in enumerate(keys)]


async def hops(acting: Served, watched: Served) -> list[float]:
    """Return the seconds from sending each move through one process until a spectator at another has it."""
    [play] = await seated([acting], 1)
    heard: asyncio.Queue[float] = asyncio.Queue()
    key = f"bench-{next(NUMBERS) - 1}"

    def hear(text: bytes) -> None:
        if ours.counts(text):
            heard.put_nowait(time.perf_counter())

    spectator = await dial(watched.port, f"/tables/{key}/feed?after=0&as=json", Line(hear))
    for line in play.lines:
        line.heard = ignore
    taken = []
    for seat, text in play.moves[:HOPS]:
        began = time.perf_counter()
        play.lines[seat].send(text)
        async with asyncio.timeout(PATIENCE):
            taken.append(await heard.get() - began)
        await asyncio.sleep(0.02)
    play.close()
    spectator.close()
    return taken


def ignore(_: bytes) -> None:
    """Ignore what players hear: only the spectator's copy counts."""


def named(name: str, same: list[float], across: list[float]) -> dict[str, Figure]:
    here = "a spectator at the same process"
    return {
        f"scale_{name}_{share}": figure(1e3 * at_share(across, of), "ms", here, 1e3 * at_share(same, of))
        for share, of in (("p50", 0.5), ("p99", 0.99))
    }


def at_share(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


async def recovered(site: Site, folder: Path, stays: Served) -> list[float]:
    """Kill a process while its tables are being played; return the seconds until each of its players has the whole
    table from the one that stays."""
    with serving(site, folder) as dies:
        plays = await seated([dies], AT_TABLES)
        await rate(plays, 3)
        last = next(NUMBERS) - 1
        keys = [f"bench-{last - back}" for back in range(AT_TABLES)]
        dies.process.process.kill()
        began = time.perf_counter()
        return list(await asyncio.gather(*(back(stays, key, seat, began) for key in keys for seat in range(SEATS))))


async def back(stays: Served, key: str, seat: int, began: float) -> float:
    """Return the seconds until a player has everything again."""
    whole = asyncio.get_running_loop().create_future()

    def hear(text: bytes) -> None:
        if b'"full":true' in text and not whole.done():
            whole.set_result(time.perf_counter() - began)

    cookie = f"{COOKIE}={stays.site.cookies[seat]}"
    line = await dial(stays.port, f"/tables/{key}/feed?epoch=9&after=0&as=json", Line(hear), cookie)
    async with asyncio.timeout(PATIENCE):
        taken: float = await whole
    line.close()
    return taken


def recovery(times: list[float]) -> dict[str, Figure]:
    return {
        "scale_recovery_p50": figure(1e3 * median(times), "ms"),
        "scale_recovery_p99": figure(1e3 * at_share(times, 0.99), "ms", "the limit", 3_000, 1),
    }


async def cold_rooms() -> dict[str, Figure]:
    """Measure how long it takes to load a game of so many entries that is not in memory."""
    registry.add(["tests.games.tiny"])
    taken = {}
    with tempfile.TemporaryDirectory(prefix="horloge-bench-") as folder:
        url = f"sqlite+aiosqlite:///{folder}/cold.db"
        await bring_up_to_date(url)
        database = Database(url)
        store = RoomStore(database)
        ledger = open_ledger(database, store)
        keys = {entries: await played(Rooms(store, ledger), entries + PAST) for entries in COLD}
        times: dict[int, list[float]] = {entries: [] for entries in COLD}
        for _ in range(LOADED):
            for entries, key in keys.items():
                began = time.perf_counter()
                assert isinstance(await Rooms(store, ledger).get(key), Room)
                times[entries].append(time.perf_counter() - began)
        taken = {entries: 1e3 * median(found) for entries, found in times.items()}
        await ledger.close()
        await database.close()
    few = COLD[0]
    peer = f"a game of {few}"
    return {
        f"scale_cold_{entries}_entries": figure(
            taken[entries], "ms", *((peer, taken[few], 1.5) if entries != few else ())
        )
        for entries in COLD
    }


async def played(here: Rooms, entries: int) -> str:
    """Play a game with so many entries; return its key."""
    key = await open_room(here.store, GAME, "A long game", ("", ""))
    room = await here.get(key)
    assert isinstance(room, Room)
    for number in range(entries):
        choice = Order("none" if number % 2 else "every_auction")
        await room.play(Move("red", choice, f"k{number}", room.sequence, "bench"))
    assert room.sequence == entries
    return key
