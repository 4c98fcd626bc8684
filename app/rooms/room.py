"""A live game. The position is in memory; a choice is decided on a clone of it, recorded in one transaction, and only
then is the position swapped, the answer given and the news announced. A room whose rules fail freezes itself alone.

Made by rooms.Rooms; pages and sockets read it, and all that act call `submit`.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import msgspec
import structlog

from app.clock import now
from app.rooms.answers import Accepted, Answer, RequestKeyReused, RoomFrozen
from app.rooms.budget import OverBudget, budget
from app.rooms.loading import Loaded, Told, Unreadable, load, replay, told
from app.rooms.seats import bots_of, decode_seats, named
from app.store.ledger import Action, Behind, KeyReused, Ledger, Replayed, Stored, digest, known_answer
from app.store.lobby import Arranged
from app.store.people import Person
from app.store.rooms import Head, RoomRow, RoomStore, StoredEntry
from engine.core import door
from engine.core.choice import Choice
from engine.core.game import AnyGame
from engine.core.journal import Entry, seen
from engine.core.refusal import Malformed, Refusal, Stale
from engine.core.state import AnyState, Side, encode, fingerprint

SNAPSHOT_EVERY = 50

log = structlog.get_logger(__name__)
Announce = Callable[["Room", bool], None]
"""Told of every change: the room, and whether it was made by this process."""
T = TypeVar("T")


class Room:
    def __init__(
        self,
        row: RoomRow,
        game: AnyGame,
        loaded: Loaded,
        store: RoomStore,
        ledger: Ledger,
        announce: Announce,
        table: Arranged | None = None,
    ) -> None:
        self.id, self.key, self.title, self.game = row.id, row.key, row.title, game
        self.opened_at = row.opened_at
        self.epoch, self.status, self.trouble = row.epoch, row.status, row.trouble
        self.table = table
        self.seats = named(decode_seats(row.seats), table)
        self.bots = bots_of(self.seats)
        self.position: AnyState = loaded.position
        self.log: deque[Told] = loaded.log
        self.store, self.ledger, self.announce = store, ledger, announce
        self.lock = asyncio.Lock()
        self.unfinished: set[asyncio.Task[Any]] = set()

    @property
    def sequence(self) -> int:
        return self.position.sequence

    @property
    def head(self) -> Head:
        return Head(self.epoch, self.sequence, self.status)

    @property
    def waiting(self) -> tuple[Side, ...]:
        """The sides that are waited for."""
        return sides_waited_for(self.game, self.position) if self.status == "playing" else ()

    @property
    def awaited(self) -> tuple[Side, ...]:
        """The sides that have an offer to answer; the game goes on meanwhile."""
        return sides_awaited(self.game, self.position) if self.status == "playing" else ()

    def sides_of(self, person: Person | None) -> tuple[Side, ...]:
        """What somebody plays here."""
        return self.table.sides_of(person.id) if self.table and person else ()

    def shown_to(self, person: Person | None) -> bool:
        """Whether somebody may look at it; to others there is no such table."""
        return self.table is None or self.table.spectators or bool(self.sides_of(person))

    async def submit(self, side: Side, raw: bytes, key: str, seen_sequence: int) -> Answer:
        """A choice as it came over the wire, under a request key, decided at the position of a sequence. Raises
        StoreUnavailable if nobody can tell what became of it; the same again is safe then."""
        return await self.finish(self.act(side, raw, key, seen_sequence))

    async def refresh(self) -> None:
        """Another process may have gone on with this game."""
        await self.finish(self.look())

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Carry something through even if whoever asked for it goes away meanwhile."""
        task = asyncio.create_task(work)
        self.unfinished.add(task)
        task.add_done_callback(self.unfinished.discard)
        return await asyncio.shield(task)

    async def act(self, side: Side, raw: bytes, key: str, seen_sequence: int) -> Answer:
        choice = door.decode(self.game, raw)
        if isinstance(choice, Malformed):
            return choice
        async with self.lock:
            if seen_sequence > self.sequence:
                await self.catch_up()
            if seen_sequence != self.sequence:
                return await self.already(side, choice, key) or Stale(seen_sequence, self.sequence)
            if self.status == "frozen":
                return RoomFrozen()
            after = self.game.clone(self.position)
            news = await self.decide(after, side, choice)
            return news if isinstance(news, Refusal) else await self.record(after, side, choice, news, key)

    async def look(self) -> None:
        async with self.lock:
            await self.catch_up()

    async def already(self, side: Side, choice: Choice, key: str) -> Answer | None:
        """The answer that a request key was given before."""
        payload = digest(side, encoded(choice))
        known = await known_answer(self.store, self.id, key, payload)
        return None if known is None else self.known(known, side)

    async def decide(self, after: AnyState, side: Side, choice: Choice) -> list[Entry] | Refusal:
        """Carry the choice out on a clone. Rules that raise or don't end freeze the room."""
        try:
            with budget():
                return door.submit(self.game, after, side, choice)
        except (Exception, OverBudget) as error:
            log.exception("rules failed", room=self.key, sequence=self.sequence, side=side, choice=encoded(choice))
            await self.freeze(f"the rules failed after {self.sequence}: {error!r}")
            return RoomFrozen()

    async def record(self, after: AnyState, side: Side, choice: Choice, news: list[Entry], key: str) -> Answer:
        action = self.action(after, side, choice, news, key)
        outcome = await self.ledger.record(action)
        if isinstance(outcome, Stored):
            self.move(after, action.status, [Told(after.sequence, side, action.at, news)], own=True)
            return Accepted(self.epoch, after.sequence, seen(news, side))
        await self.catch_up()
        if isinstance(outcome, Behind):
            return RoomFrozen() if self.status == "frozen" else Stale(action.seen, self.sequence)
        return self.known(outcome, side)

    def known(self, outcome: Replayed | KeyReused, side: Side) -> Answer:
        if isinstance(outcome, KeyReused):
            return RequestKeyReused()
        entry = outcome.entry
        return Accepted(entry.epoch, entry.sequence, seen(told(self.game, entry).news, side))

    def action(self, after: AnyState, side: Side, choice: Choice, news: list[Entry], key: str) -> Action:
        waiting, awaited = sides_waited_for(self.game, after), sides_awaited(self.game, after)
        due = after.sequence % SNAPSHOT_EVERY == 0 or not waiting
        return Action(
            room=self.id,
            epoch=self.epoch,
            seen=self.sequence,
            side=side,
            key=key,
            choice=encoded(choice),
            news=encoded(news),
            rules=self.game.rules,
            hash=fingerprint(after),
            status="playing" if waiting else "finished",
            waiting=" ".join(waiting),
            awaited=" ".join(awaited),
            bot_due=any(other in self.bots for other in (*waiting, *awaited)),
            at=now(),
            snapshot=encode(after).decode() if due else None,
        )

    def move(self, after: AnyState, status: str, news: list[Told], own: bool) -> None:
        self.position, self.status = after, status
        self.log.extend(news)
        self.announce(self, own)

    async def catch_up(self) -> None:
        """Go on with what others recorded; the lock is held."""
        head = await self.store.head(self.id)
        if head == self.head:
            return
        try:
            if head.epoch != self.epoch:
                await self.reload()
            elif head.sequence > self.sequence:
                await self.follow(await self.store.entries(self.id, self.epoch, self.sequence, head.sequence), head)
            elif head.status != self.status:
                self.move(self.position, head.status, [], own=False)
        except Unreadable as error:
            await self.freeze(str(error))

    async def follow(self, entries: list[StoredEntry], head: Head) -> None:
        after = replay(self.game, self.game.clone(self.position), entries, entries[-1].hash)
        self.move(after, head.status, [told(self.game, entry) for entry in entries], own=False)

    async def reload(self) -> None:
        row = await self.store.find(self.key)
        assert row, f"room {self.key} has no row"
        loaded = await load(self.store, self.game, row)
        self.epoch, self.log = row.epoch, loaded.log
        self.move(loaded.position, row.status, [], own=False)

    async def freeze(self, trouble: str) -> None:
        log.error("room frozen", room=self.key, epoch=self.epoch, sequence=self.sequence, trouble=trouble)
        await self.store.freeze(self.id, trouble)
        self.trouble = trouble
        self.move(self.position, "frozen", [], own=True)


def sides_waited_for(game: AnyGame, position: AnyState) -> tuple[Side, ...]:
    return tuple(door.waiting(game, position))


def sides_awaited(game: AnyGame, position: AnyState) -> tuple[Side, ...]:
    return tuple(game.awaited(position)) if position.agenda else ()


def encoded(value: object) -> str:
    return msgspec.json.encode(value).decode()
