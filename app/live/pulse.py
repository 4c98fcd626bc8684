"""What keeps every process and page up to date without trusting the bus: hints are followed at once, and every few
seconds the store is asked where the watched rooms are, and the pages are told.
"""

from __future__ import annotations

import asyncio

import structlog

from app.live.bus import Bus, Hint
from app.live.hub import Hub
from app.rooms.room import Room
from app.rooms.rooms import Rooms
from app.store.database import StoreUnavailable
from app.store.people import PeopleStore

BEAT_SECONDS = 4.0

log = structlog.get_logger(__name__)


class Pulse:
    def __init__(self, rooms: Rooms, hub: Hub, bus: Bus, people: PeopleStore) -> None:
        self.rooms, self.hub, self.people = rooms, hub, people
        self.refreshing: dict[str, asyncio.Task[None]] = {}
        rooms.observers.append(hub.changed)
        bus.start(self.hear)

    def hear(self, hint: Hint) -> None:
        """Another process may have gone on with a room that is live here too."""
        room = self.rooms.live.get(hint.room)
        if room and (hint.epoch, hint.sequence) > (room.epoch, room.sequence):
            self.refresh(room)

    def refresh(self, room: Room) -> None:
        if room.key not in self.refreshing:
            task = asyncio.create_task(self.catch_up(room))
            self.refreshing[room.key] = task
            task.add_done_callback(lambda _: self.refreshing.pop(room.key, None))

    async def catch_up(self, room: Room) -> None:
        try:
            await room.refresh()
        except StoreUnavailable as error:
            log.warning("room can't catch up yet", room=room.key, error=str(error))

    async def run(self) -> None:
        """For as long as the process lives."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self.look()
            except StoreUnavailable as error:
                log.warning("no pulse from the store", error=str(error))
            self.hub.beat()
            self.rooms.sleep()

    async def look(self) -> None:
        """Ask the store about every live room in one go, and about every session in which somebody watches: it may have
        been ended at another process."""
        if sessions := self.hub.sessions():
            self.hub.close_sessions(await self.people.over(sessions))
        for room in self.hub.watched():
            self.rooms.look(room)
        live = {room.id: room for room in self.rooms.live.values()}
        for number, head in (await self.rooms.store.heads(live)).items():
            if live[number].head != head:
                self.refresh(live[number])
