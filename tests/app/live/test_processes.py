"""Real server processes: several over one database, lost connections, and processes that die in the middle."""

import asyncio
import json
import subprocess
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest_asyncio
from httpx2 import Client
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from app.base.tokens import form_token_of
from app.live.bus import Hint, open_bus
from app.live.catch_up import BEAT_SECONDS
from app.rooms.room import Room
from app.settings import Settings
from tests.app.live.test_socket_moves import UNREADABLE
from tests.games.tiny.choices import Collect
from tests.support.process import Process, acted, process_on, unheard
from tests.support.serving import PATIENCE, Served, frame_of, running, serving, watching

SLOW_BOTS = {"HORLOGE_BOT_PACE": "3600"}
ENDLESS = b'{"rounds":100000}'
"""Long enough that no game is over before a slow machine has looked at it."""
HEARS_ONLY_HINTS = """
from app.cli import main
from app.live import catch_up as pulse
pulse.BEAT_SECONDS = 3600
main()
"""


class HearsOnlyHints(Served):
    """A server process that never checks by itself how far games are: it shows only what hints told it."""

    def start(self) -> subprocess.Popen[bytes]:
        self.command[1:3] = ["-c", HEARS_ONLY_HINTS]
        return super().start()


@pytest_asyncio.fixture
async def store(migrated_postgres_url: str) -> AsyncIterator[Process]:
    async with process_on(migrated_postgres_url) as process:
        yield process


async def moves_here_are_seen_there(tmp_path: Path, store: Process, url: str, **environment: str) -> None:
    """Check that a spectator at one process sees what bots play in another."""
    quick = {"DATABASE_URL": url, "HORLOGE_BOT_PACE": "0.3"} | environment
    key = await store.open(("random", "random"), options=ENDLESS)
    with running(HearsOnlyHints(tmp_path, **quick | SLOW_BOTS)) as there:
        async with watching(there, key) as feed:
            with serving(tmp_path, **quick):
                shown = await frame_of(feed, 1)
                for _ in range(5):
                    shown = await frame_of(feed, shown["seq"] + 1)


async def test_over_postgres_a_move_through_one_process_is_seen_at_the_other(
    tmp_path: Path, store: Process, migrated_postgres_url: str
) -> None:
    await moves_here_are_seen_there(tmp_path, store, migrated_postgres_url, REDIS_URL="")


async def test_over_redis_a_move_through_one_process_is_seen_at_the_other(
    tmp_path: Path, store: Process, migrated_postgres_url: str, redis_url: str
) -> None:
    await moves_here_are_seen_there(tmp_path, store, migrated_postgres_url, REDIS_URL=redis_url)


async def test_without_any_hint_a_watcher_is_up_to_date_within_five_seconds(
    tmp_path: Path, store: Process, migrated_postgres_url: str
) -> None:
    room = await store.opened()
    nowhere = {"DATABASE_URL": migrated_postgres_url, "REDIS_URL": "redis://127.0.0.1:1/0"}
    with serving(tmp_path, **nowhere | SLOW_BOTS) as served:
        async with watching(served, room.key) as feed:
            await feed.send("noise")
            while "answer" not in json.loads(await feed.recv()):
                pass  # the watcher that answers also reports moves, so it exists by now
            await acted(room, "red", Collect(), "k1")
            beats, frame = 0, json.loads(await feed.recv())
            while not frame.get("html") or frame.get("seq", -1) < 1:
                beats += "seq" in frame and not frame.get("html")
                frame = json.loads(await feed.recv())
            assert beats <= 2, "one that was on its way, and the one after the look that found it"
    assert BEAT_SECONDS < 5


async def test_lost_doubled_and_early_hints_do_no_harm(
    tmp_path: Path, store: Process, migrated_postgres_url: str
) -> None:
    room = await store.opened()
    bus = open_bus(Settings(database_url=migrated_postgres_url))
    bus.start(unheard)
    with serving(tmp_path, DATABASE_URL=migrated_postgres_url, REDIS_URL="", **SLOW_BOTS) as served:
        async with watching(served, room.key) as feed:
            for hint in (Hint(room.key, 0, 9), Hint(room.key, 7, 0), Hint("unknown", 0, 1)) * 3:
                bus.publish(hint)
                await asyncio.sleep(0.03)
            await acted(room, "red", Collect(), "k1")
            bus.publish(Hint(room.key, 0, 1))
            bus.publish(Hint(room.key, 0, 1))
            assert (await frame_of(feed, 1))["seq"] == 1
        assert served.complaints() == []
    await bus.close()


