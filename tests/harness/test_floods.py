"""One visitor who sends more than any should, or never reads, at a real server process: they are slowed down or
disconnected, the process does not grow, and no one else notices.
"""

from __future__ import annotations

import asyncio
import json
import socket as sockets
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

import httpx2
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from app.base.tokens import form_token_of
from app.features.talk.messages import LINES
from app.rooms.rooms import open_room
from app.settings import Settings
from app.store.games.rooms import RoomStore
from tests.games.tiny import GAME
from tests.harness.acting import ORDERS, PATIENCE, lined_up, request, until
from tests.harness.players import Answer
from tests.harness.tables import ENDLESS, Seat, opened, set_table
from tests.support.needs import needs
from tests.support.serving import Served, serving

ELSEWHERE = {"x-forwarded-for": "203.0.113.7"}
"""The visitor who floods comes from another address than everyone else, according to a proxy on this machine."""
SOCKETS = Settings().sockets
KEEPS = 40_000
"""Kilobytes by which the process may grow, whatever visitors do."""
CLOSED = 30.0
"""Seconds after which the connection of a client that does not read is closed."""
DEAF = 40
BUSY = "busy"


@dataclass
class Site:
    served: Served
    ada: Seat
    bob: Seat
    """Bob sits at one table; `elsewhere` is a seat at another."""
    elsewhere: Seat

    def memory(self) -> int:
        """Return the memory of the process in kilobytes."""
        needs("linux")
        said = Path(f"/proc/{self.served.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in said.splitlines() if line.startswith("VmRSS"))

    def lines(self) -> int:
        """Return how many sockets it has open: on SQLite those of its visitors, and the loop's own."""
        needs("linux")
        open_files = Path(f"/proc/{self.served.process.pid}/fd").iterdir()
        return sum(target(file).startswith("socket:") for file in open_files)


def target(file: Path) -> str:
    """Return what an open file refers to; nothing if it has been closed."""
    try:
        return str(file.readlink())
    except FileNotFoundError:
        return ""


@pytest.fixture(scope="module")
def site(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve a site. At its end, no process has logged an error."""
    folder = tmp_path_factory.mktemp("floods")
    (folder / "horloge.db").write_bytes(migrated_sqlite.read_bytes())
    url = f"sqlite+aiosqlite:///{folder / 'horloge.db'}"
    seats = asyncio.run(sat(url))
    with serving(folder, DATABASE_URL=url, HORLOGE_BOT_PACE="0.05", HORLOGE_LOG_LEVEL="error") as served:
        yield Site(served, *seats)
        assert served.complaints() == []


async def sat(url: str) -> tuple[Seat, Seat, Seat]:
    async with opened(url) as database:
        ada, bob = await set_table(database, GAME, 2, ENDLESS, "table", Random(0))
        elsewhere, _ = await set_table(database, GAME, 2, ENDLESS, "elsewhere", Random(0))
        await open_room(RoomStore(database), GAME, "Bots", ("random",) * 3, b'{"rounds":100000}', key=BUSY)
    return ada, bob, elsewhere


async def others_play_on(site: Site, key: str) -> None:
    """Play on at another table, where a new spectator arrives."""
    async with lined_up(site.served, site.elsewhere) as line:
        at = await line.began
        told = [await line.say(f"{key}{n}", at + n, ORDERS[(at + n) % 2]) for n in range(10)]
        assert told == [Answer(200, at + n + 1) for n in range(10)]


async def test_a_thousand_sockets_of_one_address_leave_room_for_everybody_else(site: Site) -> None:
    before = site.memory()
    async with AsyncExitStack() as stack:
        stay: list[ClientConnection] = []
        codes = Counter[int]()
        gate = asyncio.Semaphore(50)

        async def come() -> None:
            async with gate:
                socket = await stack.enter_async_context(coming(site, {}))
                with suppress(ConnectionClosed):
                    await socket.recv()
                if socket.close_code is None:
                    stay.append(socket)
                else:
                    codes[socket.close_code] += 1

        await asyncio.gather(*(come() for _ in range(1_000)))
        assert (len(stay), codes) == (SOCKETS, {4429: 1_000 - SOCKETS})
        await others_play_on(site, "sockets")
    assert site.memory() < before + KEEPS


async def test_a_thousand_actions_at_once_on_one_socket_close_it_and_disturb_nobody(site: Site) -> None:
    before = site.memory()
    async with (
        coming(site, {"cookie": site.ada.headers("")["cookie"]}) as socket,
        lined_up(site.served, site.bob) as line,
    ):
        flood = [json.dumps({"act": request(f"flood{n}", 0, ORDERS[n % 2], "red")}) for n in range(5_000)]
        flooding = asyncio.gather(answered(socket), sent(socket, flood), return_exceptions=True)
        await others_play_on(site, "actions")
        async with asyncio.timeout(CLOSED):
            await flooding
        assert socket.close_code == 1008
        at = await line.began
        assert (await line.act("bob", at + 9, ORDERS[0], "blue")).status == 409, "who plays with them is heard too"
    assert site.memory() < before + KEEPS


def coming(site: Site, cookie: dict[str, str]) -> connect:
    """Connect from elsewhere to the table where Ada and Bob play."""
    address = f"{site.served.address.replace('http', 'ws', 1)}/tables/table/feed?as=json"
    origin = Origin(site.served.address)
    return connect(address, origin=origin, additional_headers=ELSEWHERE | cookie, compression=None, proxy=None)


async def sent(socket: ClientConnection, texts: list[str]) -> None:
    for text in texts:
        await socket.send(text)


async def answered(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


async def test_whoever_floods_the_talk_waits_and_others_are_heard(site: Site) -> None:
    async with httpx2.AsyncClient(trust_env=False, timeout=30) as http:
        said = await asyncio.gather(*(says(http, site, site.ada, f"spam {n}", ELSEWHERE) for n in range(200)))
        assert {*said} == {303, 429}
        assert LINES.at_once <= said.count(303) < 5 * LINES.at_once, "and some that time has earned"
        assert await says(http, site, site.bob, "Is anybody there?", {}) == 303
    await others_play_on(site, "talk")


async def says(http: httpx2.AsyncClient, site: Site, seat: Seat, text: str, more: dict[str, str]) -> int:
    form = {"token": form_token_of(seat.cookie), "channel": "table", "text": text}
    headers = seat.headers(site.served.address) | more
    return (await http.post(f"{site.served.address}/tables/table/talk", data=form, headers=headers)).status_code


async def test_whoever_never_reads_is_let_go_within_half_a_minute_and_nobody_waits_for_them(site: Site) -> None:
    """They connect to a busy table and to a quiet one, where their connections are half open, with the other end
    gone."""
    before, lines = site.memory(), site.lines()
    deaf = [never_reading(site, room) for room in (BUSY, "table") for _ in range(DEAF)]
    try:
        await until(lambda: site.lines() >= lines + len(deaf), PATIENCE)
        await others_play_on(site, "deaf")
        await until(lambda: site.lines() <= lines, CLOSED)
    finally:
        for one in deaf:
            one.close()
    assert site.memory() < before + KEEPS


def never_reading(site: Site, room: str) -> sockets.socket:
    made = sockets.socket()
    made.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    made.connect(("127.0.0.1", site.served.port))
    made.sendall(handshake(site.served, room))
    return made


def handshake(served: Served, key: str) -> bytes:
    lines = [
        f"GET /tables/{key}/feed?after=0 HTTP/1.1",
        f"Host: 127.0.0.1:{served.port}",
        f"Origin: {served.address}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()
