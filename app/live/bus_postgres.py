"""The bus over Postgres: LISTEN and NOTIFY on a connection of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import asyncpg
from sqlalchemy.engine import make_url

from app.live.bus import CONNECT_SECONDS, Gathering, Hear, Hint, encode_hints, hear_all

CHANNEL = "horloge"
HINTS_A_NOTE = 30
"""Keeps a NOTIFY below the limit of 8,000 bytes."""
PROBE_SECONDS = 5.0
SERVER = {"application_name": "horloge bus", "idle_session_timeout": "0"}


class PostgresBus(Gathering):
    name = "Postgres"

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self.connection: asyncpg.Connection | None = None
        self.speaking = asyncio.Lock()

    async def listen(self, hear: Hear) -> None:
        self.connection = await asyncpg.connect(
            self.url, timeout=CONNECT_SECONDS, command_timeout=CONNECT_SECONDS, server_settings=SERVER
        )
        try:
            async with self.speaking:
                await self.connection.add_listener(CHANNEL, lambda _line, _pid, _channel, note: hear_all(hear, note))
            while True:
                await asyncio.sleep(PROBE_SECONDS)
                await self.say("SELECT 1")
        finally:
            await self.hang_up()

    async def send(self, hints: Iterable[Hint]) -> None:
        rest = list(hints)
        while rest:
            note, rest = encode_hints(rest[:HINTS_A_NOTE]), rest[HINTS_A_NOTE:]
            await self.say("SELECT pg_notify($1, $2)", CHANNEL, note)

    async def say(self, statement: str, *given: str) -> None:
        """Run one statement at a time, since the driver takes no second one. Raises ConnectionError while there is no
        connection."""
        async with self.speaking:
            if self.connection is None:
                raise ConnectionError("no line to Postgres at the moment")
            await self.connection.execute(statement, *given)

    async def hang_up(self) -> None:
        connection, self.connection = self.connection, None
        if connection:
            connection.terminate()
