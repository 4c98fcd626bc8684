"""One hostile visitor against a real site, and how everyone else fares: `horloge harness hostile`. Each kind of
hostility has its phase, after a calm one. The goal is that the p99 of other people stays below 250 ms, that none of
them is refused, and that the processes are healthy all the time. See docs/harness.md.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from app.store.db.migrations import bring_up_to_date
from app.store.people.people import PeopleStore
from tests.games.tiny import GAME as ANTECHAMBER
from tests.golden.records import golden_record
from tests.harness.bystanders import HEALTH_PATIENCE, Person, Seen, monitored
from tests.harness.delays import share
from tests.harness.hostile import KINDS, Done, Errand, Guest
from tests.harness.spent import since, spent
from tests.harness.tables import ENDLESS, Seat, newcomer, opened, set_table
from tests.support.needs import needs
from tests.support.serving import Served
from tests.support.starting import free_port, new_postgres, stop
from tests.support.topology import caddy_with

ROOT = Path(__file__).parents[2]
RECORD = golden_record("versailles/four_standard")
SITES = ("sqlite", "proxy")
CALM = "calm"
PEOPLE, HONEST = 8, 40
STARTING = 30.0
GOAL = 0.25
"""Seconds below which other people's p99 stays."""


class Site(Struct):
    """A running site: where visitors reach it, and each of its processes."""

    port: int
    processes: list[str]
    people: list[Seat]
    hostile: Seat
    honest: list[Seat]
    parts: dict[str, list[int]]
    """The parts of the site, with the processes that were started for them."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


class Phase(Struct):
    """How everyone else fared during one kind of hostility."""

    kind: str
    asked: int
    p50: float
    p99: float
    longest: float
    refused: list[str]
    checks: int
    slowest_check: float
    failed_checks: list[str]
    hostile: dict[str, int]
    """The answers to the hostile visitor, or to honest guests; `closed` stands for none."""
    spent: dict[str, float]
    """Seconds of processor time of the parts of the site, of `visitors`, and of the harness itself."""

    @property
    def good(self) -> bool:
        return self.p99 < GOAL and not self.refused and not self.failed_checks


class Siege(Struct):
    site: str
    phases: list[Phase]

    @property
    def good(self) -> bool:
        return all(phase.good for phase in self.phases)


@contextmanager
def site_of(kind: str, folder: Path) -> Iterator[Site]:
    """Start a site: SQLite and one process; or Caddy, Postgres and two."""
    with ExitStack() as stack:
        made = on_sqlite(folder, stack) if kind == "sqlite" else behind_proxy(folder, stack)
        yield made


def on_sqlite(folder: Path, stack: ExitStack) -> Site:
    url = f"sqlite+aiosqlite:///{folder / 'horloge.db'}"
    people = asyncio.run(furnished(url))
    served = started(folder, stack, url)
    return Site(served.port, [served.address], *people, {"server": [served.process.pid]})


def behind_proxy(folder: Path, stack: ExitStack) -> Site:
    home = folder / "postgres"
    home.mkdir()
    made = new_postgres(home, needs("postgres"))
    made.start()
    stack.callback(stop, made.server)
    people = asyncio.run(furnished(made.server.url))
    port = free_port()
    address = {"HORLOGE_ADDRESS": f"http://127.0.0.1:{port}"}
    both = [started(folder, stack, made.server.url, **address) for _ in range(2)]
    proxy = proxied(folder, stack, port, both)
    database = int(Path(made.server.pidfile).read_text().split()[0])
    parts = {"server": [one.process.pid for one in both], "database": [database], "proxy": [proxy]}
    return Site(port, [one.address for one in both], *people, parts)


def started(folder: Path, stack: ExitStack, url: str, **more: str) -> Served:
    served = Served(folder, DATABASE_URL=url, HORLOGE_LOG_LEVEL="error", HORLOGE_BOT_PACE="3600", **more)
    stack.callback(ended, served.process)
    served.wait_until_ready()
    return served


def ended(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def proxied(folder: Path, stack: ExitStack, port: int, processes: list[Served]) -> int:
    """Run our Caddyfile for this port and these processes, without certificates; return its process."""
    text = re.sub(
        r"\bapp-(\d):8000", lambda app: f"127.0.0.1:{processes[int(app[1]) - 1].port}", (ROOT / "Caddyfile").read_text()
    )
    address = {"HORLOGE_ADDRESS": f"http://127.0.0.1:{port}"}
    command = caddy_with(text, folder / "Caddyfile", free_port(), os.environ | address)
    with (folder / "caddy.log").open("ab") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, env=os.environ | address)
    stack.callback(ended, process)
    until_taken(port, process)
    return process.pid


def until_taken(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until the process listens on the port."""
    deadline = time.monotonic() + STARTING
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        assert process.poll() is None, "the proxy has ended"
        assert time.monotonic() < deadline
        time.sleep(0.05)


