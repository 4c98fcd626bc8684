"""From the store to a position: the last snapshot, and the choices recorded after it, through the trusting door.

What comes out is compared with the hash that was stored with the last choice; a position that differs is not played on.
Called when a room wakes up, when it finds itself behind, and by the pages that show a past position.
"""

from __future__ import annotations

from collections import deque
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from app.rooms.budget import OverBudget, budget
from app.store.rooms import RoomRow, RoomStore, StoredEntry
from engine.core.door import apply
from engine.core.game import AnyGame
from engine.core.journal import Entry
from engine.core.state import AnyState, fingerprint

REMEMBERED = 60
"""How many entries of the log a live room keeps at hand."""
LOADING_SECONDS = 10


class Unreadable(Exception):
    """What is stored of a game does not lead to the position it says it leads to."""


class Told(Struct, frozen=True):
    """An entry of the log as the pages show it."""

    sequence: int
    side: str
    at: datetime
    news: list[Entry]


class Loaded(Struct):
    """A room's position and the latest of its log."""

    position: AnyState
    log: deque[Told]


async def load(store: RoomStore, game: AnyGame, row: RoomRow, sequence: int | None = None) -> Loaded:
    """The room at a sequence, by default its last."""
    at = row.sequence if sequence is None else sequence
    snapshot = await store.snapshot(row.id, row.epoch, at)
    if snapshot is None:
        raise Unreadable("there is no snapshot to start from")
    log_from = min(snapshot.sequence, max(0, at - REMEMBERED))
    entries = await store.entries(row.id, row.epoch, log_from, at)
    expected = entries[-1].hash if entries else row.hash if row.sequence == 0 else None
    if at == row.sequence and expected != row.hash:
        raise Unreadable("the log and the room disagree about the last position")
    later = [entry for entry in entries if entry.sequence > snapshot.sequence]
    position = replay(game, decoded(game, snapshot.state), later, expected)
    return Loaded(position, remembered(game, row, entries, log_from))


def decoded(game: AnyGame, state: str) -> AnyState:
    try:
        position: AnyState = game.decode(state.encode())
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Unreadable(f"the snapshot can't be read: {error}") from error
    return position


def replay(game: AnyGame, position: AnyState, entries: list[StoredEntry], expected: str | None) -> AnyState:
    """Carry out recorded choices on a position of one's own, and check where they lead; the opening of a game that has
    gone on has no hash of its own to compare with."""
    try:
        with budget(LOADING_SECONDS):
            for entry in entries:
                apply(game, position, entry.side, game.choice_decoder.decode(entry.choice))
    except (Exception, OverBudget) as error:
        raise Unreadable(f"the log can't be replayed: {error!r}") from error
    if expected is not None and fingerprint(position) != expected:
        raise Unreadable("the replayed position differs from the recorded one")
    return position


def remembered(game: AnyGame, row: RoomRow, entries: list[StoredEntry], log_from: int) -> deque[Told]:
    log = deque([told(game, entry) for entry in entries], maxlen=REMEMBERED)
    if log_from == 0 and len(entries) < REMEMBERED:
        log.appendleft(Told(0, "", row.opened_at, decoded_news(game, row.prologue)))
    return log


def told(game: AnyGame, entry: StoredEntry) -> Told:
    return Told(entry.sequence, entry.side, entry.at, decoded_news(game, entry.news))


def decoded_news(game: AnyGame, news: str) -> list[Entry]:
    """An entry that today's rules don't know any more is left out: the position does not depend on it."""
    try:
        entries: Any = game.entries_decoder.decode(news)
    except msgspec.DecodeError:
        return []
    return list(entries)
