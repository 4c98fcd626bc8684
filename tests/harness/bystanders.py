"""Everyone else while one visitor is hostile: people who play at tables of their own and open pages, each from an
address of their own, and a monitor that checks the health of each process. The time of each answer is recorded.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import httpx2
import msgspec

from app.ending import end
from tests.harness.acting import ORDERS, request
from tests.harness.tables import Seat

PATIENCE = 30.0
PAUSE = 0.1
"""Seconds between two requests of one person."""
HEALTH_SECONDS = 0.25
HEALTH_PATIENCE = 2.0
"""As in the proxy's health_timeout (Caddyfile)."""


@dataclass
class Seen:
    """The answers that people and the monitor got during one phase."""

    seconds: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    health: list[float] = field(default_factory=list)
    unhealthy: list[str] = field(default_factory=list)


class Person:
    """A person at a table of their own."""

    def __init__(self, seat: Seat, host: str, address: str) -> None:
        self.seat, self.sequence = seat, 0
        transport = httpx2.AsyncHTTPTransport(local_address=host)
        headers = seat.headers(address)
        self.http = httpx2.AsyncClient(
            base_url=address, transport=transport, headers=headers, timeout=PATIENCE, trust_env=False
        )

    async def look(self) -> None:
        """Find out the table's sequence."""
        told = (await self.http.get(f"/api/v1/tables/{self.seat.room}")).content
        self.sequence = msgspec.json.decode(told)["sequence"]

    async def round(self, seen: Seen) -> None:
        """Open the table, make a choice, and open the first page."""
        await self.ask(seen, "GET", f"/tables/{self.seat.room}")
        choice = request(f"s{self.sequence}", self.sequence, ORDERS[self.sequence % 2], self.seat.sides[0])
        body = await self.ask(seen, "POST", f"/api/v1/tables/{self.seat.room}/act", choice)
        self.sequence = msgspec.json.decode(body)["sequence"] if body else self.sequence
        await self.ask(seen, "GET", "/")

    async def ask(self, seen: Seen, method: str, path: str, json: object = None) -> bytes:
        """Return the answer; nothing if it was refused."""
        begun = time.perf_counter()
        try:
            answer = await self.http.request(method, path, json=json)
        except httpx2.HTTPError as error:
            seen.refused.append(f"{path}: {error!r}")
            return b""
        seen.seconds.append(time.perf_counter() - begun)
        await asyncio.sleep(PAUSE)
        if answer.status_code != 200:
            seen.refused.append(f"{path}: {answer.status_code} {answer.text[:200]}")
            return b""
        return answer.content


@asynccontextmanager
async def monitored(seen: Seen, addresses: list[str], patience: float = HEALTH_PATIENCE) -> AsyncIterator[None]:
    """Check the health of each process continuously."""
    async with httpx2.AsyncClient(timeout=patience, trust_env=False) as http:
        tasks = [asyncio.create_task(monitor(http, seen, address)) for address in addresses]
        try:
            yield
        finally:
            await end(tasks)


async def monitor(http: httpx2.AsyncClient, seen: Seen, address: str) -> None:
    while True:
        begun = time.perf_counter()
        try:
            status = str((await http.get(f"{address}/health/ready")).status_code)
        except httpx2.HTTPError as error:
            status = repr(error)
        seen.health.append(time.perf_counter() - begun)
        if status != "200":
            seen.unhealthy.append(status)
        await asyncio.sleep(HEALTH_SECONDS)
