"""Computes the position from which a game goes on after a reset, a rewind or the return to a branch. It does so before
anything is changed, from stored data alone, so that a game that cannot be loaded as a room can be moved too. `actions`
records it if the game still is where this was computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime

import msgspec
import structlog
from msgspec import Struct

from app.base.time_limit import OverBudget, budget
from app.model.admin_refusals import CantBeginSo, CantBeRead, GoneOn, NoSuchBranch, NoSuchStep
from app.model.clocks.hands import Calendars, Clock, clock_of, start_clock, stop_hands, taken_over
from app.model.clocks.terms import Terms, agreed
from app.rooms.loading import Unreadable, decode_position, load
from app.rooms.pending import sides_awaited, sides_waited_for
from app.rooms.room import encoded
from app.rooms.seats import bots_of, decode_seats, seated, sides_of
from app.store.games.branches import owner
from app.store.games.rooms import RoomRow, RoomStore
from app.store.ops.admin_log import Before, Change, Stand
from app.store.tables.tables import Arranged
from engine.core.chance import new_seed
from engine.core.game import AnyGame, ImpossibleOpening, Opening
from engine.core.refusal import Refusal
from engine.core.state import AnyState, Side, encode, fingerprint
from engine.core.undo import led_back

UNKNOWN_DRAWS = 10_000
"""Where the number of draws of a game cannot be read, they go on beyond any number it can have had."""
log = structlog.get_logger(__name__)
NewClock = Callable[[Before, list[Side], datetime], Clock | None]


class Target(Struct, frozen=True):
    """The position from which a game goes on, computed when it was at `head`."""

    head: tuple[int, int]
    position: AnyState
    stand: Stand
    clock: NewClock

    def change(self, before: Before, at: datetime) -> Change | Refusal:
        """Return everything that changes, if the game is still at `head`."""
        room = before.room
        if room is None or (room.epoch, room.sequence) != self.head:
            return GoneOn()
        bots = bots_of(seated(decode_seats(room.seats), before.table))
        waiting, awaited = self.stand.waiting.split(), self.stand.awaited.split()
        return Change(
            status="playing" if waiting else "finished",
            void=False,
            bot_due=any(side in bots for side in (*waiting, *awaited)),
            clock=self.clock(before, [side for side in waiting if side not in bots], at),
            wound=True,
            stand=self.stand,
        )


class Past(Struct, frozen=True):
    """A game as it is stored: its position, and the last position of each branch that it has left."""

    store: RoomStore
    game: AnyGame
    row: RoomRow
    now: AnyState | None
    """None if it cannot be read."""
    left: list[AnyState]

    @property
    def known(self) -> list[AnyState]:
        return [*self.left, *([self.now] if self.now else [])]

    def target(self, then: AnyState, origin: RoomRow, clock: NewClock) -> Target | Refusal:
        """Return where the game goes on from a past position, in a new epoch. A seed that everyone has seen is
        replaced, since they would know the dice."""
        position = led_back(self.game, then, self.known)
        if self.now is None:
            position.draws += UNKNOWN_DRAWS
        if position.seed and position.agenda and position.seed in self.shown:
            position.seed = new_seed()
        return self.led_to(position, origin.epoch, origin.prologue, origin.opened_at, clock)

    @property
    def shown(self) -> set[str]:
        """The seeds of games that were over: they were shown then."""
        return {state.seed for state in self.known if not state.agenda}

    def led_to(
        self, position: AnyState, parent: int | None, prologue: str, opened_at: datetime, clock: NewClock
    ) -> Target | Refusal:
        try:
            with budget():
                waiting = sides_waited_for(self.game, position)
                awaited = sides_awaited(self.game, position)
        except (Exception, OverBudget):
            log.exception("nobody knows who is asked there", room=self.row.key, sequence=position.sequence)
            return CantBeRead()
        stand = Stand(
            parent,
            position.sequence,
            encode(position).decode(),
            fingerprint(position),
            " ".join(waiting),
            " ".join(awaited),
            prologue,
            opened_at,
            encode(self.now).decode() if self.now else "",
        )
        return Target((self.row.epoch, self.row.sequence), position, stand, clock)


async def past_of(store: RoomStore, game: AnyGame, row: RoomRow) -> Past:
    left = list[AnyState]()
    for branch in await store.branches(row.id):
        if branch.last is not None:
            snapshot = await store.snapshot(row.id, branch.epoch, branch.last)
            with suppress(Unreadable):
                left += [decode_position(game, snapshot.state)] if snapshot and snapshot.sequence == branch.last else []
    return Past(store, game, row, await position_at(store, game, row, row.sequence), left)


async def position_at(store: RoomStore, game: AnyGame, row: RoomRow, sequence: int) -> AnyState | None:
    """Return the position at a sequence; None if it cannot be read."""
    try:
        return (await load(store, game, row, sequence)).position
    except Unreadable:
        return None


async def reset(past: Past, table: Arranged | None, same_seed: bool, at: datetime) -> Target | Refusal:
    """Begin again from the opening, with the same seed or another one."""
    first = await position_at(past.store, past.game, past.row, 0)
    terms = agreed(table.clock) if table else None
    clock = new_clock(terms, sides_of(decode_seats(past.row.seats)))
    if same_seed:
        return past.led_to(first, None, past.row.prologue, at, clock) if first else CantBeRead()
    try:
        with budget():
            position, news = past.game.open(opening_of(past))
    except (ImpossibleOpening, msgspec.MsgspecError, OverBudget):
        return CantBeginSo()
    return past.led_to(position, None, encoded(news), at, clock)


def opening_of(past: Past) -> Opening:
    seats = decode_seats(past.row.seats)
    options = msgspec.json.decode(past.row.options, type=past.game.options)
    return Opening(sides_of(seats), options, new_seed(), players=len(seats))


async def rewind(past: Past, to: int) -> Target | Refusal:
    """Go on from an earlier step, or from the present one if the game is not being played."""
    row = past.row
    if not 0 <= to <= row.sequence or (to == row.sequence and row.status == "playing"):
        return NoSuchStep()
    then = past.now if to == row.sequence else await position_at(past.store, past.game, row, to)
    if then is None:
        return CantBeRead()
    whose = owner(await past.store.made_of(row.id, row.epoch), to)
    return past.target(then, msgspec.structs.replace(row, epoch=whose), going_on)


async def undo(past: Past, epoch: int) -> Target | Refusal:
    """Go on from where a branch was left."""
    left = await past.store.row_of(past.row, epoch)
    if left is None:
        return NoSuchBranch()
    then = await position_at(past.store, past.game, left, left.sequence)
    left_at = next(one.left_at for one in await past.store.branches(past.row.id) if one.epoch == epoch)
    return past.target(then, left, as_left(left.clock, left_at or left.moved_at)) if then else CantBeRead()


def new_clock(terms: Terms | None, sides: Iterable[Side]) -> NewClock:
    """Return the clock of a game that begins."""
    return lambda before, waited, at: start_clock(terms, sides, waited, at, before.hours) if terms else None


def going_on(before: Before, waited: list[Side], at: datetime) -> Clock | None:
    """Return the clock with which everyone keeps the time they have left and is asked again."""
    return with_hands_of(before.clock, waited, at, before.hours) if before.clock else None


def as_left(kept: str, left_at: datetime) -> NewClock:
    """Return the clock with which everyone has the time they had when the branch was left."""
    clock = clock_of(kept)

    def wound(before: Before, waited: list[Side], at: datetime) -> Clock | None:
        return (
            with_hands_of(stop_hands(clock, clock.hands, left_at, before.hours), waited, at, before.hours)
            if clock
            else None
        )

    return wound


def with_hands_of(clock: Clock, waited: list[Side], at: datetime, hours: Calendars) -> Clock:
    return taken_over(clock, tuple(clock.hands), at, hours, waited)
