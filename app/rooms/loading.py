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
from app.store.rooms import RoomRow, RoomStore, StoredEntry, StoredSnapshot
from engine.core.choice import Choice
from engine.core.door import apply
from engine.core.ending import End
from engine.core.game import AnyGame
from engine.core.journal import Entry
from engine.core.state import AnyState, fingerprint
from engine.core.undo import Back, Undo

REMEMBERED = 60
"""How many entries of the log a live room keeps at hand."""
LOADING_SECONDS = 10
TIMEOUT, ORDER = "timeout.", "order."
"""How request keys begin of what was answered for a side because its time was up, or by an order that it left in
advance; those of people begin with their number."""
FOLLOWED_BACK = 8
"""How often in a row somebody may have gone back, and on, and back, before it is not looked into any more."""


class Unreadable(Exception):
    """What is stored of a game does not lead to the position it says it leads to."""


class Told(Struct, frozen=True):
    """An entry of the log as the pages show it."""

    sequence: int
    side: str
    at: datetime
    news: list[Entry]
    kind: str = ""
    """What was chosen, as the choice is called on the wire. Only its side knows: a log as others read it lacks it."""


class Kind(Struct, frozen=True):
    """Of a choice as it is stored: what it is called."""

    do: str = ""


class Loaded(Struct):
    """A room's position, the latest of its log, and what can be taken back."""

    position: AnyState
    log: deque[Told]
    undo: Undo


async def load(
    store: RoomStore, game: AnyGame, row: RoomRow, sequence: int | None = None, depth: int = FOLLOWED_BACK
) -> Loaded:
    """The room at a sequence, by default its last. Nothing is replayed across what `jumps`."""
    at = row.sequence if sequence is None else sequence
    snapshot = await store.snapshot(row.id, row.epoch, at)
    if snapshot is None:
        raise Unreadable("there is no snapshot to start from")
    log_from = min(snapshot.sequence, max(0, at - REMEMBERED))
    entries = await store.entries(row.id, row.epoch, log_from, at)
    later = [entry for entry in entries if entry.sequence > snapshot.sequence]
    there = next((entry for entry in entries if leads_to(entry, snapshot)), None)
    last = later[-1] if later else there
    expected = last.hash if last else row.hash if at == row.sequence else None
    if at == row.sequence and expected != row.hash:
        raise Unreadable("the log and the room disagree about the last position")
    position, undo = decoded(game, snapshot.state), None
    if there and depth and (back := back_of(game, there)) and not back.agreed:
        undo = (await load(store, game, row, back.to, depth - 1)).undo
        undo.remember(there.side, back, [], position)
    undo = undo or Undo(position)
    replay(game, position, later, expected, undo)
    return Loaded(position, remembered(game, row, entries, log_from), undo)


def leads_to(entry: StoredEntry, snapshot: StoredSnapshot) -> bool:
    """Where a branch begins there is a position that no entry leads to."""
    return (entry.epoch, entry.sequence) == (snapshot.epoch, snapshot.sequence)


def back_of(game: AnyGame, entry: StoredEntry) -> Back | None:
    """Where this entry went back to, if that is what it did."""
    choice = recorded(game, entry)
    return choice if isinstance(choice, Back) else None


def jumps(game: AnyGame, entry: StoredEntry) -> bool:
    """Whether this entry is no choice of the game's: it went back, or ended by agreement. There is a snapshot of where
    that led."""
    return isinstance(recorded(game, entry), Back | End)


def recorded(game: AnyGame, entry: StoredEntry) -> Choice:
    """What this entry did."""
    try:
        return game.recorded_decoder.decode(entry.choice)
    except msgspec.DecodeError as error:
        raise Unreadable(f"entry {entry.sequence} can't be read: {error}") from error


def decoded(game: AnyGame, state: str) -> AnyState:
    try:
        position: AnyState = game.decode(state.encode())
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Unreadable(f"the snapshot can't be read: {error}") from error
    return position


def replay(game: AnyGame, position: AnyState, entries: list[StoredEntry], expected: str | None, undo: Undo) -> AnyState:
    """Carry out recorded choices on a position of one's own, and check where they lead; the opening of a game that has
    gone on has no hash of its own to compare with. `undo` learns what can be taken back then."""
    try:
        with budget(LOADING_SECONDS):
            for entry in entries:
                choice = game.choice_decoder.decode(entry.choice)
                undo.remember(entry.side, choice, apply(game, position, entry.side, choice), position)
                if answered_for(entry.key):
                    undo.seal(entry.side)
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


def timed_out(key: str) -> bool:
    """Whether a side was answered for under this request key, since its time was up."""
    return key.startswith(TIMEOUT)


def answered_for(key: str) -> bool:
    """Whether the side did not choose itself what was chosen for it under this request key."""
    return key.startswith((TIMEOUT, ORDER))


kind_decoder = msgspec.json.Decoder(Kind)


def told(game: AnyGame, entry: StoredEntry) -> Told:
    return Told(
        entry.sequence, entry.side, entry.at, decoded_news(game, entry.news), kind_decoder.decode(entry.choice).do
    )


def decoded_news(game: AnyGame, news: str) -> list[Entry]:
    """An entry that today's rules don't know any more is left out: the position does not depend on it."""
    try:
        entries: Any = game.entries_decoder.decode(news)
    except msgspec.DecodeError:
        return []
    return list(entries)