async def test_nothing_acknowledged_is_lost_when_processes_are_killed(
    tmp_path: Path, store: Process, migrated_postgres_url: str
) -> None:
    """A server whose bots play as fast as they can is killed again and again; the log has no gap, and every position
    follows from it."""
    key = await store.open(("random", "random", "random"), options=ENDLESS)
    environment = {"DATABASE_URL": migrated_postgres_url, "HORLOGE_BOT_PACE": "0", "REDIS_URL": ""}
    with serving(tmp_path, **environment) as served:
        for _ in range(3):
            async with watching(served, key) as feed:
                shown = await frame_of(feed, 0)
                shown = await frame_of(feed, shown["seq"] + 5)
            served.kill()
            head = await store.store.find(key)
            assert head
            assert head.sequence >= shown["seq"], "what was shown is stored"
            served.again()
    row = await store.store.find(key)
    assert row
    entries = await store.store.entries(row.id, 0, 0, row.sequence)
    assert [entry.sequence for entry in entries] == list(range(1, row.sequence + 1))
    assert isinstance(await store.rooms.get(key), Room), "the position follows from the log"


@pytest_asyncio.fixture
async def on_sqlite(sqlite_url: str) -> dict[str, str]:
    """Set up a database on SQLite with a demo table."""
    async with process_on(sqlite_url) as process:
        await process.open(("random", "random", "random"), key="demo-1", options=ENDLESS)
    return {"DATABASE_URL": sqlite_url, "HORLOGE_BOT_PACE": "0.05", "REDIS_URL": ""}


async def test_a_killed_server_goes_on_where_it_was(tmp_path: Path, on_sqlite: dict[str, str]) -> None:
    with serving(tmp_path, "--demo", **on_sqlite) as served:
        async with watching(served, "demo-1") as feed:
            shown = await frame_of(feed, 3)
        served.kill()
        served.again()
        async with watching(served, "demo-1", after=shown["seq"] - 1) as feed:
            back = await frame_of(feed, shown["seq"])
        assert back["full"]


async def test_a_server_that_is_told_to_stop_stops_cleanly(tmp_path: Path, on_sqlite: dict[str, str]) -> None:
    with serving(tmp_path, "--demo", **on_sqlite) as served:
        async with watching(served, "demo-1") as feed:
            await frame_of(feed, 1)
            assert served.stop() == 0
        assert served.complaints() == []


async def test_what_can_not_be_read_is_answered_and_disturbs_nobody(tmp_path: Path, on_sqlite: dict[str, str]) -> None:
    """JSON too deeply nested, a number too large or missing, fields missing or unknown, and bytes that are not text."""
    unreadable: list[str | bytes] = [*UNREADABLE, "[" * 10_000, '{"act":' * 1_000 + "9" * 9_000, b"\xff\xfe"]
    with serving(tmp_path, "--demo", HORLOGE_SOCKET_PACE="1000", **on_sqlite) as served:
        async with watching(served, "demo-1") as hostile, watching(served, "demo-1") as other:
            for said in unreadable:
                await hostile.send(said)
                while "answer" not in (told := json.loads(await hostile.recv())):
                    pass
                assert told["status"] == 422, said
            before = await frame_of(other, 1)
            await frame_of(other, before["seq"] + 3)
        assert served.complaints() == []


async def test_a_frame_that_is_too_long_closes_its_socket_and_nothing_else(
    tmp_path: Path, on_sqlite: dict[str, str]
) -> None:
    with serving(tmp_path, "--demo", **on_sqlite) as served:
        async with watching(served, "demo-1") as hostile, watching(served, "demo-1") as other:
            with suppress(ConnectionClosed):
                await hostile.send("x" * 5_000_000)
            before = await frame_of(other, 1)
            await frame_of(other, before["seq"] + 3)
            async with asyncio.timeout(PATIENCE):
                await hostile.wait_closed()
        assert served.complaints() == []


async def test_over_postgres_talk_through_one_process_is_heard_at_the_other(
    tmp_path: Path, migrated_postgres_url: str
) -> None:
    """The page also shows who has the table open there."""
    quick = {"DATABASE_URL": migrated_postgres_url, "REDIS_URL": ""} | SLOW_BOTS
    with serving(tmp_path, **quick) as here, running(HearsOnlyHints(tmp_path, **quick)) as there:
        with Client(base_url=here.address, headers={"origin": here.address}) as ada:
            filled_in(ada, "/guest", name="Ada", next="/")
            asked = {"game": "antechamber", "players": "2", "access": "public", "seating": "pick", "spectators": "yes"}
            table = filled_in(ada, "/tables/new", title="A table", **asked, **{"chair.0": "me", "chair.1": "random"})
            filled_in(ada, f"{table}/start")
            key = table.rpartition("/")[2]
            async with watching(here, key) as one, watching(there, key) as other:
                assert "2 spectators" in await said_in(one, "2 spectators")
                filled_in(ada, f"{table}/talk", channel="table", text="Do you hear me?")
                assert "Ada" in await said_in(other, "Do you hear me?")
        assert here.complaints() == there.complaints() == []


def filled_in(client: Client, path: str, **fields: str) -> str:
    """Send a form; return where it leads."""
    client.get("/guest")
    cookie = client.cookies["horloge"]
    answer = client.post(path, data={"token": form_token_of(cookie)} | fields, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).partition("#")[0]


async def said_in(feed: ClientConnection, text: str) -> str:
    """Return the next frame that contains the text."""
    async with asyncio.timeout(PATIENCE):
        while text not in (frame := str(await feed.recv())):
            pass
    return frame
