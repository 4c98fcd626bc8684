"""A table with a clock, two people and a third side, over real stores; time passes only when told to."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio

from app.base import clock
from app.jobs import heartbeat as heart
from app.jobs.heartbeat import GRACE, Heart
from app.jobs.timeouts import Ringing
from app.model.clocks.hands import Clock
from app.model.clocks.terms import Days, Terms, as_kept
from app.rooms.room import Room
from app.rooms.rooms import new_room
from app.rooms.seats import seating
from app.store.ops.heartbeats import OutageStore
from app.store.people.people import PeopleStore
from app.store.tables.seats import Chair
from app.store.tables.tables import Arranged, TableStore
from tests.games.tiny import GAME
from tests.support.process import SEED, Process

START = datetime(2026, 11, 18, 9, tzinfo=UTC)
DAYS = Days(each=24, reserve=2)
SIDES = ("red", "blue", "green")


@dataclass
class Time:
    at: datetime = START

    def __call__(self) -> datetime:
        return self.at

    def monotonic(self) -> float:
        """The machine's clock, which does not run while the process waits for a database."""
        return self.at.timestamp()

    async def shown(self) -> datetime:
        """The database's clock."""
        return self.at

    def pass_by(self, **some: float) -> None:
        self.at += timedelta(**some)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    monkeypatch.setattr(clock, "source", made)
    for waiting in (clock, heart):
        monkeypatch.setattr(waiting, "time", made)
        monkeypatch.setattr(waiting, "followed", clock.Followed(made.at))
    monkeypatch.setattr(OutageStore, "time", lambda _: made.shown())
    return made


@dataclass
class Watched:
    """A process whose games can run out of time."""

    process: Process
    time: Time
    heart: Heart = field(init=False)
    ringing: Ringing = field(init=False)

    def __post_init__(self) -> None:
        self.heart = Heart(self.process.database)
        self.process.rooms.in_time = self.heart.in_time
        self.ringing = Ringing(self.process.rooms, self.heart)

    async def up(self) -> None:
        """Record that the process was up until now."""
        await self.heart.store.beat(self.time, timedelta(0), None, timedelta.max, GRACE)
        self.heart.beaten = self.time.at

    async def ring(self) -> None:
        await self.up()
        await self.ringing.ring()

    async def until(self, at: datetime) -> None:
        """Let time pass while the process is up, then let it handle what is due."""
        self.time.at = max(at, self.time.at)
        await self.ring()

    async def room(self, key: str) -> Room:
        return await self.process.room(key)

    async def sat(self, terms: Terms | None = DAYS, bots: tuple[str, ...] = ("", "", "")) -> Room:
        """Make a table of people, with bots where they are named."""
        return await self.room(await another_table(self.process, "timed", terms, bots))


async def another_table(
    process: Process,
    key: str,
    terms: Terms | None = DAYS,
    bots: tuple[str, ...] = ("", "", ""),
    options: bytes = b"{}",
) -> str:
    """Start a game at a new table; return its key."""
    who = [await person(process, f"{name} {key}") for name in ("Ada", "Bob", "Cleo")]
    chairs = tuple(
        Chair(number, (side,), bot, None if bot else who[number])
        for number, (side, bot) in enumerate(zip(SIDES, bots, strict=True))
    )
    at = clock.now()
    table = Arranged(
        0, key, GAME.key, "A table", "{}", who[0], "public", "pick", True, True, "", at, at,
        chairs=chairs, clock=as_kept(terms),
    )  # fmt: skip
    room = new_room(GAME, "A table", seating(GAME, bots), options, key, SEED, terms)
    await TableStore(process.database).open(table, room)
    return key


async def person(process: Process, name: str) -> int:
    return await PeopleStore(process.database).add_guest(name, name.lower(), clock.now())


def clock_at(room: Room) -> Clock:
    assert room.clock
    return room.clock


def due(room: Room, side: str = "red") -> datetime:
    found = clock_at(room).hands[side].due
    assert found
    return found


@pytest_asyncio.fixture
async def here(process: Process, time: Time) -> Watched:
    return Watched(process, time)


@pytest_asyncio.fixture
async def there(other_process: Process, time: Time) -> Watched:
    """Another process over the same database."""
    return Watched(other_process, time)
