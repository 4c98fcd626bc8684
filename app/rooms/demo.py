"""The demo table of `horloge serve --demo`: bots play and anyone may watch; when a game ends, the next one opens."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog

from app.rooms.room import Room
from app.rooms.rooms import Rooms, open_room
from app.store.database import StoreUnavailable
from app.store.rooms import KeyTaken
from engine.core import registry
from engine.core.game import AnyGame

PREFIX = "demo-"
TITLE = "Salon de l'Horloge"
REST_SECONDS = 10.0
"""The pause between two games, in which the score can be read."""
RESCAN_SECONDS = 60.0

log = structlog.get_logger(__name__)


class Demo:
    def __init__(self, rooms: Rooms, game: AnyGame) -> None:
        self.rooms, self.game = rooms, game
        self.changed = asyncio.Event()
        self.frozen = False
        rooms.observers.append(self.notice)

    def notice(self, room: Room, _own: bool = True) -> None:
        if room.key.startswith(PREFIX) and room.status != "playing":
            self.frozen = self.frozen or room.status == "frozen"
            self.changed.set()

    async def run(self) -> None:
        """Keep one table going, until the rules fail: otherwise one table after the other would freeze."""
        while not self.frozen:
            self.changed.clear()
            try:
                await self.keep_one()
            except StoreUnavailable as error:
                log.warning("demo waits for the store", error=str(error))
            with suppress(TimeoutError):
                async with asyncio.timeout(RESCAN_SECONDS):
                    await self.changed.wait()
                await asyncio.sleep(REST_SECONDS)

    async def keep_one(self) -> str:
        """Return the key of the table that is being played; open one if there is none."""
        store = self.rooms.store
        while True:
            if playing := await store.playing_of(PREFIX, self.game.key):
                return playing
            number = await store.count_of(PREFIX, but_playing=self.game.key) + 1
            with suppress(KeyTaken):  # another process was faster, and took this very number: look again
                await self.open(number)

    async def open(self, number: int) -> None:
        """Open a table of bots, which begin at once."""
        bots = [self.game.best_bot] * max(self.game.players)
        key = await open_room(self.rooms.store, self.game, f"{TITLE} {number}", bots, key=f"{PREFIX}{number}")
        if isinstance(room := await self.rooms.get(key), Room):
            self.rooms.announce(room, own=True)


def game_of(key: str) -> AnyGame | None:
    """Return the game of the demo table: the one set, or the first of the registry."""
    if key:
        return registry.game(key)
    return next(iter(registry.games().values()), None)
