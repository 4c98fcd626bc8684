"""A player gets up when the line is lost or the run is over, whatever happens at that moment."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from random import Random
from types import SimpleNamespace
from typing import cast

import httpx2
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosedError

from tests.harness.cluster import Cluster
from tests.harness.history import History
from tests.harness.players import Player
from tests.harness.tables import Seat
from tests.tiny import GAME

NOW = {"epoch": 1, "status": "playing", "side": "red", "waiting": ["red"], "view": {}}


class Socket:
    """It shows a position, takes one action, answers it, and has gone before anybody could look at the answer."""

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
    nowhere, http = cast(Cluster, SimpleNamespace()), cast(httpx2.AsyncClient, SimpleNamespace())
    made = Player(seat, nowhere, History(), http, Random(0), passes, 0)
    made.chance = cast(Random, SimpleNamespace(random=lambda: 0.99))  # by the socket, and nothing twice
    return made


async def test_who_is_answered_as_the_line_breaks_gets_up(player: Player) -> None:
    sits = asyncio.create_task(player.sit(cast(ClientConnection, Socket())))
    done, _ = await asyncio.wait({sits}, timeout=2)
    assert done
