"""The rooms in use. There is one `Rooms` per process; a room is loaded when it is asked for and forgotten when nobody
has looked at it for a while. `open_room` makes a new one.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterable

import msgspec
import structlog
from msgspec import Struct

from app.base.clock import now
from app.model.clocks.hands import Calendars, as_kept, start_clock
from app.model.clocks.terms import Terms
from app.rooms.delayed_view import shown_behind
from app.rooms.loading import Unreadable, load
from app.rooms.move_timing import InTime, at_once
from app.rooms.pending import sides_awaited, sides_waited_for
from app.rooms.room import NO_HOURS, Announce, Room, encoded
from app.rooms.seats import Seat, bots_of, seating, sides_of
from app.store.games.clocks import ClockStore
from app.store.games.ledger import Ledger
from app.store.games.rooms import NewRoom, RoomRow, RoomStore
from app.store.people.people import Person
from app.store.tables.tables import Arranged, TableStore
from engine.core import registry
from engine.core.chance import new_seed
from engine.core.game import AnyGame, Opening
from engine.core.journal import Entry
from engine.core.lots import Lots
from engine.core.state import AnyState, encode, fingerprint

SLEEPS_AFTER = 600.0
"""Seconds without a look after which a room leaves memory and a table of bots alone pauses."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"

log = structlog.get_logger(__name__)


class LostRoom(Struct, frozen=True):
    """A room that cannot be restored: its game is not installed, or its stored data is broken."""

    key: str
    title: str
    trouble: str
    table: Arranged | None = None

    def shown_to(self, person: Person | None) -> bool:
        """Tell whether a person may know of it, as for a room that works."""
        return self.table is None or self.table.shown_to(person.id if person else None)


class NotBegun(Struct, frozen=True):
    """A table whose game has not begun, so that there is no position yet."""

    table: Arranged


Found = Room | LostRoom | NotBegun


class Rooms:
    def __init__(self, store: RoomStore, ledger: Ledger) -> None:
        self.store, self.ledger = store, ledger
        self.tables, self.clocks = TableStore(store.database), ClockStore(store.database)
        self.live: dict[str, Room] = {}
        self.looked_at: dict[str, float] = {}
        self.loading: dict[str, asyncio.Lock] = {}
        self.observers: list[Announce] = []
        self.in_time: InTime = at_once

    async def get(self, key: str) -> Found | None:
        """Return the room with that key; None if there is none. Two callers at once get the same room."""
        if room := self.live.get(key):
            return room
        async with self.loading.setdefault(key, asyncio.Lock()):
            found = self.live.get(key) or await self.load(key)
        self.loading.pop(key, None)
        return found

    async def visit(self, key: str) -> Found | None:
        """Do `get` for a reader, which counts as a look."""
        room = await self.get(key)
        if isinstance(room, Room):
            self.look(room)
        return room

    def look(self, room: Room) -> None:
        self.looked_at[room.key] = time.monotonic()

    def watched(self, room: Room) -> bool:
        """Tell whether anyone has looked at the room lately."""
        return time.monotonic() - self.looked_at.get(room.key, 0.0) < SLEEPS_AFTER

    async def load(self, key: str) -> Found | None:
        row, table = await self.store.find(key), await self.tables.find(key)
        if row is None and table and table.started:  # the game began between the two queries
            row = await self.store.find(key)
        if row is None:
            return NotBegun(table) if table and not table.started else None
        try:
            return await self.wake(row, table)
        except registry.UnknownGame as error:
            return LostRoom(row.key, row.title, str(error), table)
        except Unreadable as error:
            log.exception("room can't be read", room=key, epoch=row.epoch, sequence=row.sequence)
            await self.store.freeze(row.id, str(error))
            return LostRoom(row.key, row.title, str(error), table)

    async def wake(self, row: RoomRow, table: Arranged | None) -> Room:
        game = registry.game(row.game)
        loaded, veiled = await load(self.store, game, row), None
        if table and table.delay and row.status != "finished":
            veiled = await shown_behind(self.store, game, row, loaded.position, table.delay)
        hours = (await self.clocks.hours([row.id]))[row.id] if row.clock else NO_HOURS
        room = Room(row, game, loaded, self.store, self.ledger, self.announce, table, veiled, hours)
        room.in_time, room.end_lesson = self.in_time, self.end_lesson
        if row.changes:
            await room.refresh()
        self.live[row.key] = room
        self.look(room)
        return room

    async def end_lesson(self, room: Room) -> None:
        """End a lesson: from here on everyone plays as they like."""
        await self.tables.end_lesson(room.key)
        await self.look_around(room)

    async def look_around(self, *rooms: Room) -> None:
        """Read who sits at these tables now."""
        arranged = {room.id: room for room in rooms if room.table}
        for number, table in (await self.tables.of_rooms(arranged)).items():
            arranged[number].look_around(table)
        timed = {room.id: room for room in rooms if room.clock}
        for number, hours in (await self.clocks.hours(timed)).items() if timed else ():
            timed[number].hours = hours

    def announce(self, room: Room, own: bool) -> None:
        """Call all observers. One that fails changes nothing about what is recorded."""
        for observer in self.observers:
            try:
                observer(room, own)
            except Exception:
                log.exception("a change could not be told", room=room.key, sequence=room.sequence)

    def sleep(self) -> None:
        """Forget rooms that nobody looks at; the store has all of them."""
        for room in [*self.live.values()]:
            if not self.watched(room) and not room.unfinished:
                self.forget(room.key)

    def forget(self, key: str) -> None:
        """Drop a room from memory."""
        self.live.pop(key, None)
        self.looked_at.pop(key, None)

    async def close(self) -> None:
        """Wait for everything that is being recorded."""
        work = [task for room in self.live.values() for task in room.unfinished]
        await asyncio.gather(*work, return_exceptions=True)


