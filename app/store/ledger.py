"""The one way in which a game goes on: an action is recorded in one transaction, or not at all.

`record` moves the room's row on if it still is at the epoch, sequence and clock the action was decided at, and nothing
was asked of its people or changed among them meanwhile; it writes the entry (and a snapshot, where one is due) beside
it; a request key can be used once in a room. Where that does not succeed, `why_not` finds out in a look of its own: the
same action again, the key of another, or an older position.
rooms.Room is the only caller.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Protocol

from msgspec import Struct

from app.store.database import Database
from app.store.rooms import Head, RoomStore, StoredEntry


class Action(Struct, frozen=True):
    """A choice that the rules accepted, and what it leads to."""

    room: int
    epoch: int
    seen: int
    """The sequence it was decided at; it leads to the next one."""
    side: str
    key: str
    choice: str
    news: str
    rules: str
    hash: str
    status: str
    waiting: str
    bot_due: bool
    at: datetime
    snapshot: str | None
    """The whole position after it, now and then."""
    awaited: str = ""
    clock: str = ""
    due_at: datetime | None = None
    was: str = ""
    """The clock that this one was reckoned from: if it is another by now, the action is not recorded."""
    motions: int = 0
    """How often the table's people had been asked, answered or changed when it was decided."""
    tells: bool = False
    """Whether people sit there, who may have to be told of it."""

    @property
    def sequence(self) -> int:
        return self.seen + 1

    @property
    def digest(self) -> str:
        return digest(self.side, self.choice)


class Stored(Struct, frozen=True):
    """It is durable now."""


class Replayed(Struct, frozen=True):
    """It was stored before under the same key: this is the entry."""

    entry: StoredEntry


class KeyReused(Struct, frozen=True):
    """The key belongs to another choice."""


class Behind(Struct, frozen=True):
    """The room is not where the action was decided at, its clock was changed, or it is not being played any more."""

    head: Head


Outcome = Stored | Replayed | KeyReused | Behind


def digest(side: str, choice: str) -> str:
    """What a request key is bound to."""
    return hashlib.blake2b(f"{side}\0{choice}".encode(), digest_size=16).hexdigest()


class Ledger(Protocol):
    """On both what arrives together shares a commit."""

    async def record(self, action: Action) -> Outcome:
        """Raises StoreUnavailable when it can't tell: then the same key may be tried again."""

    async def close(self) -> None: ...


def open_ledger(database: Database, rooms: RoomStore) -> Ledger:
    if database.postgres:
        from app.store.ledger_postgres import PostgresLedger

        return PostgresLedger(database, rooms)
    from app.store.ledger_sqlite import SqliteLedger

    return SqliteLedger(database, rooms)


async def why_not(rooms: RoomStore, action: Action) -> Outcome:
    """An action was not recorded."""
    known = await known_answer(rooms, action.room, action.key, action.digest)
    return known or Behind(await rooms.head(action.room))


async def known_answer(rooms: RoomStore, room: int, key: str, payload: str) -> Replayed | KeyReused | None:
    """What a request key stands for, if it was used."""
    entry = await rooms.entry_of(room, key)
    if entry is None:
        return None
    return Replayed(entry) if entry.digest == payload else KeyReused()
