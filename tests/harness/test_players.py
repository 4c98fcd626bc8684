"""A player stops when the connection is lost or the run is over, whatever happens at that moment."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest
from msgspec import Struct
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosedError
from websockets.protocol import State

from tests.games.tiny import GAME
from tests.harness.cluster import Cluster
from tests.harness.history import History
from tests.harness.players import Player, dialled
from tests.harness.requests import Requests
from tests.harness.tables import Seat

HUNG = 60.0
NOW = {"epoch": 1, "status": "playing", "side": "red", "waiting": ["red"], "view": {}}


class Socket:
    """Shows a position, takes one action, answers it, and is gone before the answer can be read."""

    def __init__(self) -> None:
        self.sent: asyncio.Queue[str] = asyncio.Queue()
        self.gone = False

    async def send(self, said: bytes, text: bool) -> None:
        if self.gone:
            raise ConnectionClosedError(None, None)
        self.sent.put_nowait(json.loads(said)["act"]["key"])

    async def __aiter__(self) -> AsyncIterator[str]:
        yield json.dumps({"seq": 1, "now": NOW})
        yield json.dumps({"answer": await self.sent.get(), "status": 409})
        self.gone = True


async def passes(_player: Player) -> bytes:
    return b'{"do":"pass"}'


@pytest.fixture
def player() -> Player:
    seat = Seat("room", GAME, ("red",), 1, "")
    nowhere, http = cast(Cluster, SimpleNamespace()), Requests()
    made = Player(seat, nowhere, History(), http, Random(0), passes, 0)
    made.chance = cast(Random, SimpleNamespace(random=lambda: 0.99))  # by the socket, and nothing twice
    return made


async def test_who_is_answered_as_the_line_breaks_gets_up(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.harness.players.PATIENCE", 3600)  # no answer is waited for
    sits = asyncio.create_task(player.sit(cast(ClientConnection, Socket())))
    done, _ = await asyncio.wait({sits}, timeout=HUNG)
    assert done


class Place(Struct):
    address: str


async def test_who_is_told_to_end_while_a_line_is_closed_leaves_no_open_socket() -> None:
    """The other end does not read any more, so it never agrees to close."""
    over, lines = asyncio.Event(), list[ClientConnection]()

    async def deaf(connection: ServerConnection) -> None:
        connection.transport.pause_reading()
        await over.wait()
        connection.transport.abort()

    async def sit(place: Place) -> None:
        async with dialled(place, "room", "json", {}) as socket:
            lines.append(socket)

    async with serve(deaf, "127.0.0.1", 0) as server:
        [socket] = server.sockets
        sits = asyncio.create_task(sit(Place(f"http://127.0.0.1:{socket.getsockname()[1]}")))
        while not lines or lines[0].state is not State.CLOSING:  # noqa: ASYNC110 - the library tells nobody
            await asyncio.sleep(0)
        sits.cancel()
        await asyncio.gather(sits, return_exceptions=True)
        closed = lines[0].transport.is_closing()
        over.set()
    assert closed