async def furnished(url: str) -> tuple[list[Seat], Seat, list[Seat]]:
    """Return people at tables of their own, the hostile guest, and the honest ones."""
    await bring_up_to_date(url)
    async with opened(url) as database:
        people, chance = PeopleStore(database), Random(0)
        tables = [await set_table(database, ANTECHAMBER, 2, ENDLESS, f"table-{n}", chance) for n in range(PEOPLE)]
        names = ("Mallory", *(f"Guest {number}" for number in range(HONEST)))
        others = [await newcomer(people, "", ANTECHAMBER, (), name) for name in names]
    return [seats[0] for seats in tables], others[0], others[1:]


class Siegers:
    """The process of the hostile visitors, as the harness sees it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.answers: dict[str, int] = {}
        self.spent = 0.0

    async def done(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        told, _ = await self.process.communicate()
        done = msgspec.json.decode(told, type=Done)
        self.answers, self.spent = done.answers, done.spent


@asynccontextmanager
async def besieged(site: Site, kind: str) -> AsyncIterator[Siegers | None]:
    """Run the hostile visitors; enter the context once all of them have begun."""
    if kind == CALM:
        yield None
        return
    pipe = asyncio.subprocess.PIPE
    command = [sys.executable, "-m", "tests.harness.hostile"]
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, cwd=ROOT)
    assert process.stdin
    assert process.stdout
    siegers = Siegers(process)
    try:
        process.stdin.write(msgspec.json.encode(errand_of(site, kind)) + b"\n")
        await process.stdin.drain()
        await process.stdout.readline()
        yield siegers
        await siegers.done()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def errand_of(site: Site, kind: str) -> Errand:
    seats = site.honest if kind == "honest" else [site.hostile]
    first = 100 if kind == "honest" else 66
    guests = [Guest(f"127.0.3.{first + n}", seat.headers(site.address)) for n, seat in enumerate(seats)]
    return Errand(kind, site.port, guests, [seat.room for seat in site.people], RECORD.read_text())


async def lasting(people: list[Person], seen: Seen, seconds: float) -> None:
    until = time.monotonic() + seconds

    async def go_on(person: Person) -> None:
        while time.monotonic() < until:
            await person.round(seen)

    await asyncio.gather(*map(go_on, people))


async def for_rounds(people: list[Person], seen: Seen, rounds: int) -> None:
    async def go_on(person: Person) -> None:
        for _ in range(rounds):
            await person.round(seen)

    await asyncio.gather(*map(go_on, people))


async def phase(
    site: Site, people: list[Person], kind: str, seconds: float = 0, rounds: int = 0, patience: float = HEALTH_PATIENCE
) -> Phase:
    """Measure for this many seconds, or until everyone has gone this many rounds."""
    seen = Seen()
    async with besieged(site, kind) as siegers, monitored(seen, site.processes, patience):
        before = spent(site.parts)
        await (for_rounds(people, seen, rounds) if rounds else lasting(people, seen, seconds))
        taken = since(before, site.parts)
    return Phase(
        kind=kind,
        asked=len(seen.seconds),
        p50=share(sorted(seen.seconds), 0.5),
        p99=share(sorted(seen.seconds), 0.99),
        longest=max(seen.seconds, default=0.0),
        refused=seen.refused,
        checks=len(seen.health),
        slowest_check=max(seen.health, default=0.0),
        failed_checks=seen.unhealthy,
        hostile=siegers.answers if siegers else {},
        spent=taken | {"visitors": round(siegers.spent, 2) if siegers else 0.0},
    )


@asynccontextmanager
async def gathered(site: Site) -> AsyncIterator[list[Person]]:
    """Yield everyone else, after each has made one round."""
    people = [Person(seat, f"127.0.2.{number + 1}", site.address) for number, seat in enumerate(site.people)]
    try:
        for person in people:
            await person.look()
        await for_rounds(people, Seen(), 1)
        yield people
    finally:
        for person in people:
            await person.http.aclose()


async def siege(kind: str, folder: Path, seconds: float, kinds: list[str], tell: Any = None) -> Siege:
    """Run the whole siege; `tell` is called with each phase."""
    stack = ExitStack()
    site = await asyncio.to_thread(lambda: stack.enter_context(site_of(kind, folder)))
    try:
        found = Siege(kind, [])
        async with gathered(site) as people:
            for one in (CALM, *(kinds or KINDS)):
                found.phases.append(await phase(site, people, one, seconds / (1 + len(kinds or KINDS))))
                if tell:
                    tell(found.phases[-1])
        return found
    finally:
        await asyncio.to_thread(stack.close)