async def open_room(
    store: RoomStore,
    game: AnyGame,
    title: str,
    bots: Iterable[str],
    options: bytes = b"{}",
    key: str = "",
    seed: str = "",
) -> str:
    """Open a table with a seat for each kind of bot named (an empty name is a person's seat); return its key."""
    seats = seating(game, bots, msgspec.json.decode(options, type=game.options))
    new = new_room(game, title, seats, options, key or new_key(), seed)
    await store.add(new)
    return new.key


def new_room(
    game: AnyGame,
    title: str,
    seats: tuple[Seat, ...],
    options: bytes,
    key: str,
    seed: str = "",
    terms: Terms | None = None,
    hours: Calendars = NO_HOURS,
) -> NewRoom:
    """Return a game that is about to begin. Raises ImpossibleOpening if it cannot be played so."""
    return room_opened(game, title, seats, opening_of(game, seats, options, seed), key, terms, hours)


def opening_of(
    game: AnyGame, seats: tuple[Seat, ...], options: bytes, seed: str = "", lots: Lots | None = None
) -> Opening:
    """Return the opening of a game with these seats."""
    chosen = msgspec.json.decode(options, type=game.options)
    return Opening(sides_of(seats), chosen, seed or new_seed(), players=len(seats), lots=lots)


def room_opened(
    game: AnyGame,
    title: str,
    seats: tuple[Seat, ...],
    opening: Opening,
    key: str,
    terms: Terms | None = None,
    hours: Calendars = NO_HOURS,
    opened: tuple[AnyState, list[Entry]] | None = None,
) -> NewRoom:
    """Like `new_room`, with an opening that may hold more, such as outcomes given in advance. `opened` is the position
    and news it leads to, if the caller has computed them."""
    position, news = opened or game.open(opening)
    waiting, awaited = sides_waited_for(game, position), sides_awaited(game, position)
    at, bots = now(), bots_of(seats)
    waited = [side for side in waiting if side not in bots]
    clock = start_clock(terms, sides_of(seats), waited, at, hours) if terms else None
    return NewRoom(
        key=key,
        game=game.key,
        title=title,
        options=encoded(opening.options),
        seats=encoded(seats),
        prologue=encoded(news),
        status="playing" if waiting else "finished",
        hash=fingerprint(position),
        waiting=" ".join(waiting),
        awaited=" ".join(awaited),
        bot_due=any(side in bots for side in (*waiting, *awaited)),
        state=encode(position).decode(),
        at=at,
        clock=as_kept(clock),
        due_at=clock.due_at if clock else None,
    )


def new_key() -> str:
    """Return a key that is too long to guess, without letters that look alike."""
    return "".join(secrets.choice(LETTERS) for _ in range(12))
