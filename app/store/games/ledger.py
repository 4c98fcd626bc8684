"""The only way to advance a game: an action is recorded in one transaction, or not at all.

`record` moves the room's row on if it still has the epoch, sequence and clock that the action was decided at, and no
vote or change of seats has happened since. It writes the entry (and a snapshot, where one is due) beside it. A request
key can be used once per room. If that fails, `why_not` finds out why in a query of its own: the same action again, a
key that was used for another one, or an older position.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Protocol

from msgspec import Struct

from app.store.db.database import Database
from app.store.games.rooms import Head, RoomStore, StoredEntry


class Action(Struct, frozen=True):
    """A choice that the rules accepted, and the position it leads to."""

    room: int
    epoch: int
    seen: int
    """The sequence at which it was decided; it leads to the next one."""
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
    """The whole position after it, as often as a snapshot is due."""
    awaited: str = ""
    clock: str = ""
    due_at: datetime | None = None
    was: str = ""
    """The clock from which this one was computed: if the stored clock is another by now, the action is not recorded."""
    changes: int = 0
    """The room's count of votes and changes of seats when the action was decided."""
    tells: bool = False
    """Whether people sit there who may need a notification."""

    @property
    def sequence(self) -> int:
        return self.seen + 1

    @property
    def digest(self) -> str:
        return digest(self.side, self.choice)


class Stored(Struct, frozen=True):
    """The action is durable."""


class Replayed(Struct, frozen=True):
    """The action was stored before under the same key: this is the entry."""

    entry: StoredEntry


class KeyReused(Struct, frozen=True):
    """The key was used for another choice."""


class Behind(Struct, frozen=True):
    """The room is not where the action was decided at any more, its clock was changed, or it is not being played."""

    head: Head


Outcome = Stored | Replayed | KeyReused | Behind


def digest(side: str, choice: str) -> str:
    """Return the digest to which a request key is bound."""
    return hashlib.blake2b(f"{side}\0{choice}".encode(), digest_size=16).hexdigest()


class Ledger(Protocol):
    """Records actions. On SQLite and on Postgres, actions that arrive together share a commit."""

    async def record(self, action: Action) -> Outcome:
        """Record an action. Raises StoreUnavailable if the outcome is unknown: the same key may then be tried again."""

    async def close(self) -> None: ...


def open_ledger(database: Database, rooms: RoomStore) -> Ledger:
    if database.postgres:
        from app.store.games.ledger_postgres import PostgresLedger

        return PostgresLedger(database, rooms)
    from app.store.games.ledger_sqlite import SqliteLedger

    return SqliteLedger(database, rooms)


async def why_not(rooms: RoomStore, action: Action) -> Outcome:
    """Find out why an action was not recorded."""
    known = await known_answer(rooms, action.room, action.key, action.digest)
    return known or Behind(await rooms.head(action.room))


async def known_answer(rooms: RoomStore, room: int, key: str, payload: str) -> Replayed | KeyReused | None:
    """Return what a request key was used for, None if it is unused."""
    entry = await rooms.entry_of(room, key)
    if entry is None:
        return None
    return Replayed(entry) if entry.digest == payload else KeyReused()
