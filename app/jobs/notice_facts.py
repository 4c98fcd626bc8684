"""Looks at games that have gone on and finds out whom to notify of what. It works in the background of each process; if
several look at the same game, one records what it found.
"""

from __future__ import annotations

from datetime import timedelta

import structlog

from app.base.clock import now
from app.base.failures import StoreUnavailable
from app.features.notifications.facts import facts_of_fault, has_stopped, true_facts
from app.rooms.room import Room
from app.rooms.rooms import LostRoom, Rooms
from app.store.games.rooms import RoomGone
from app.store.messages.notices import Fact, NoticeStore
from app.store.people.roles import RoleStore

SETTLES = timedelta(seconds=10)
"""The time in which a game may go on some more: several moves of a live game are looked at together. No notification is
sent sooner."""
AT_ONCE = 50

log = structlog.get_logger(__name__)


class Noticing:
    def __init__(self, rooms: Rooms, store: NoticeStore) -> None:
        self.rooms, self.store, self.roles = rooms, store, RoleStore(rooms.store.database)

    async def work(self) -> None:
        for key in await self.store.with_news(now() - SETTLES, AT_ONCE):
            try:
                await self.look(key)
            except StoreUnavailable:
                raise
            except Exception:
                log.exception("a game can't be looked at", room=key)
                await self.store.no_news(key)

    async def look(self, key: str) -> None:
        """Look at one game. If it cannot be read, only its stop is reported; if only its rules are not installed, its
        notices stay as they are."""
        room = await self.rooms.get(key)
        try:
            if isinstance(room, Room):
                await self.rooms.look_around(room)
                await room.refresh()
            row = await self.rooms.store.row(key)
        except RoomGone:
            return
        table = room.table if isinstance(room, Room | LostRoom) else None
        if table is None or (isinstance(room, LostRoom) and not has_stopped(row)):
            await self.store.no_news(key)
            return
        halted = [*facts_of_fault(row, table, await self.roles.admins())] if has_stopped(row) else []

        def decide(stood: list[Fact]) -> list[Fact]:
            return halted + (true_facts(room, stood) if isinstance(room, Room) and room.seating.tells else [])

        head = room.head if isinstance(room, Room) else row.head
        await self.store.note(row.id, head, table.id, decide, now())
