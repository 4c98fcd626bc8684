"""Loads a position from the store: the last snapshot, and the choices recorded after it, applied without checks. The
result is compared with the hash stored with the last choice; a position that differs is not played on.
"""

from __future__ import annotations

from collections import deque
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from app.base.time_limit import OverBudget, budget
from app.model.senders import NOT_CHOSEN, sender_of
from app.rooms.late_answers import LateAnswers
from app.store.games.rooms import RoomRow, RoomStore, StoredEntry, StoredSnapshot
from engine.core.choice import Choice
from engine.core.door import apply
from engine.core.ending import End
from engine.core.game import AnyGame
from engine.core.journal import Entry
from engine.core.state import AnyState, fingerprint
from engine.core.undo import Back, Undo

REMEMBERED = 60
"""How many entries of the log a live room keeps in memory."""
LOADING_SECONDS = 10
"""After so long a log counts as unreadable."""
FOLLOWED_BACK = 8
"""How many times in a row "back, on and back again" is followed before loading gives up looking further."""


class Unreadable(Exception):
    """The stored log of a game does not lead to the stored position."""


class Told(Struct, frozen=True):
    """An entry of the log as pages show it."""

    sequence: int
    side: str
    at: datetime
    news: list[Entry]
    kind: str = ""
    """The name of the choice on the wire. Only its side may know it: it is missing in the logs of others."""


class Kind(Struct, frozen=True):
    """The name of a stored choice."""

    do: str = ""


class Loaded(Struct):
    """A room's position, the end of its log, what can be taken back, and the answers that took long."""

    position: AnyState
    log: deque[Told]
    undo: Undo
    late: LateAnswers


async def load(
    store: RoomStore, game: AnyGame, row: RoomRow, sequence: int | None = None, depth: int = FOLLOWED_BACK
) -> Loaded:
    """Load the room at a sequence, by default its last. Entries for which `jumps` holds are not replayed."""
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
    position, undo = decode_position(game, snapshot.state), None
    if there and depth and (back := back_of(game, there)) and not back.agreed:
        undo = (await load(store, game, row, back.to, depth - 1)).undo
        undo.remember(there.side, back, [], position)
    undo = undo or Undo(position)
    opened_at = None if snapshot.sequence else row.opened_at
    late = LateAnswers(game, there.at if there else opened_at)
    replay(game, position, later, expected, undo, late)
    return Loaded(position, recent_log(game, row, entries, log_from), undo, late)


def leads_to(entry: StoredEntry, snapshot: StoredSnapshot) -> bool:
    """Tell whether the entry leads to the snapshot. No entry leads to the first position of a branch."""
    return (entry.epoch, entry.sequence) == (snapshot.epoch, snapshot.sequence)


def back_of(game: AnyGame, entry: StoredEntry) -> Back | None:
    """Return the Back that an entry recorded, None if it recorded something else."""
    choice = decode_choice(game, entry)
    return choice if isinstance(choice, Back) else None


def jumps(game: AnyGame, entry: StoredEntry) -> bool:
    """Tell whether the entry is no choice of the game: it went back, or ended the game by agreement. Where it led is
    stored as a snapshot."""
    return isinstance(decode_choice(game, entry), Back | End)


def decode_choice(game: AnyGame, entry: StoredEntry) -> Choice:
    """Decode the choice of an entry."""
    try:
        return game.recorded_decoder.decode(entry.choice)
    except msgspec.DecodeError as error:
        raise Unreadable(f"entry {entry.sequence} can't be read: {error}") from error


def decode_position(game: AnyGame, state: str) -> AnyState:
    try:
        position: AnyState = game.decode(state.encode())
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Unreadable(f"the snapshot can't be read: {error}") from error
    return position


def replay(
    game: AnyGame, position: AnyState, entries: list[StoredEntry], expected: str | None, undo: Undo, late: LateAnswers
) -> AnyState:
    """Apply recorded choices to a position that belongs to the caller, and check the hash of the result. The opening of
    a game that has gone on has no hash to compare with. `undo` learns what can then be taken back, `late` which answers
    took long."""
    try:
        with budget(LOADING_SECONDS):
            for entry in entries:
                choice = game.choice_decoder.decode(entry.choice)
                late.remember(position, entry.side, choice, entry.at, sender_of(entry.key))
                undo.remember(entry.side, choice, apply(game, position, entry.side, choice), position)
                if sender_of(entry.key) in NOT_CHOSEN:
                    undo.seal(entry.side)
    except (Exception, OverBudget) as error:
        raise Unreadable(f"the log can't be replayed: {error!r}") from error
    if expected is not None and fingerprint(position) != expected:
        raise Unreadable("the replayed position differs from the recorded one")
    return position


def recent_log(game: AnyGame, row: RoomRow, entries: list[StoredEntry], log_from: int) -> deque[Told]:
    log = deque([log_entry(game, entry) for entry in entries], maxlen=REMEMBERED)
    if log_from == 0 and len(entries) < REMEMBERED:
        log.appendleft(Told(0, "", row.opened_at, decoded_news(game, row.prologue)))
    return log


kind_decoder = msgspec.json.Decoder(Kind)


def log_entry(game: AnyGame, entry: StoredEntry) -> Told:
    return Told(
        entry.sequence, entry.side, entry.at, decoded_news(game, entry.news), kind_decoder.decode(entry.choice).do
    )


def decoded_news(game: AnyGame, news: str) -> list[Entry]:
    """Decode news, dropping entries that today's rules do not know any more: the position does not depend on them."""
    try:
        entries: Any = game.entries_decoder.decode(news)
    except msgspec.DecodeError:
        return []
    return list(entries)
