"""Faults planted on purpose: each breaks one sentence of the contract of an action, and the checker has to find it.
They patch the server's functions from outside, in processes of the harness; the product has none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from app.model.refusals import Answer
from app.rooms.deciding import Decided
from app.rooms.loading import Told
from app.rooms.move import Move
from app.rooms.room import Room
from app.store.db.schema.games import entries, rooms, snapshots
from app.store.games.ledger import Action, Outcome, Stored, why_not
from app.store.games.ledger_postgres import PostgresLedger
from engine.core.state import Side
from engine.core.views import Views

MEANWHILE = 0.02
"""Seconds between two steps that should have been one."""


def acknowledge_before_commit() -> None:
    """Send the answer, and store the action a little later."""
    record, late = PostgresLedger.record, set[asyncio.Task[Outcome]]()

    async def recording(self: PostgresLedger, action: Action) -> Outcome:
        async def later() -> Outcome:
            await asyncio.sleep(MEANWHILE)
            return await record(self, action)

        task = asyncio.create_task(later())
        late.add(task)
        task.add_done_callback(late.discard)
        return Stored()

    instead(PostgresLedger, "record", recording)


def no_request_key() -> None:
    """Do not check whether a key was used before."""

    async def unknown(*_: object) -> None:
        return None

    patch("app.store.games.ledger.known_answer", unknown).start()
    patch("app.rooms.room.known_answer", unknown).start()


def no_lock() -> None:
    """Read, compare, and then write, without holding the row in between."""

    async def recording(self: PostgresLedger, action: Action) -> Outcome:
        head = await self.rooms.head(action.room)
        if (head.epoch, head.sequence, head.status) != (action.epoch, action.seen, "playing"):
            return await why_not(self.rooms, action)
        await asyncio.sleep(MEANWHILE)
        async with self.database.writing() as connection:
            await write_entry(connection, action)
            await write_room(connection, action)
        return Stored()

    instead(PostgresLedger, "record", recording)


def publish_before_commit() -> None:
    """Show spectators where a choice leads before it is stored."""
    record = Room.record

    async def recording(self: Room, decided: Decided, move: Move) -> Answer:
        before, status, log = self.position, self.status, self.log.copy()
        action = self.action(decided.after, move, decided.news)
        told = Told(decided.after.sequence, move.side, action.at, decided.news)
        self.move(decided.after, action.status, [told], own=True)
        self.position, self.status, self.log = before, status, log
        await asyncio.sleep(MEANWHILE)
        return await record(self, decided, move)

    instead(Room, "record", recording)


def two_transactions() -> None:
    """Commit the entry first, and the room's row afterwards."""

    async def recording(self: PostgresLedger, action: Action) -> Outcome:
        head = await self.rooms.head(action.room)
        if (head.epoch, head.sequence, head.status) != (action.epoch, action.seen, "playing"):
            return await why_not(self.rooms, action)
        try:
            async with self.database.writing() as connection:
                await write_entry(connection, action)
        except sa.exc.IntegrityError:
            return await why_not(self.rooms, action)
        await asyncio.sleep(MEANWHILE)
        async with self.database.writing() as connection:
            await write_room(connection, action)
        return Stored()

    instead(PostgresLedger, "record", recording)


def key_not_bound() -> None:
    """Let a key repeat the answer of its first use, whatever it is used for."""

    def same(*_: object) -> str:
        return "anything"

    patch("app.store.games.ledger.digest", same).start()
    patch("app.rooms.room.digest", same).start()


def cache_without_side() -> None:
    """Show everyone the view that was made for the first viewer."""

    def of(self: Views, side: Side | None) -> Struct:
        if not self.made:
            self.made[None] = self.make(side)
        return self.made[None]

    instead(Views, "of", of)


async def write_entry(connection: AsyncConnection, action: Action) -> None:
    names = ("room", "epoch", "sequence", "side", "key", "digest", "choice", "news", "rules", "hash", "at")
    await connection.execute(entries.insert().values({name: getattr(action, name) for name in names}))
    if action.snapshot is not None:
        place = {"room": action.room, "epoch": action.epoch, "sequence": action.sequence}
        await connection.execute(insert(snapshots).values(place | {"state": action.snapshot}).on_conflict_do_nothing())


async def write_room(connection: AsyncConnection, action: Action) -> None:
    names = ("sequence", "hash", "status", "waiting", "awaited", "bot_due")
    values = {name: getattr(action, name) for name in names} | {"moved_at": action.at}
    await connection.execute(rooms.update().where(rooms.c.id == action.room).values(values))


def instead(owner: type, name: str, function: Callable[..., Any]) -> None:
    """Replace a function for good: the process belongs to the harness."""
    patch.object(owner, name, function).start()


class Control(Struct, frozen=True):
    """A planted fault: the function that plants it, the rules that find it, the number of acknowledged actions after
    which they do at the latest, and what the database has to allow for it."""

    plant: Callable[[], None]
    rules: tuple[str, ...]
    acknowledged: int
    schema: str = ""


WITHOUT_UNIQUE = "ALTER TABLE entries DROP CONSTRAINT {}"
CONTROLS = {
    control.plant.__name__: control
    for control in (
        Control(acknowledge_before_commit, ("lost",), 60),
        Control(no_request_key, ("refused_and_stored", "doubled"), 200, WITHOUT_UNIQUE.format("uq_entries_room_key")),
        Control(no_lock, ("gaps", "diverged"), 20, WITHOUT_UNIQUE.format("pk_entries")),
        Control(publish_before_commit, ("shown_not_stored", "seen_wrongly"), 150),
        Control(two_transactions, ("gaps",), 30),
        Control(key_not_bound, ("lost", "misplaced"), 300),
        Control(cache_without_side, ("seen_wrongly",), 50),
    )
}


def plant(name: str) -> None:
    """Plant a fault; none, if none is named."""
    if name:
        CONTROLS[name].plant()
