"""Fixtures for tests of the server. `process` stands for a server process over an empty database; a test that uses it
runs once on SQLite and once on Postgres. The game is the Antechamber, with one seed: its games are repeatable.
"""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio
from fastapi.testclient import TestClient
from sqlalchemy.engine import URL

from app.main import create_app
from app.model.refusals import Accepted, Answer
from app.rooms.room import Room
from app.rooms.rooms import Rooms, open_room
from app.settings import Settings
from app.store.db.database import Database
from app.store.db.migrations import bring_up_to_date
from app.store.db.schema.games import metadata
from app.store.games.ledger import Ledger, open_ledger
from app.store.games.rooms import RoomStore
from engine.core import registry
from engine.core.choice import Choice
from engine.core.state import Side
from tests.games.tiny import GAME
from tests.games.tiny.choices import Order
from tests.games.tiny.state import Antechamber
from tests.support.browsing import one_way
from tests.support.games import TEST_GAMES
from tests.support.moves import play
from tests.support.playing import begun
from tests.support.postgres import empty, new_database
from tests.support.receiving import Receiver, receiving
from tests.support.visitors import another, quick_settings

registry.add(TEST_GAMES)
SEED = "5eed" * 16


@dataclass
class Process:
    """The state of one server process: several of them over one database stand for several processes."""

    database: Database
    store: RoomStore
    ledger: Ledger
    rooms: Rooms
    keys: Iterator[str] = field(default_factory=lambda: (f"request-{n}" for n in range(1_000_000)))

    async def open(self, bots: tuple[str, ...] = ("", ""), key: str = "", options: bytes = b"{}") -> str:
        return await open_room(self.store, GAME, "A table", bots, options, key=key, seed=SEED)

    async def room(self, key: str) -> Room:
        found = await self.rooms.get(key)
        assert isinstance(found, Room)
        return found

    async def opened(self, bots: tuple[str, ...] = ("", "")) -> Room:
        return await self.room(await self.open(bots))


def board(room: Room) -> Antechamber:
    """Return the room's position, typed."""
    assert isinstance(room.position, Antechamber)
    return room.position


def order(room: Room) -> Order:
    """Return a choice that red can make in every position: to leave its standing order, or to recall it."""
    return Order("none" if "red" in board(room).orders else "every_auction")


def unheard(*_: object) -> None:
    """Ignore hints."""


def raw(choice: Choice) -> bytes:
    return msgspec.json.encode(choice)


async def act(room: Room, side: Side, choice: Choice, key: str, seen: int | None = None) -> Answer:
    return await play(room, side, choice, key, seen)


async def acted(room: Room, side: Side, choice: Choice, key: str) -> Accepted:
    answer = await act(room, side, choice, key)
    assert isinstance(answer, Accepted), answer
    return answer


@asynccontextmanager
async def process_on(url: str) -> AsyncIterator[Process]:
    database = Database(url)
    store = RoomStore(database)
    ledger = open_ledger(database, store)
    process = Process(database, store, ledger, Rooms(store, ledger))
    try:
        yield process
    finally:
        await process.rooms.close()
        await ledger.close()
        await database.close()


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a migrated file to copy, which is faster than migrating."""
    file: Path = tmp_path_factory.mktemp("migrated") / "horloge.db"
    asyncio.run(bring_up_to_date(f"sqlite+aiosqlite:///{file}"))
    return file


@pytest.fixture
def sqlite_url(migrated_sqlite: Path, tmp_path: Path) -> str:
    shutil.copy(migrated_sqlite, tmp_path / "horloge.db")
    return f"sqlite+aiosqlite:///{tmp_path / 'horloge.db'}"


@pytest.fixture(scope="session")
def migrated_postgres(postgres_server: URL) -> Iterator[str]:
    """Make a migrated database for all tests of this process, one after the other."""
    with asyncio.Runner() as runner:
        opened = new_database(postgres_server)
        url = runner.run(opened.__aenter__()).render_as_string(hide_password=False)
        runner.run(bring_up_to_date(url))
        yield url
        runner.run(opened.__aexit__(None, None, None))


@pytest_asyncio.fixture
async def migrated_postgres_url(migrated_postgres: str) -> str:
    """Empty the migrated database, which is faster than making another."""
    await empty(migrated_postgres, [table.name for table in reversed(metadata.sorted_tables)])
    return migrated_postgres


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    wanted = "sqlite_url" if request.param == "sqlite" else "migrated_postgres_url"
    return str(request.getfixturevalue(wanted))


@pytest_asyncio.fixture
async def process(database_url: str) -> AsyncIterator[Process]:
    async with process_on(database_url) as made:
        yield made


@pytest_asyncio.fixture
async def other_process(database_url: str) -> AsyncIterator[Process]:
    """Another process over the same database."""
    async with process_on(database_url) as made:
        yield made


@pytest_asyncio.fixture
async def postgres_process(migrated_postgres_url: str) -> AsyncIterator[Process]:
    async with process_on(migrated_postgres_url) as made:
        yield made


@pytest.fixture
def settings(sqlite_url: str) -> Settings:
    """Run on SQLite; modules that are tested on both databases override this."""
    return quick_settings(sqlite_url)


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    """A browser without JavaScript, on a server in this process."""
    with TestClient(create_app(settings), base_url="http://testserver", raise_server_exceptions=False) as opened:
        yield one_way(opened)


@pytest.fixture
def other(client: TestClient) -> TestClient:
    """Another browser on the same server."""
    return another(client)


@pytest.fixture
def key(client: TestClient, other: TestClient) -> str:
    """Start a game of two and return its key: the first browser is red, the other blue."""
    return begun(client, other)


@pytest_asyncio.fixture
async def receiver() -> AsyncIterator[Receiver]:
    """A web server outside the site."""
    async with receiving() as made:
        yield made
