"""Tracks who has a table open at this moment: which of its sides, how many spectators, and which players have it on
their screens, who need no notification of what they see there. Processes tell each other over the bus again and again
and forget what they have not heard for a while; nothing is stored.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable

from msgspec import Struct

from app.live.bus import Bus, Hint
from app.live.hub import Hub
from app.rooms.around import Around
from app.rooms.room import Room
from app.rooms.rooms import Rooms
from engine.core.state import Side

TOPIC = "here"
LOOKING = "@"
"""Marks the ids of people in a hint."""
SETTLES_SECONDS = 0.7
FORGOTTEN_SECONDS = 12.0
"""Three beats after which a silent process counts as having no one there."""
CALLED_SECONDS = 60.0
"""How long a player counts as there after loading the page, unless a socket knows better: without JavaScript there is
none."""


class Heard(Struct, frozen=True):
    """The report of another process, and its time."""

    around: Around
    looking: frozenset[int]
    at: float


class Presence:
    def __init__(self, rooms: Rooms, hub: Hub, bus: Bus, clock: Callable[[], float] = time.monotonic) -> None:
        self.rooms, self.hub, self.bus, self.clock = rooms, hub, bus, clock
        self.name = secrets.token_hex(4)
        self.elsewhere: dict[str, dict[str, Heard]] = {}
        """For each table the latest report of each other process."""
        self.settling: set[str] = set()
        self.called: dict[str, dict[Side, float]] = {}
        """For each table and side when its player last loaded the page."""

    def call(self, room: Room, own: tuple[Side, ...]) -> None:
        """Record that the player of these sides loads the table's page, and show it."""
        if own:
            self.called.setdefault(room.key, {}).update(dict.fromkeys(own, self.clock()))
            self.show(room)
            self.changed(room)

    def here(self, room: Room) -> Around:
        """Return who has the room open in this process."""
        around, called = self.hub.around(room), self.called.get(room.key, {})
        fresh = {side for side, at in called.items() if self.clock() - at < CALLED_SECONDS}
        return Around(tuple(sorted(fresh.union(around.sides))), around.watching)

    def opened(self, room: Room, own: tuple[Side, ...]) -> None:
        """Record that the player of these sides has a socket: it knows best when they leave."""
        called = self.called.get(room.key, {})
        for side in own:
            called.pop(side, None)
        self.changed(room)

    def changed(self, room: Room) -> None:
        """React to a table being opened or closed here. It is told and shown after a moment, so that several changes go
        together and a page reload changes nothing."""
        if room.key not in self.settling:
            self.settling.add(room.key)
            asyncio.get_running_loop().call_later(SETTLES_SECONDS, self.settled, room)

    def settled(self, room: Room) -> None:
        self.settling.discard(room.key)
        self.tell(room)
        self.show(room)

    def tell(self, room: Room) -> None:
        here = self.here(room)
        looking = LOOKING + ".".join(map(str, sorted(self.hub.looking(room))))
        said = " ".join((self.name, str(here.watching), looking, *here.sides))
        self.bus.publish(Hint(room.key, 0, 0, topic=TOPIC, said=said))

    def hear(self, hint: Hint) -> None:
        name, watching, *rest = hint.said.split(" ")
        room = self.rooms.live.get(hint.room)
        if room and name != self.name:
            around = Around(tuple(word for word in rest if not word.startswith(LOOKING)), int(watching))
            looking = [word.removeprefix(LOOKING).split(".") for word in rest if word.startswith(LOOKING)]
            people = frozenset(int(number) for numbers in looking for number in numbers if number)
            self.elsewhere.setdefault(hint.room, {})[name] = Heard(around, people, self.clock())
            self.show(room)

    def looking(self, room: Room) -> set[int]:
        """Return the players who have the room on their screens, in any process."""
        others = self.elsewhere.get(room.key, {}).values()
        fresh = [heard.looking for heard in others if self.clock() - heard.at < FORGOTTEN_SECONDS]
        return self.hub.looking(room).union(*fresh)

    async def look(self) -> None:
        """Report again who is here, and forget what other processes have stopped reporting."""
        now = self.clock()
        for key, told in [*self.elsewhere.items()]:
            kept = {name: heard for name, heard in told.items() if now - heard.at < FORGOTTEN_SECONDS}
            self.elsewhere[key] = kept
            if not kept or key not in self.rooms.live:
                del self.elsewhere[key]
        for key, called in [*self.called.items()]:
            self.called[key] = {side: at for side, at in called.items() if now - at < CALLED_SECONDS}
            if not self.called[key] or key not in self.rooms.live:
                del self.called[key]
        for room in self.rooms.live.values():
            if room.key in self.called or self.hub.watches(room):
                self.tell(room)
        for room in [*self.rooms.live.values()]:
            self.show(room)

    def show(self, room: Room) -> None:
        """Update all pages here if something differs from what they show."""
        everywhere = [self.here(room), *(heard.around for heard in self.elsewhere.get(room.key, {}).values())]
        sides = tuple(side for side in room.position.sides if any(side in around.sides for around in everywhere))
        around = Around(sides, sum(one.watching for one in everywhere))
        if around != room.around:
            room.around = around
            self.hub.look_around(room)
