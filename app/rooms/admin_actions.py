"""The admin actions on tables and what each changes: pure functions of the table and its game, called while nothing
else can change them. For resets, rewinds and returns to a branch, `branching` has computed the target.

A new kind needs an argument here, a line in `may`, its case in `change_of`, and its sentences in `app/words/admin`.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from app.model.admin_refusals import (
    IsFrozen,
    IsVoid,
    NoGame,
    NoSuchSeat,
    NotBegun,
    NotFrozen,
    NoTitle,
    NotPlaying,
    TooMuch,
)
from app.model.clocks import hands as reckoning
from app.model.clocks.hands import Clock
from app.model.clocks.holding import holding_of
from app.model.refusals import PlayedAnother
from app.rooms.clock_control import MOST
from app.rooms.seats import bots_of, decode_seats, seated
from app.rooms.tenures import with_chair
from app.store.games.rooms import RoomRow
from app.store.ops.admin_log import Before, Change
from app.store.tables.seats import Chair
from app.store.tables.tables import Arranged
from engine.core.naming import snake
from engine.core.refusal import Refusal

TITLE = 80
LineNumber = Annotated[int, Meta(ge=1, le=2**31 - 1)]
"""The number of a message."""


class Asked(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=snake):
    """An action and its details."""

    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)


class Rename(Asked, frozen=True):
    title: str


class Pause(Asked, frozen=True):
    """Stop the clocks; players may still move."""


class Resume(Asked, frozen=True):
    """Start the clocks again."""


class Extend(Asked, frozen=True):
    """Give the sides that have to decide this much more time for the decision."""

    minutes: int


class Freeze(Asked, frozen=True):
    """Freeze the game: nobody can move."""


class Thaw(Asked, frozen=True):
    """Unfreeze the game; nobody has lost time."""


class Void(Asked, frozen=True):
    """End the game without a result."""


class Reset(Asked, frozen=True):
    """Begin the game again with the same seats."""

    same_seed: bool = False


class Rewind(Asked, frozen=True):
    """Go on from an earlier step."""

    to: int


class Undo(Asked, frozen=True):
    """Go on from where the game left this branch."""

    epoch: int


class Replace(Asked, frozen=True):
    """Put another owner on a seat: a person, or a kind of bot; without either, the seat is offered."""

    seat: int
    name: str = ""
    bot: str = ""


class Hide(Asked, frozen=True):
    """Hide a message of the table."""

    channel: str
    number: LineNumber


class Show(Asked, frozen=True):
    """Show a hidden message again."""

    channel: str
    number: LineNumber


class See(Asked, frozen=True):
    """Look at the table as a side sees it."""

    side: str


AtTable = Rename | Pause | Resume | Extend | Freeze | Thaw | Void | Reset | Rewind | Undo | Replace | Hide | Show | See
LEADING = (Reset, Rewind, Undo)
BESIDE = (Rename, Hide, Show)
"""Actions that change nothing for the players: they find them in the log."""


def change_of(asked: Asked, before: Before, at: datetime) -> Change | Refusal:
    """Return what an action changes that does not move the game to another position."""
    match asked:
        case Rename(title):
            return rename_table(title)
        case Pause() | Resume() | Extend():
            return change_clock(asked, before, at)
        case Freeze():
            return frozen(before)
        case Thaw():
            return unfreeze(before, at)
        case Void():
            return void_game(before)
        case Hide() | Show() | See():
            return Change()
    raise TypeError(f"{asked.kind} is decided elsewhere")


def rename_table(title: str) -> Change | Refusal:
    plain = " ".join(title.split())
    return Change(title=plain) if 1 <= len(plain) <= TITLE and plain.isprintable() else NoTitle()


def change_clock(asked: Pause | Resume | Extend, before: Before, at: datetime) -> Change | Refusal:
    """Stop the clock, start it, or give more time."""
    clock = before.clock
    if before.room is None:
        return NotBegun()
    if before.room.status != "playing":
        return NotPlaying()
    if isinstance(asked, Extend) and not 1 <= asked.minutes <= MOST:
        return TooMuch()
    wanted = holding_of(asked)
    return wanted.why_not(clock) or with_clock(clock and wanted.done(clock, at, before.hours))


def with_clock(clock: Clock | None) -> Change:
    return Change(clock=clock, wound=True)


def frozen(before: Before) -> Change | Refusal:
    room = before.room
    if room is None:
        return NotBegun()
    if room.status == "frozen":
        return IsFrozen()
    return Change(status="frozen") if room.status == "playing" else NotPlaying()


def unfreeze(before: Before, at: datetime) -> Change | Refusal:
    """Unfreeze a game: everything due is postponed by the time it was frozen."""
    room, clock = before.room, before.clock
    if room is None or room.status != "frozen":
        return NotFrozen()
    since = room.frozen_at or room.moved_at
    excused = clock and reckoning.excuse_outage(clock, since, at, before.hours)
    status = "playing" if room.waiting else "finished"
    return Change(status=status, bot_due=bot_due(before, room), clock=excused, wound=True)


def void_game(before: Before) -> Change | Refusal:
    if before.room is None:
        return NotBegun()
    if before.room.void:
        return IsVoid()
    return Change(status="finished", void=True) if of_a_game(before) else NoGame()


def replace_owner(asked: Replace, person: int | None, before: Before, at: datetime) -> Change | Refusal:
    """Put another owner on a seat. People who have played another side know too much for it."""
    table, room = before.table, before.room
    if room is None or table is None or not of_a_game(before):
        return NotBegun() if room is None else NoGame()
    if room.status != "playing":
        return NotPlaying()
    chair = next((one for one in table.chairs if one.number == asked.seat), None)
    if chair is None or (person and table.chairs_of(person)):
        return NoSuchSeat()
    taken = bool(asked.bot or person)
    bot_at = None if taken else at + timedelta(days=table.stand_in)
    new = Chair(chair.number, chair.sides, asked.bot, person, ready=taken, bot_at=bot_at)
    if (new.person, new.bot) == (chair.person, chair.bot):
        return NoSuchSeat()
    if person and any(one.person == person and one.seat != asked.seat for one in before.held):
        return PlayedAnother()
    after = hosted_on(with_chair(table, new), chair.person)
    bots = {side for one in after.chairs if one.bot for side in one.sides}
    waited = [side for side in room.waiting.split() if side not in bots]
    clock = before.clock and reckoning.taken_over(before.clock, chair.sides, at, before.hours, waited)
    return Change(seats=after, why="handed_on", clock=clock, wound=True)


def hosted_on(table: Arranged, gone: int | None) -> Arranged:
    """Pass the table on to another player if its host no longer sits there."""
    others = (chair.person for chair in table.chairs if chair.person)
    left = gone is not None and table.host == gone and not table.chairs_of(gone)
    return msgspec.structs.replace(table, host=next(others, gone)) if left else table


def of_a_game(before: Before) -> bool:
    """Tell whether it is a game, not a lesson or an analysis board."""
    return before.table is None or before.table.kind == "game"


def bot_due(before: Before, room: RoomRow) -> bool:
    bots = bots_of(seated(decode_seats(room.seats), before.table))
    return any(side in bots for side in (*room.waiting.split(), *room.awaited.split()))


decode = msgspec.json.Decoder(AtTable).decode
"""Decodes an action as stored."""
