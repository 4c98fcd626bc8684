"""Keeps every process and page up to date without trusting the bus: hints are followed at once, and every few seconds
the store is asked about the watched rooms and the pages are told where they are.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping

import structlog

from app.base.clock import now
from app.base.failures import StoreUnavailable
from app.live.bus import Bus, Hint
from app.live.hint_topics import Topic
from app.live.watchers import Hub
from app.rooms.room import Room
from app.rooms.rooms import Rooms
from app.store.games.rooms import RoomGone
from app.store.people.people import PeopleStore

BEAT_SECONDS = 4.0

log = structlog.get_logger(__name__)


class Pulse:
    def __init__(
        self, rooms: Rooms, hub: Hub, bus: Bus, people: PeopleStore, topics: Mapping[str, Topic] | None = None
    ) -> None:
        self.rooms, self.hub, self.people = rooms, hub, people
        self.topics = topics or {}
        self.refreshing: dict[str, asyncio.Task[None]] = {}
        self.behind_since: dict[str, float] = {}
        """Since when the log has been ahead of a room here, as far as is known."""
        rooms.observers.append(hub.changed)
        bus.start(self.hear)

    def hear(self, hint: Hint) -> None:
        """Follow a hint: catch up with a live room that another process has changed, or pass the hint to its topic."""
        if hint.topic:
            if topic := self.topics.get(hint.topic):
                topic.hear(hint)
            return
        room = self.rooms.live.get(hint.room)
        if room and (hint.epoch, hint.sequence, hint.changes) > (room.epoch, room.sequence, room.changes):
            self.refresh(room)

    def refresh(self, room: Room) -> None:
        self.behind_since.setdefault(room.key, time.monotonic())
        if room.key not in self.refreshing:
            task = asyncio.create_task(self.catch_up(room))
            self.refreshing[room.key] = task
            task.add_done_callback(lambda _: self.refreshing.pop(room.key, None))

    async def catch_up(self, room: Room) -> None:
        try:
            await room.refresh()
            self.behind_since.pop(room.key, None)
        except RoomGone:
            self.let_go(room)
        except StoreUnavailable as error:
            log.warning("room can't catch up yet", room=room.key, error=str(error))

    def let_go(self, room: Room) -> None:
        """Forget a room that no longer exists; its watchers notice."""
        self.rooms.forget(room.key)
        self.behind_since.pop(room.key, None)
        self.hub.close_room(room)

    async def run(self) -> None:
        """Beat for as long as the process lives."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self.look()
            except StoreUnavailable as error:
                log.warning("no pulse from the store", error=str(error))
            self.hub.beat()
            self.rooms.sleep()

    async def look(self) -> None:
        """Ask the store about every live room at once, about the people there, and about every session with a watcher:
        another process may have ended it."""
        if sessions := self.hub.sessions():
            self.hub.close_sessions(await self.people.over(sessions, now()))
        for room in self.hub.watched():
            self.rooms.look(room)
        for topic in self.topics.values():
            await topic.look()
        live = {room.id: room for room in self.rooms.live.values()}
        heads = await self.rooms.store.heads(live)
        for number, head in heads.items():
            if live[number].head != head:
                self.refresh(live[number])
        for number in live.keys() - heads.keys():
            self.let_go(live[number])
        await self.rooms.look_around(*live.values())
