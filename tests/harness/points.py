"""Named places at which a server process ends itself, as a loss of power would, or hangs. `name:n` arms one: it strikes
the n-th time that it is passed. Only server.py arms them, in a process of its own: they patch the product's functions
from outside, and the product has no such places.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any
from unittest.mock import patch

import asyncpg

from app.live.bus_postgres import PostgresBus
from app.live.bus_redis import RedisBus
from app.store.ledger import Action, Outcome, Stored
from app.store.ledger_postgres import RECORD_PATIENTLY, PostgresLedger, values

Due = Callable[[], bool]
"""Tells whether the point strikes now; called each time it is passed."""


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hang() -> None:
    """Stop this process until it is continued from outside."""
    os.kill(os.getpid(), signal.SIGSTOP)


def before_log(due: Due) -> None:
    """The choice is decided, but nothing of it has been sent to the database."""
    record = PostgresLedger.record

    async def recording(self: PostgresLedger, action: Action) -> Outcome:
        if due():
            die()
        return await record(self, action)

    instead(PostgresLedger, "record", recording)


def before_commit(due: Due) -> None:
    """The entry is written and the room's row updated and locked, in a transaction that is still open."""
    inside_transaction(due, die)


def in_flight(due: Due) -> None:
    """The statement has been sent, but its outcome has not come back yet."""
    record = PostgresLedger.record

    async def recording(self: PostgresLedger, action: Action) -> Outcome:
        if due():
            asyncio.get_running_loop().call_later(0.0003, die)
        return await record(self, action)

    instead(PostgresLedger, "record", recording)


def committed_unacknowledged(due: Due) -> None:
    """The choice is durable, but no client has been told."""
    record = PostgresLedger.record

    async def recording(self: PostgresLedger, action: Action) -> Outcome:
        outcome = await record(self, action)
        if isinstance(outcome, Stored) and due():
            die()
        return outcome

    instead(PostgresLedger, "record", recording)


def acknowledged_unpublished(due: Due) -> None:
    """The client that acted has been told, but the other processes have not."""
    for bus in (PostgresBus, RedisBus):
        send = bus.send

        async def sending(self: Any, hints: Any, send: Any = send) -> None:
            if any(not hint.topic for hint in hints) and due():
                die()
            await send(self, hints)

        instead(bus, "send", sending)


def holding_the_lock(due: Due) -> None:
    """The process hangs while its transaction holds the room's row."""
    inside_transaction(due, hang)


def inside_transaction(due: Due, strike: Callable[[], None]) -> None:
    record = PostgresLedger.record

    async def recording(self: PostgresLedger, action: Action) -> Outcome:
        if due():
            await strike_inside(self, action, strike)
        return await record(self, action)

    instead(PostgresLedger, "record", recording)


async def strike_inside(ledger: PostgresLedger, action: Action, strike: Callable[[], None]) -> None:
    """Strike on a connection like all others, using the ledger's own statement. Even if the process lives on, its
    transaction does not."""
    with suppress(asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
        async with ledger.database.write.connect() as pooled:
            raw = await pooled.get_raw_connection()
            assert raw.driver_connection
            async with raw.driver_connection.transaction():
                await raw.driver_connection.execute(RECORD_PATIENTLY, *values(action))
                strike()


def instead(owner: type, name: str, function: Callable[..., Any]) -> None:
    """Replace a function for good: the process belongs to the harness."""
    patch.object(owner, name, function).start()


POINTS: dict[str, Callable[[Due], None]] = {
    point.__name__: point
    for point in (before_log, before_commit, in_flight, committed_unacknowledged, acknowledged_unpublished)
}
HANGS: dict[str, Callable[[Due], None]] = {holding_the_lock.__name__: holding_the_lock}


def arm(point: str) -> None:
    """Arm a point; `before_log:3` strikes at the third action."""
    name, _, number = point.partition(":")
    passed, wanted = count(1), int(number)
    (POINTS | HANGS)[name](lambda: next(passed) == wanted)
